package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAReaderAsksTheModels: each model shows its source's example, follows what is typed, takes the numbers of an
// entry, and keeps what cannot be read in its field.
func TestAReaderAsksTheModels(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/models")
	b.must("Energy models")
	b.photograph("models")
	for _, model := range []struct{ name, says string }{
		{"algorithmic", "0.606"}, {"pascol", "-6.0"}, {"merpsys", "0.1512"}, {"simgrid", "141.78"},
	} {
		b.visit("/models/" + model.name)
		if !strings.Contains(
			strings.ReplaceAll(evaluate[string](b, "document.querySelector('main').innerText"), "−", "-"), model.says) {
			b.Errorf("the page of %s does not say %s", model.name, model.says)
		}
		b.photograph("model-" + model.name)
	}
	b.visit("/models/pascol/study")
	b.must("Logs of the runs")
	b.photograph("model-study")
	b.visit("/models/simgrid")
	b.fill("#busy", "12")
	b.press("Calculate:  Power against load, and the whole machine")
	b.must("174.38")
	b.visit("/models/simgrid")
	b.fill("#busy", "many")
	b.press("Calculate:  Power against load, and the whole machine")
	b.must("is not a number")
	if kept := evaluate[string](b, "document.querySelector('#busy').value"); kept != "many" {
		b.Errorf("the field holds %q", kept)
	}
	b.visit("/")
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelector("td a[href^='/entries/'], th a[href^='/entries/']").click()`))
	b.waitFor(`location.pathname.startsWith("/entries/")`)
	b.settle()
	b.press("Use these numbers in the energy models")
	b.press("Algorithmic time, energy and power")
	b.must("Fields with its values are marked.")
	b.must("from the entry")
	b.photograph("model-of-entry")
	if moved := evaluate[bool](b, `document.documentElement.scrollWidth > innerWidth`); moved {
		b.Errorf("the page is wider than the window")
	}
}

// TestFigure6FromLogs: a person uploads idle and load logs of a node at twelve clocks in the browser, gets figure 6 of
// Heinrich et al., and takes the node through SimGrid's file with all of its states.
func TestFigure6FromLogs(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	var logs []string
	folder := t.TempDir()
	states := strings.Split("92.75:114.62:174.38 92.75:113.25:168.62 92.88:112.25:162.88 92.88:110.75:157.12 "+
		"92.88:110.38:151.75 92.88:109.38:147.25 "+
		"92.88:108.62:142.75 93.00:107.38:138.25 93.12:106.75:134.00 93.00:106.50:130.62 93.00:105.12:127.00 "+
		"93.25:104.62:123.62", " ")
	for i, state := range states {
		for n, load := range []string{"idle", "1of12", "all"} {
			text := "time,power_w\n"
			for second := range 20 {
				text += fmt.Sprintf("2016-10-05T09:00:%02dZ,%s\n", second, strings.Split(state, ":")[n])
			}
			logs = append(logs, filepath.Join(folder, fmt.Sprintf("taurus-8_%dMHz_%s.csv", 2300-100*i, load)))
			must(t, os.WriteFile(logs[len(logs)-1], []byte(text), 0o600))
		}
	}
	b.visit("/models/simgrid")
	b.press("calibrate nodes from their logs")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#logs"), logs))
	b.fill("#speed", "18.4")
	b.press("Calibrate")
	b.must("Power of the nodes")
	rows := evaluate[string](b, `[...document.querySelectorAll("section[aria-labelledby=nodes-title] tbody tr")]
		.map(r => [...r.cells].slice(1, 5).map(c => c.textContent.trim()).join(":")).join(" ")`)
	var want []string
	for i, state := range states {
		want = append(want, fmt.Sprintf("%d MHz:%s", 2300-100*i, state))
	}
	if rows != strings.Join(want, " ") {
		b.Errorf("the page shows %s", rows)
	}
	b.photograph("model-calibrated")
	b.axe("model-calibrated")
	if moved := evaluate[bool](b, `document.documentElement.scrollWidth > innerWidth`); moved {
		b.Errorf("the page is wider than the window")
	}
	b.do(chromedp.Evaluate[chromedp.Void](
		`document.querySelectorAll("section[aria-labelledby=nodes-title] tbody a")[6].click()`))
	b.waitFor(`location.pathname === "/models/simgrid" && document.querySelector("#all").value === "142.75"`)
	if kept := evaluate[int](b, `document.querySelectorAll("#states tbody tr").length`); kept != len(states) {
		b.Errorf("%d states are kept", kept)
	}
	b.axe("model-states")
	file := filepath.Join(folder, "platform.xml")
	must(t, os.WriteFile(file, []byte(evaluate[string](b, `(() => { const x = new XMLHttpRequest(); x.open("GET",
		document.querySelector("a[href*='platform.xml']").href, false); x.send(); return x.responseText; })()`)),
		0o600))
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#platform"), []string{file}))
	b.press("Read file")
	b.waitFor(`document.querySelectorAll("#states tbody tr").length === 12 &&
		document.querySelector("#all").value === "142.75"`)
}
