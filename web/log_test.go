package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"green500/store/submissions"
)

// unknownLog is what no document describes: semicolons, decimal commas, days before months, kilowatts,
// and a clock on UTC that nobody names. The load is that of the core phase of folder's HPL.out.
func unknownLog() string {
	core := time.Date(2026, 11, 5, 9, 20, 0, 0, time.UTC)
	var log strings.Builder
	log.WriteString("Zeit;Leistung [kW];Temperatur\n")
	for at := core.Add(-10 * time.Minute); at.Before(core.Add(40 * time.Minute)); at = at.Add(5 * time.Second) {
		load := 3.2
		if !at.Before(core) && at.Before(core.Add(10*time.Minute)) {
			load = 41.5
		}
		fmt.Fprintf(&log, "%s;%s;21,5\n", at.Format("02.01.2006 15:04:05"),
			strings.Replace(fmt.Sprintf("%.3f", load+float64(at.Second())/1e3), ".", ",", 1))
	}
	return log.String()
}

// bring starts an entry from a log and an output of HPL, whose zone the form tells.
func (h *house) bring(t *testing.T, files map[string]string) int64 {
	t.Helper()
	return h.bringTo(t, files, "Europe/Berlin")
}

// bringTo starts an entry from files, of a run in a zone.
func (h *house) bringTo(t *testing.T, files map[string]string, zone string) int64 {
	t.Helper()
	answer, _ := h.upload(t, files)
	var entry int64
	if _, err := fmt.Sscanf(answer.Header.Get("Location"), "/submissions/%d", &entry); err != nil {
		t.Fatalf("%d: %v", answer.StatusCode, err)
	}
	fields := h.form(t, entry)
	fields["run.timezone"] = zone
	if status, page := h.press(t, entry, fields, "save"); status != http.StatusSeeOther {
		t.Fatalf("%d:\n%s", status, page)
	}
	return entry
}

func logAddress(entry int64, file string) string {
	return "/submissions/" + number(entry) + "/log?" + url.Values{"file": {file}}.Encode()
}

// correct sends the page on a file with a button, and returns the answer with its text.
func (h *house) correct(t *testing.T, address string, fields map[string]string,
	action string) (*http.Response, string) {
	t.Helper()
	form := url.Values{"action": {action}}
	for name, value := range fields {
		form.Set(name, value)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address,
		strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := h.send(t, "submitter", request)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

// says demands that a page says something, whatever its tags.
func says(t *testing.T, page string, sentences ...string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	text := strings.Join(strings.Fields(content(root)), " ")
	for _, sentence := range sentences {
		if !strings.Contains(text, sentence) {
			t.Fatalf("the page does not say %q:\n%s", sentence, text)
		}
	}
}

// TestBringYourOwnLog: an unknown log is understood, corrected, used and saved as a preset, by which the
// next one is read at once; all without a script.
func TestBringYourOwnLog(t *testing.T) {
	h := open(t)
	files := map[string]string{"pdu.csv": unknownLog(), "HPL.out": folder(t)["run/HPL.out"]}
	entry := h.bring(t, files)
	says(t, h.read(t, "submitter", "/submissions/"+number(entry)+"/edit"), "Import settings: pdu.csv")
	address := logAddress(entry, "pdu.csv")

	page := h.read(t, "submitter", address)
	says(t, page, "Leistung [kW]", "600 readings", "every 5s", "It is that of the output", "by HPL.out",
		"The core phase does not fit the load.", "1 h earlier it fits, to")
	fields := filled(t, page)
	fields["series[0].timezone"], fields["series[0].stamp"] = "UTC", "end"
	answer, page := h.correct(t, address, fields, "look")
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%d:\n%s", answer.StatusCode, page)
	}
	says(t, page, "The core phase fits the load.", "You stated this")
	fields = filled(t, page)
	if fields["series[0].timezone"] != "UTC" || fields["shown.series[0].timezone"] != "" ||
		fields["shown.series[0].unit"] != "kW" {
		t.Errorf("what was said and what was guessed are mixed up: %v", fields)
	}

	fields["name"] = "PDU of room 2"
	_, page = h.correct(t, address, fields, "keep")
	says(t, page, "The preset PDU of room 2 is saved.", "matches this log")
	_, again := h.correct(t, address, fields, "keep")
	says(t, again, "there is already a preset called PDU of room 2", "The core phase fits the load.")

	answer, page = h.correct(t, address, filled(t, page), "use")
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("%d:\n%s", answer.StatusCode, page)
	}
	held, err := submissions.DecodeDocument(h.document(t, entry).Document)
	must(t, err)
	if s := held.Series[0]; len(held.Series) != 1 || s.File != "pdu.csv" || s.Meter != "" || s.Unit != "kW" ||
		s.Timezone != "UTC" || s.Stamp != "end" || s.Value != "Leistung [kW]" {
		t.Errorf("the document has %+v", held.Series)
	}
	says(t, h.read(t, "submitter", address), "Series 1 of the document reads this file.",
		"The core phase fits the load.")

	fields = filled(t, h.read(t, "submitter", address))
	fields["series[0].stamp"] = "begin"
	h.correct(t, address, fields, "use")
	held, err = submissions.DecodeDocument(h.document(t, entry).Document)
	must(t, err)
	if len(held.Series) != 1 || held.Series[0].Stamp != "begin" {
		t.Errorf("the series of the file was not changed: %+v", held.Series)
	}

	next := logAddress(h.bring(t, files), "pdu.csv")
	page = h.read(t, "submitter", next)
	says(t, page, "The preset PDU of room 2 is applied.", "The core phase fits the load.")
	_, page = h.correct(t, next, filled(t, page), "forget:1")
	says(t, page, "The preset PDU of room 2 was deleted.", "The core phase fits the load.")
	if page = h.read(t, "submitter", next); strings.Contains(page, "PDU of room 2") {
		t.Error("a deleted preset is still there")
	}
}

