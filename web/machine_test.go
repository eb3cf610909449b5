package web_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"green500/templates/pagetest"
)

// sendMachine posts fields and logs of nodes, and returns the page.
func (h *house) sendMachine(t *testing.T, fields, logs map[string]string) (int, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		must(t, form.WriteField(name, value))
	}
	for name, text := range logs {
		part, err := form.CreateFormFile("logs", name)
		must(t, err)
		_, err = io.WriteString(part, text)
		must(t, err)
	}
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		h.server.URL+"/models/merpsys/machine", &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer := h.send(t, "public", request)
	page, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(page)
}

// rowsOf are the cells of the tables of a page, a line a row.
func rowsOf(t *testing.T, page string) (all []string) {
	t.Helper()
	for line := range strings.Lines(textOfRows(t, page)) {
		all = append(all, strings.Join(strings.Fields(line), " "))
	}
	return all
}

func wantRows(t *testing.T, page string, rows ...string) {
	t.Helper()
	text := "\n" + strings.Join(rowsOf(t, page), "\n")
	for _, row := range rows {
		if !strings.Contains(text, "\n"+row) {
			t.Errorf("no row %q in %s", row, text)
		}
	}
}

func linkOf(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for _, a := range pagetest.Elements(root, "a") {
		if pagetest.TextOf(a) == "Link to this calculation" {
			return pagetest.Attribute(a, "href")
		}
	}
	t.Fatal("no link to the calculation")
	return ""
}

// TestAMachineFromLogs: power and deviation come from logs, stand in the fields afterwards, and are computed with.
func TestAMachineFromLogs(t *testing.T) {
	h := open(t)
	log := func(watts ...float64) string {
		var text strings.Builder
		text.WriteString("time,power_w\n")
		for i, w := range watts {
			fmt.Fprintf(&text, "%s,%g\n", time.Date(2016, 5, 4, 9, 0, 10*i, 0, time.UTC).Format(time.RFC3339), w)
		}
		return text.String()
	}
	fields := map[string]string{"kind-0-name": "node", "kind-0-nodes": "32", "kind-0-cores": "12", "form": "spmd",
		"runs": "64 27.47 = 22.7"}
	status, page := h.sendMachine(t, fields, map[string]string{
		"node_idle.csv": log(79, 80, 79, 80), "node_64-processes_1.csv": log(92, 92), "node_64-processes_2.csv": log(92,
			94), "node_64-processes_3.csv": log(94, 96), "node_12-threads.csv": log(159, 159),
	})
	if status != http.StatusOK {
		t.Fatalf("%d: %s", status, page)
	}
	wantRows(t, page, "64 processes 2.0 2 93.3 1.49 fewer than 10 readings", "12 threads 12.0 2 159.0 0.00",
		"64 32 0 27.47 22.79 0.00 22.79 0.36 22.70 +0.4%")
	if !strings.Contains(page, "64/32 93.33 1.49 2") || !strings.Contains(page, "measured by node_idle.csv") ||
		!strings.Contains(page, "10 s apart") {
		t.Error("the fields do not hold what the logs came to")
	}
	for name, c := range map[string]struct {
		change, logs map[string]string
		says         string
	}{
		"a name":      {nil, map[string]string{"gpu_idle.csv": log(1, 1)}, "does not say a kind of the machine"},
		"no readings": {nil, map[string]string{"node_idle.csv": "nothing"}, "node_idle.csv"},
		"a number":    {map[string]string{"kind-0-nodes": "many"}, nil, "is not a number in range"},
		"an empty form": {map[string]string{"kind-0-name": "", "kind-0-nodes": "", "kind-0-cores": ""}, nil,
			"there are 0 kinds"},
		"a run": {map[string]string{"runs": "64 long", "kind-0-power": "12 159"}, nil, "long"},
	} {
		sent := map[string]string{}
		for _, from := range []map[string]string{fields, c.change} {
			for key, value := range from {
				sent[key] = value
			}
		}
		if status, page := h.sendMachine(t, sent, c.logs); status != http.StatusUnprocessableEntity ||
			!strings.Contains(page, c.says) || !strings.Contains(page, html.EscapeString(sent["runs"])) {
			t.Errorf("%s: %d without %q", name, status, c.says)
		}
	}
}

// TestAMachineOfAnEntry: an entry leads to the page with its nodes, and the page leads back.
func TestAMachineOfAnEntry(t *testing.T) {
	h := open(t)
	model := h.read(t, "public", h.address("/models/merpsys?entry=LISTED"))
	to := h.address("/models/merpsys/machine?entry=LISTED")
	if !strings.Contains(model, `href="`+to+`"`) {
		t.Fatal("the model does not lead to the page")
	}
	page := h.read(t, "public", to)
	if !strings.Contains(page, h.address(`href="/entries/LISTED"`)) || !strings.Contains(page,
		"spread evenly over its nodes") || strings.Contains(page, "Value from the publication") {
		t.Error("the page does not take the numbers of the entry")
	}
	if u, err := url.Parse(linkOf(t, page)); err != nil || u.Query().Get("kind-0-nodes") == "" ||
		u.Query().Get("kind-0-nodes") == "32" {
		t.Errorf("%v, %v", u, err)
	}
}
