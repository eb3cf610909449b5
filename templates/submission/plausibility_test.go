package submission

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/lab/model"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

func panelText(t *testing.T, p plausibility.Panel, remarks bool) string {
	t.Helper()
	var text strings.Builder
	if err := plausibilitySection(p, 50, remarks, "/platform.xml", "7").Render(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestThePanelSaysWhatItHas: remarks are for those who review, every figure that is drawn stands in the table, and what
// is not known is not made up.
func TestThePanelSaysWhatItHas(t *testing.T) {
	if text := panelText(t, plausibility.Panel{}, true); text != "" {
		t.Errorf("an empty panel says %q", text)
	}
	bare := plausibility.Panel{Held: 1000, HeldName: "claimed power",
		Missing: []string{"Node model: no idle power was measured."}, Questions: []string{"Ask <why>."}}
	text := panelText(t, bare, true)
	for words, there := range map[string]bool{"no idle power was measured": true, "Ask &lt;why&gt;.": true,
		"Constant": false, "platform.xml": false, "<svg": false} {
		if strings.Contains(text, words) != there {
			t.Errorf("%q is there: %v", words, !there)
		}
	}
	if strings.Contains(panelText(t, bare, false), "Ask") {
		t.Error("remarks are shown to everybody")
	}
	full := bare
	full.Predictions = []plausibility.Prediction{{Name: "Node model", Power: 2000, Error: 40, Residual: -1000,
		Beyond: true}}
	full.Sets = []plausibility.Set{{Nodes: 9, Measured: 9, Power: model.NodePower{Static: 50, Dynamic: 70},
		Assumed: true, Variation: 0.02}}
	text = panelText(t, full, false)
	for _, words := range []string{"not explained", "−50.00%", "<svg", "/platform.xml", "assume 2.0%"} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is not there:\n%s", words, text)
		}
	}
	if marks, rows := strings.Count(text, "<circle"), len(expectedTable(full).Rows); marks != rows {
		t.Errorf("%d figures are drawn, %d stand in the table", marks, rows)
	}
}

// TestTheLogAloneNoticesNoCommonError: only data from outside the run say which error would be noticed.
func TestTheLogAloneNoticesNoCommonError(t *testing.T) {
	p := plausibility.Panel{Held: 1000, HeldName: "computed power",
		Predictions: []plausibility.Prediction{{Name: "Half of the instruments", Power: 1000, Error: 11}}}
	for _, outside := range []bool{false, true} {
		p.Predictions[0].Outside = outside
		var decision strings.Builder
		if err := modelWarnings(p, "7").Render(t.Context(), &decision); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{decision.String(), panelText(t, p, true)} {
			if strings.Contains(text, "independent") || strings.Contains(text, "would be noticed") != outside ||
				!strings.Contains(text, "common to all meters cannot be noticed") {
				t.Errorf("outside: %v: %s", outside, text)
			}
		}
	}
}

// TestChangedNodesAreCounted: the greatest changes are named, and the rest counted.
func TestChangedNodesAreCounted(t *testing.T) {
	p := plausibility.Panel{Compared: 8, Earlier: &plausibility.Earlier{Edition: "2026-06"}}
	if words := againWords(p); !strings.HasPrefix(words, "none of 8 instruments") {
		t.Error(words)
	}
	for i := range 7 {
		p.Again = append(p.Again,
			model.NodeChange{Node: fmt.Sprintf("n%d", i), Earlier: 100, Later: power.Watts(120 - i)})
	}
	if words := againWords(p); !strings.HasPrefix(words, "7 of 8 instruments") ||
		!strings.Contains(words, "n4 +16.00%, and others") || strings.Contains(words, "n5") {
		t.Error(words)
	}
}
