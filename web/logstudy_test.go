package web_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"
)

// sendLogs posts logs by their names to the study, those that end in .out as HPL outputs, and returns the page.
func (h *house) sendLogs(t *testing.T, fields, logs map[string]string) (int, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		must(t, form.WriteField(name, value))
	}
	for name, text := range logs {
		field := "logs"
		if strings.HasSuffix(name, ".out") {
			field = "outputs"
		}
		part, err := form.CreateFormFile(field, name)
		must(t, err)
		_, err = io.WriteString(part, text)
		must(t, err)
	}
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+"/models/pascol/study", &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer := h.send(t, "public", request)
	page, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(page)
}

// logOfRack has a reading every 5 s.
func logOfRack(watts float64, seconds int) string {
	var text strings.Builder
	text.WriteString("time,power_w\n")
	start := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	for at := 0; at <= seconds; at += 5 {
		fmt.Fprintf(&text, "%s,%.2f\n", start.Add(time.Duration(at)*time.Second).Format(time.RFC3339), watts)
	}
	return text.String()
}

// TestLogsThatMakeNoStudy are refused beside the field that took them, and what was typed is kept.
func TestLogsThatMakeNoStudy(t *testing.T) {
	h := open(t)
	for name, c := range map[string]struct {
		fields, logs map[string]string
		says         string
	}{
		"no logs": {nil, nil, "there are no logs"},
		"a name": {nil, map[string]string{"notes.csv": logOfRack(1, 100)},
			"the name does not say primitive, settings and size"},
		"no readings": {nil, map[string]string{"put_polling_16KB.csv": "nothing"}, "put_polling_16KB.csv"},
		"clocks": {map[string]string{"lower": "2000", "higher": "1000"},
			map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)}, "the highest clock is not above the lowest"},
		"a zone": {map[string]string{"timezone": "Mars"},
			map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)}, "is not a zone"},
		"a unit": {map[string]string{"unit": "horse"},
			map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)}, "is not a unit of readings"},
		"a column": {map[string]string{"value": "colour"},
			map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)}, "colour"},
		"an output of no log": {nil, map[string]string{"put_polling_16KB.csv": logOfRack(1, 100),
			"get_polling_16KB.out": "HPL"}, "no log has the name of this output"},
		"an output cut off": {nil, map[string]string{"put_polling_16KB.csv": logOfRack(1, 100),
			"put_polling_16KB.out": "HPL"}, "put_polling_16KB.out"},
		"a time": {map[string]string{"times": "put_polling_16KB.csv, 9:00, 9:05"},
			map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)}, "is not a time with an offset"},
		"a time without readings": {map[string]string{"times": "put_polling_16KB, 2026-11-05T10:00:00Z, " +
			"2026-11-05T10:05:00Z"}, map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)},
			"no readings lie between"},
		"an idle power": {map[string]string{"idle": "much"},
			map[string]string{"put_polling_16KB.csv": logOfRack(1, 100)}, "is not a number in range"},
	} {
		status, page := h.sendLogs(t, c.fields, c.logs)
		if status != http.StatusUnprocessableEntity || !strings.Contains(page, c.says) ||
			!strings.Contains(page, c.fields["idle"]) || !strings.Contains(page, c.fields["times"]) {
			t.Errorf("%s: %d without %q", name, status, c.says)
		}
	}
}
