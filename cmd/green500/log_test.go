package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/validation/document/sample"
	"green500/validation/review"
)

// unknownLog writes what no document describes into a folder of the test, and the output of HPL beside
// it: semicolons, decimal commas, days before months, kilowatts, and a clock on UTC that nobody names.
func unknownLog(t *testing.T) []string {
	t.Helper()
	core := time.Date(2026, 11, 5, 9, 20, 0, 0, time.UTC) // as the output of the sample has it
	var log strings.Builder
	log.WriteString("Zeit;Leistung [kW];Temperatur\n")
	for at := core.Add(-10 * time.Minute); at.Before(core.Add(20 * time.Minute)); at = at.Add(5 * time.Second) {
		kilowatts := 3.2
		if !at.Before(core) && at.Before(core.Add(10*time.Minute)) {
			kilowatts = 41.5
		}
		fmt.Fprintf(&log, "%s;%s;21,5\n", at.Format("02.01.2006 15:04:05"),
			strings.Replace(fmt.Sprintf("%.3f", kilowatts+float64(at.Second())/1e2), ".", ",", 1))
	}
	folder := t.TempDir()
	names := []string{filepath.Join(folder, "pdu.csv"), filepath.Join(folder, "HPL.out")}
	const mine = 0o600
	must(t, os.WriteFile(names[0], []byte(log.String()), mine))
	must(t, os.WriteFile(names[1], sample.Clean(2, "2.0").Files["HPL.out"], mine))
	return names
}

// TestBringYourOwnLog goes from an unknown log to a series of the document, and by the preset of the
// first submission reads the second.
func TestBringYourOwnLog(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	files := unknownLog(t)
	b.bring(files)
	b.must("The core phase does not fit the load.")
	b.must("1 h earlier it fits")
	b.photograph("log")
	b.fill(`[name="series[0].timezone"]`, "UTC")
	b.fill(`[name="series[0].wraps_at"]`, "never")
	b.press("Update preview")
	b.must("is not a number")
	b.photograph("log-trouble")
	b.fill(`[name="series[0].wraps_at"]`, "")
	b.press("Update preview")
	b.must("The core phase fits the load.")
	b.fill("#name", "PDU of room 2")
	b.press("Save as preset")
	b.must("The preset PDU of room 2 is saved.")
	b.photograph("log-preset")
	b.press("Use these settings")
	b.must("pdu.csv is read so now.")
	if zone := evaluate[string](b, `document.querySelector('[name="series[0].timezone"]').value`); zone != "UTC" {
		t.Errorf("the document has the zone %q", zone)
	}

	b.bring(files)
	b.must("The preset PDU of room 2 is applied.")
	b.must("The core phase fits the load.")
	b.visit(strings.Replace(evaluate[string](b, "location.pathname + location.search"), "pdu.csv", "HPL.out", 1))
	b.photograph("log-none")
}

// bring starts a submission with files, says the zone of the run, and looks at the log.
func (b *tab) bring(files []string) {
	b.Helper()
	b.visit("/submissions/new")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=files]"), files))
	b.send()
	b.press("Expert view")
	b.fill(`[name="run.timezone"]`, "Europe/Berlin")
	b.press("Save")
	b.press("Import settings: pdu.csv")
}
