package data

import (
	"strings"
	"testing"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/lists/bulkfile"
	"green500/validation/lists/listing"
)

// TestTheDataPageStatesNamesAndUnits, and what the file of all lists holds.
func TestTheDataPageStatesNamesAndUnits(t *testing.T) {
	facts := bulkfile.Facts{Rows: 1_200, Size: 1_234_567, SHA256: strings.Repeat("ab", 32), Version: "2026-11-05"}
	page := DataPage{Page: templates.Page{Title: "Data"}, Terms: listing.Dictionary(), File: facts,
		Name: "green500-lists.zip"}
	text := pagetest.TextOf(pagetest.Parse(t, bulk(page)))
	for _, want := range []string{"1,200 rows of 0 lists, 1.2 MB", "2026-11-05", strings.Repeat("ab", 32),
		"Licence: not stated by the operator"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file is described without %q: %s", want, text)
		}
	}
	terms := map[string]string{}
	for _, row := range pagetest.Elements(pagetest.Parse(t, dictionary(page)), "tr") {
		terms[strings.TrimPrefix(pagetest.Attribute(row, "id"), "term-")] = pagetest.TextOf(row)
	}
	for name, unit := range map[string]string{"power": "kW", "power_w": "W", "rmax": "TFlop/s",
		"rmax_gflops": "GFlop/s", "gflops_per_watt": "GFlops/W"} {
		if !strings.Contains(terms[name], unit) {
			t.Errorf("%s is described as %q, without %s", name, terms[name], unit)
		}
	}
	if text := pagetest.TextOf(pagetest.Parse(t, bulk(DataPage{}))); !strings.Contains(text,
		"No list is published yet.") {
		t.Errorf("without lists: %s", text)
	}
}
