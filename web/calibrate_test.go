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
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+"/models/simgrid/calibrate", &body)
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

// TestNodesAreCalibrated: logs at two clocks give both states, the slips of the meter and the files; the file gives the same,
// and predicts a run.
func TestNodesAreCalibrated(t *testing.T) {
	h := open(t)
	logs := map[[2]string]string{}
	for name, watts := range map[string]float64{
		"2300MHz_idle": 92.75, "2300MHz_1of12": 114.62, "2300MHz_all": 174.38, "1200MHz_idle": 93.25, "1200MHz_1of12": 104.62, "1200MHz_all": 123.62,
	} {
		logs[[2]string{"logs", "taurus-8_" + name + ".csv"}] = logOfNode(watts)
	}
	status, page := h.calibrates(t, map[string]string{"speed": "18.4", "off": "10"}, logs)
	text := strings.Join(strings.Fields(textOfRows(t, page)), " ")
	if status != http.StatusOK || !strings.Contains(text, "taurus-8 2300 MHz 92.75 114.62 174.38 1.0000 0.00 75 3") || !strings.Contains(text, "taurus-8 1200 MHz 93.25 104.62 123.62") {
		t.Fatalf("%d: %s", status, text)
	}
	for _, words := range []string{"6 readings left out as unreliable", "taurus-8: 0.00 W at 2016-10-05T09:00:12Z in taurus-8_1200MHz_all.csv", "Try another load"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %q", words)
		}
	}
	_, saved := h.calibrates(t, map[string]string{"speed": "18.4", "node_set": "thin", "format": "json"}, logs)
	if !strings.Contains(saved, `"node_set": "thin"`) {
		t.Errorf("the node set is not in the file: %s", saved)
	}
	file := map[[2]string]string{{"saved", "calibration.json"}: saved}
	_, written := h.calibrates(t, map[string]string{"format": "platform"}, file)
	if !strings.Contains(written, `id="taurus-8" speed="18.4Gf,9.6Gf" core="12"`) {
		t.Errorf("the platform is %s", written)
	}
	var trace strings.Builder
	for i := range 12 {
		fmt.Fprintf(&trace, "%d compute 1.84e12\n", i)
	}
	status, page = h.calibrates(t, map[string]string{"calibration": saved, "workload": "EP", "measured": "175"}, map[[2]string]string{{"run", "ep.trace"}: trace.String()})
	text = strings.Join(strings.Fields(textOfRows(t, page)), " ")
	if status != http.StatusOK || !strings.Contains(text, "Mean power 174.38 W") || !strings.Contains(text, "Run time 100.0 s") || !strings.Contains(page, "reached this error for EP") || !strings.Contains(page, "within 3 times the error of the model") {
		t.Errorf("%d: %s", status, text)
	}
}

// TestWhatCannotBeCalibratedIsSaid beside its field.
func TestWhatCannotBeCalibratedIsSaid(t *testing.T) {
	h := open(t)
	good := map[[2]string]string{{"logs", "n1_idle.csv"}: logOfNode(100), {"logs", "n1_all.csv"}: logOfNode(200)}
	with := func(field, name, text string) map[[2]string]string {
		return map[[2]string]string{{"logs", "n1_idle.csv"}: logOfNode(100), {"logs", "n1_all.csv"}: logOfNode(200), {field, name}: text}
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
		if status, page := h.calibrates(t, c.fields, c.files); status != http.StatusUnprocessableEntity || !strings.Contains(page, c.says) || strings.Contains(page, "<script>") {
			t.Errorf("%s: %d without %q", name, status, c.says)
		}
	}
}

// TestStatesOfANodeComeBack: the twelve states of figure 6 go through the page of the model and come back.
func TestStatesOfANodeComeBack(t *testing.T) {
	h := open(t)
	const states = "92.75:114.62:174.38, 92.75:113.25:168.62, 92.88:112.25:162.88, 92.88:110.75:157.12, 92.88:110.38:151.75, 92.88:109.38:147.25, 92.88:108.62:142.75, 93:107.38:138.25, 93.12:106.75:134, 93:106.5:130.62, 93:105.12:127, 93.25:104.62:123.62"
	figure := `<platform version="4"><AS id="lyon" routing="None"><host id="taurus-8.Lyon.grid5000.fr" speed="20000" core="12"><prop id="watt-per-state" value="` + states + `"/><prop id="watt-off" value="10"/></host></AS></platform>`
	answer, _ := h.exchange(t, figure, "")
	at := answer.Header.Get("Location")
	page := strings.Join(strings.Fields(textOfRows(t, h.read(t, "public", at))), " ")
	for i, state := range strings.Split(states, ", ") {
		if row := fmt.Sprintf("%d 0.00002", i); !strings.Contains(page, row) {
			t.Errorf("no row %q for %s in %s", row, state, page)
		}
	}
	written := h.read(t, "public", strings.Replace(at, "/models/simgrid?", "/models/simgrid/platform.xml?", 1))
	again, _ := h.exchange(t, written, "node")
	if got := again.Header.Get("Location"); got != at {
		t.Errorf("read again it is %s, not %s", got, at)
	}
}
