package archive

import (
	"strings"
	"testing"

	"green500/templates"
	"green500/templates/pagetest"
)

// TestAnArchivedListStatesItsUnits, its errata, and what they took out apart from the list.
func TestAnArchivedListStatesItsUnits(t *testing.T) {
	row := ListRow{Rank: 3, System: "A", Place: "KIT, DE", Rmax: "9,950.0", Power: "1,326.7", Efficiency: "7.50 ± 0.25",
		Level: "Level 2", Files: []templates.Link{{Text: "report", Href: "../a.json"}}}
	removed := ListRow{System: "B", Rmax: "1.0", Power: "2.0", Efficiency: "0.50", Level: "Level 1",
		Removed: "Taken out on 2026-12-01: a wrong log"}
	root := pagetest.Parse(t, List(ListPage{Title: "List", Server: "https://green500.example", Rows: []ListRow{row},
		Removed: []ListRow{removed}, Errata: []string{"Erratum 1"}}))
	tables := pagetest.Elements(root, "table")
	if len(tables) != 2 {
		t.Fatalf("%d tables", len(tables))
	}
	for i, wants := range [][]string{
		{"Rank", "TFlop/s", "kW", "GFlops/W", "3", "KIT, DE", "9,950.0", "1,326.7", "7.50 ± 0.25", "Level 2", "report"},
		{"B", "0.50", "Taken out on 2026-12-01: a wrong log"},
	} {
		text := pagetest.TextOf(tables[i])
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("table %d does not say %q: %s", i+1, want, text)
			}
		}
	}
	if strings.Contains(pagetest.TextOf(tables[0]), "wrong log") ||
		!strings.Contains(pagetest.TextOf(root), "Erratum 1") {
		t.Error("what was taken out is on the list, or the erratum is not told")
	}
}
