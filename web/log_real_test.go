package web_test

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// realData holds published measurements, which are no part of the project.
const realData = "../../shared/data"

// sparedFamilies are those whose logs nobody should have to correct.
var sparedFamilies = []string{"hpl-power-trace", "green500-submission", "mlperf-inference", "mlperf-training", "nvidia-smi", "grid5000"}

// sparedLogs are the published logs of these families, and of each the series that is right.
func sparedLogs(t *testing.T) map[string]power.Series {
	t.Helper()
	if _, err := os.Stat(realData); err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	text, err := os.ReadFile("../validation/logs/tracefile/testdata/real.txt")
	must(t, err)
	logs := map[string]power.Series{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		family, _, _ := strings.Cut(line, "/")
		if len(cells) < 4 || strings.HasPrefix(cells[3], "refused:") || !slices.Contains(sparedFamilies, family) {
			continue
		}
		var right power.Series
		must(t, json.Unmarshal([]byte(cells[2]), &right))
		if _, another := logs[cells[0]]; !another { // the first is the meter that is meant
			logs[cells[0]] = right
		}
	}
	return logs
}

// dropped is a published log as somebody drops it on the form: a folder as a tar archive,
// because a zip archive is unpacked when it arrives.
func dropped(t *testing.T, path string) (name, content string) {
	t.Helper()
	whole := filepath.Join(realData, path)
	info, err := os.Stat(whole)
	must(t, err)
	if !info.IsDir() {
		text, err := os.ReadFile(whole)
		must(t, err)
		return filepath.Base(path), string(text)
	}
	var packed bytes.Buffer
	archive := tar.NewWriter(&packed)
	must(t, archive.AddFS(os.DirFS(whole)))
	must(t, archive.Close())
	return filepath.Base(path) + ".tar", packed.String()
}

// shown is what readings of a log come to.
func shown(t *testing.T, name, content string, series power.Series, zone string) (sum float64, count int, span power.Span) {
	t.Helper()
	at, err := time.LoadLocation(zone)
	must(t, err)
	in := tracefile.Input{Name: name, At: strings.NewReader(content), Size: int64(len(content))}
	read, err := tracefile.Read(in, &series, at, canonical.Memory)
	must(t, err)
	var from, to time.Time
	for _, one := range read.Traces {
		for i := range one.Len() {
			r := one.Reading(i)
			if from.IsZero() || r.At.Before(from) {
				from = r.At
			}
			if r.At.After(to) {
				to = r.At
			}
			sum += float64(r.Value)
		}
		count += one.Len()
	}
	return sum, count, power.NewSpan(from, to)
}

// TestPublishedLogsNeedNoCorrection: a new user who has told the zone of the run opens the page of a
// published log, presses "Use these settings" and has the readings that are right in the document.
func TestPublishedLogsNeedNoCorrection(t *testing.T) {
	storetest.Long(t)
	t.Parallel()
	logs := sparedLogs(t)
	h := open(t)
	for path, right := range logs {
		t.Run(path, func(t *testing.T) {
			name, content := dropped(t, path)
			zone := right.Timezone
			if zone == "" {
				zone = "America/Denver"
			}
			entry := h.bringTo(t, map[string]string{name: content}, zone)
			address := logAddress(entry, name)
			answer, page := h.correct(t, address, filled(t, h.read(t, "submitter", address)), "use")
			if answer.StatusCode != http.StatusSeeOther {
				t.Fatalf("%d:\n%s", answer.StatusCode, page)
			}
			held, err := submissions.DecodeDocument(h.document(t, entry).Document)
			must(t, err)
			if len(held.Series) != 1 || held.Run.Timezone != zone {
				t.Fatalf("the document has %+v in %s", held.Series, held.Run.Timezone)
			}
			sum, count, span := shown(t, name, content, held.Series[0], held.ZoneOf(&held.Series[0]))
			want, wanted, spanned := shown(t, name, content, right, zone)
			if math.Abs(sum-want) > 1e-9*want || count != wanted || span.Start != spanned.Start || span.End != spanned.End {
				t.Errorf("the document reads %+v: %d readings of %v, want %d of %v", held.Series[0], count, span, wanted, spanned)
			}
		})
	}
}