// TestAChartHasTheZoneThatWasTold: if nobody told one, it claims none.
func TestAChartHasTheZoneThatWasTold(t *testing.T) {
	h := open(t)
	address := logAddress(h.bringTo(t, map[string]string{"pdu.csv": unknownLog()}, ""), "pdu.csv")
	page := h.read(t, "submitter", address)
	says(t, page, "time (as in the log)", "times are as in the log")
	if strings.Contains(page, "UTC+") {
		t.Error("the page tells an offset of times that have none")
	}
	fields := filled(t, page)
	fields["series[0].timezone"] = "Asia/Tokyo"
	_, page = h.correct(t, address, fields, "look")
	says(t, page, "time (UTC+09:00)", "times are UTC+09:00")
}

// TestLogErrorsAreShownAtTheirField: what was typed is never lost, and nothing is saved by half.
func TestLogErrorsAreShownAtTheirField(t *testing.T) {
	h := open(t)
	entry := h.bring(t, map[string]string{"pdu.csv": unknownLog(), "HPL.out": folder(t)["run/HPL.out"]})
	address := logAddress(entry, "pdu.csv")
	for _, c := range []struct{ field, typed, want string }{
		{"timezone", "Mars/Olympus", "is not a time zone"},
		{"time", "no such column", "no such column"},
		{"value", "no such column", "no such column"},
		{"unit", "furlong", "furlong"},
		{"wraps_at", "many", "is not a number"},
		{"origin", "2026-05-01 10:00", "has no zone"},
	} {
		t.Run(c.field, func(t *testing.T) {
			for _, action := range []string{"look", "keep"} {
				path := "series[0]." + c.field
				fields := filled(t, h.read(t, "submitter", address))
				fields[path], fields["name"], fields["series[0].stamp"] = c.typed, "A name", "middle"
				answer, page := h.correct(t, address, fields, action)
				if answer.StatusCode != http.StatusUnprocessableEntity {
					t.Errorf("%s got %d", action, answer.StatusCode)
				}
				says(t, page, c.want, "Columns")
				kept := filled(t, page)
				if kept[path] != c.typed || kept["name"] != "A name" || kept["series[0].stamp"] != "middle" {
					t.Errorf("what was typed is lost: %q", kept[path])
				}
				if !strings.Contains(page, `id="f-series-0-`+c.field+`-error"`) {
					t.Errorf("the error is not shown at its field:\n%s", page)
				}
			}
		})
	}
	fields := filled(t, h.read(t, "submitter", address))
	form := h.form(t, entry)
	form["series[0].stamp"], fields["series[0].stamp"] = "begin", "middle"
	h.press(t, entry, form, "save")
	answer, page := h.correct(t, address, fields, "use")
	if answer.StatusCode != http.StatusConflict {
		t.Errorf("got %d", answer.StatusCode)
	}
	says(t, page, "changed how this file is read in the meantime")
}

// TestOtherReadingsAreSettledAnew: what was said of one column is not said of another.
func TestOtherReadingsAreSettledAnew(t *testing.T) {
	h := open(t)
	log := "time,node power (W),total energy (kWh)\n"
	for i := range 30 {
		log += fmt.Sprintf("2026-11-05T09:00:%02dZ,%d,%g\n", i, 400+i%3, 7+float64(i)/8)
	}
	address := logAddress(h.bring(t, map[string]string{"pdu.csv": log}), "pdu.csv")
	page := h.read(t, "submitter", address)
	fields := filled(t, page)
	first := fields["series[0].value"]
	other, choice := "node power (W)", `{"value":"node power (W)"}`
	if first == other {
		other, choice = "total energy (kWh)", `{"value":"total energy (kWh)"}`
	}
	fields["series[0].unit"], fields["series[0].stamp"], fields["proposal"] = "MW", "end", choice
	_, page = h.correct(t, address, fields, "use")
	says(t, page, "nothing was done yet")
	if got := filled(t, page); got["series[0].value"] != other || got["series[0].unit"] == "MW" ||
		got["series[0].stamp"] != "end" {
		t.Errorf("got %v", got)
	}
}

// TestAFileThatIsNoLogSaysSo in one sentence.
func TestAFileThatIsNoLogSaysSo(t *testing.T) {
	h := open(t)
	files := map[string]string{"photo.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "empty.csv": "",
		"damaged.csv.gz": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x4c", "words.txt": "no readings here\n",
		"untimed.csv": "model,watts\nnet1,500\nnet2,400\n", "<b>&.csv": "<i>time</i>,power_w\n<script>,1\n"}
	entry := h.bring(t, files)
	for name := range files {
		page := h.read(t, "submitter", logAddress(entry, name))
		if strings.Contains(page, "goroutine") || strings.Contains(page, "<script>,") ||
			strings.Contains(page, "<b>&") || !strings.Contains(page, `role="alert"`) {
			t.Errorf("%s:\n%s", name, page)
		}
	}
	if page := h.read(t, "submitter", logAddress(entry, "untimed.csv")); !strings.Contains(page,
		"untimed.csv, line 1, time: no column is called so") {
		t.Errorf("the page of a log without times does not say so:\n%s", page)
	}
}
