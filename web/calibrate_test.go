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

// calibrates posts fields and files by their field and name to the calibration, and returns the answer.
func (h *house) calibrates(t *testing.T, fields map[string]string, files map[[2]string]string) (int, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		must(t, form.WriteField(name, value))
	}
	for of, text := range files {
		part, err := form.CreateFormFile(of[0], of[1])
		must(t, err)
		_, err = io.WriteString(part, text)
		must(t, err)
	}
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		h.server.URL+"/models/simgrid/calibrate", &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer := h.send(t, "public", request)
	page, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(page)
}

// logOfNode has a reading a second, one of which is a slip of the meter.
func logOfNode(watts float64) string {
	text := "time,power_w\n"
	for i := range 30 {
		value := watts
		if i == 12 {
			value = 0
		}
		text += fmt.Sprintf("%s,%.2f\n", time.Date(2016, 10, 5, 9, 0, i, 0, time.UTC).Format(time.RFC3339), value)
	}
	return text
}

// TestWhatCannotBeCalibratedIsSaid beside its field.
func TestWhatCannotBeCalibratedIsSaid(t *testing.T) {
	h := open(t)
	good := map[[2]string]string{{"logs", "n1_idle.csv"}: logOfNode(100), {"logs", "n1_all.csv"}: logOfNode(200)}
	with := func(field, name, text string) map[[2]string]string {
		return map[[2]string]string{{"logs", "n1_idle.csv"}: logOfNode(100), {"logs", "n1_all.csv"}: logOfNode(200),
			{field, name}: text}
	}
	for name, c := range map[string]struct {
		fields map[string]string
		files  map[[2]string]string
		says   string
	}{
		"nothing":       {nil, nil, "there are no logs"},
		"a name":        {nil, with("logs", "watts.csv", logOfNode(1)), "the name does not say node and load"},
		"idle only":     {nil, map[[2]string]string{{"logs", "n1_idle.csv"}: logOfNode(100)}, "of the loaded node"},
		"a speed":       {map[string]string{"speed": "fast"}, good, "is not a number in range"},
		"a saved file":  {nil, with("saved", "a.json", "{"), "a.json"},
		"a trace":       {nil, with("run", "t.txt", "0 compute 1"), "needs the speed of a core"},
		"a load series": {nil, with("run", "t.csv", "seconds,load\n0,7\n"), "not a row of a load series"},
		"a hidden file": {map[string]string{"calibration": "<script>"}, nil, "calibration.json"},
	} {
		if status, page := h.calibrates(t, c.fields, c.files); status != http.StatusUnprocessableEntity ||
			!strings.Contains(page, c.says) || strings.Contains(page, "<script>") {
			t.Errorf("%s: %d without %q", name, status, c.says)
		}
	}
}
