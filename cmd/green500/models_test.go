package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAReaderAsksTheModels: each model shows its source's example, follows what is typed, takes the numbers of an entry,
// and keeps what cannot be read in its field.
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
		if !strings.Contains(strings.ReplaceAll(evaluate[string](b, "document.querySelector('main').innerText"), "−", "-"), model.says) {
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
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("td a[href^='/entries/'], th a[href^='/entries/']").click()`))
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
