package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"green500/store/drafts"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
	compared "green500/validation/review/diff"
)

// resubmit returns the waiting entry, has its owner change a field and a reading, and submits it again.
func (h *house) resubmit(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	_, err := h.store.Reviews.Move(ctx, h.waiting, review.Take, h.people["reviewer"], "")
	must(t, err)
	_, err = h.store.Reviews.Move(ctx, h.waiting, review.Return, h.people["reviewer"], "One reading is far off.")
	must(t, err)
	again := sample.Clean(2, string(methodology.V20))
	oneReadingUp(&again)
	entry, err := h.store.Drafts.Attach(ctx, h.waiting, h.people["submitter"], h.files(t, again))
	must(t, err)
	_, conflicts, err := h.store.Drafts.Edit(ctx, h.waiting, h.people["submitter"], entry.Version,
		[]drafts.Change{{Path: "system.name", Value: "Renamed"}})
	if len(conflicts) > 0 {
		t.Fatal(conflicts)
	}
	must(t, err)
	_, err = h.store.Drafts.GradeDraft(ctx, h.waiting)
	must(t, err)
	_, err = h.store.Reviews.Move(ctx, h.waiting, review.Submit, h.people["submitter"], "")
	must(t, err)
}

// oneReadingUp changes the last digit of a reading in the core phase.
func oneReadingUp(b *sample.Bundle) {
	name := b.Entry.Series[0].File
	lines := bytes.SplitAfter(b.Files[name], []byte("\n"))
	line := bytes.Clone(lines[500])
	at := len(bytes.TrimRight(line, "\r\n")) - 1
	line[at] = '0' + (line[at]-'0'+1)%10
	lines[500] = line
	b.Files[name] = bytes.Join(lines, nil)
}

func (h *house) statusAs(t *testing.T, visitor, address string) (status int, body string) {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, address))
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(text)
}

// TestWhatWasResubmittedIsCompared: reviewers and the owner are told the field and the reading, and the rank is told
// to those alone who may know of the others.
func TestWhatWasResubmittedIsCompared(t *testing.T) {
	house := open(t)
	house.resubmit(t)
	address := house.address("/submissions/WAITING")
	for visitor, ranked := range map[string]bool{"reviewer": true, "editor": true, "submitter": false} {
		status, body := house.statusAs(t, visitor, address+"/compare.json")
		var c compared.Comparison
		if err := json.Unmarshal([]byte(body), &c); err != nil || status != http.StatusOK {
			t.Fatalf("%s gets %d, %v", visitor, status, err)
		}
		if len(c.Fields) != 1 || c.Fields[0].Path != "system.name" || c.Fields[0].After != "Renamed" {
			t.Errorf("%s is told of the fields %+v", visitor, c.Fields)
		}
		if c.Readings == nil || c.Readings.Differing != 1 || c.Readings.Instruments[0].Readings.Changed != 1 ||
			len(c.Files) != 1 || c.Figures[0].Same() {
			t.Errorf("%s is told of the readings %+v", visitor, c.Readings)
		}
		if (c.Rank != nil) != ranked {
			t.Errorf("%s is told the rank %+v", visitor, c.Rank)
		}
		for _, page := range []string{address, address + "/compare"} {
			if status, body := house.statusAs(t, visitor, page); status != http.StatusOK ||
				!strings.Contains(body, "Efficiency") || !strings.Contains(body, "/compare") {
				t.Errorf("%s gets %d at %s", visitor, status, page)
			}
		}
		if _, body := house.statusAs(t, visitor, address); !strings.Contains(body, "What changed since revision 1") {
			t.Errorf("%s is not told on the evidence page", visitor)
		}
	}
}

// TestAnOldRevisionStaysReadable: to those who review and to the owner, with all that is beside it, as it was.
func TestAnOldRevisionStaysReadable(t *testing.T) {
	house := open(t)
	beside := []string{"", "/report.json", "/submission.yaml", "/chart.json"}
	address := house.address("/submissions/WAITING")
	before := map[string]string{}
	for _, name := range beside[1:] {
		_, before[name] = house.statusAs(t, "reviewer", address+name)
	}
	house.resubmit(t)
	for _, name := range beside {
		for visitor, want := range map[string]int{"reviewer": 200, "submitter": 200, "stranger": 404, "conflicted": 403,
			"admin": 404} {
			status, body := house.statusAs(t, visitor, address+name+"?revision=1")
			if status != want {
				t.Errorf("%s gets %d for %s, not %d", visitor, status, name, want)
			}
			if want == http.StatusOK && name != "" && body != before[name] {
				t.Errorf("%s of revision 1 is another now", name)
			}
		}
	}
	_, body := house.statusAs(t, "reviewer", address+"?revision=1")
	if !strings.Contains(body, "is not the current one") || strings.Contains(body, "data-chart") ||
		strings.Contains(body, "/moves") {
		t.Error("an old revision looks like the one that counts")
	}
	for _, link := range []string{"/report.json?revision=1", "/bundle.zip?revision=1", "/submission.yaml?revision=1",
		"meter.csv?revision=1"} {
		if !strings.Contains(body, link) {
			t.Errorf("an old revision does not lead to its own %s", link)
		}
	}
}

// TestWhatWasReturnedIsNotPublished: a list makes public what it holds, and nothing that was submitted before.
func TestWhatWasReturnedIsNotPublished(t *testing.T) {
	house := open(t)
	house.resubmit(t)
	_, err := house.store.Reviews.Move(t.Context(), house.waiting, review.Take, house.people["reviewer"], "")
	must(t, err)
	_, err = house.store.Reviews.Move(t.Context(), house.waiting, review.Accept, house.people["reviewer"], "")
	must(t, err)
	_, err = house.store.Lists.PublishEdition(t.Context(), "2026-11", house.people["editor"], review.Outstanding.Anyway)
	must(t, err)
	public, own := house.address("/entries/WAITING"), house.address("/submissions/WAITING")
	for _, c := range []struct {
		visitor, address string
		want             int
	}{
		{"public", public, 200}, {"public", public + "?revision=2", 200}, {"public", public + "?revision=1", 404},
		{"public", public + "/report.json?revision=1", 404},
		{"stranger", own + "?revision=1", 404}, {"stranger", own + "/compare", 404}, {"conflicted", own, 200},
		{"conflicted", own + "?revision=1", 403},
		{"conflicted", own + "/compare", 403}, {"reviewer", own + "?revision=1", 200},
		{"submitter", own + "/compare?from=1&to=2", 200},
	} {
		if status, _ := house.statusAs(t, c.visitor, c.address); status != c.want {
			t.Errorf("%s gets %d at %s, not %d", c.visitor, status, c.address, c.want)
		}
	}
}
