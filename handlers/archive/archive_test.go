package archive

import (
	"testing"
	"time"

	"green500/store/lists"
	"green500/validation/lists/citation"
)

// TestARowOfAnArchivedListIsInItsUnits: TFlop/s, kilowatts and GFlops/W; what an erratum took out says when and why.
func TestARowOfAnArchivedListIsInItsUnits(t *testing.T) {
	at := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	row := lists.ListRow{System: "A", Site: "KIT", Country: "DE", Rmax: 9_950_125, Power: 1_326_666, Efficiency: 7.504,
		EfficiencyUncertainty: new(0.254), Level: 2}
	on := lists.EntryListing{Row: row, Rank: 3, TakenOut: true, Errata: []lists.Erratum{{Reason: "a wrong log"}}}
	got := (&making{}).listRow(on, citation.Work{TakenOut: at})
	for want, said := range map[string]string{
		"KIT, DE": got.Place, "9,950.1": got.Rmax, "1,326.7": got.Power, "7.50 ± 0.25": got.Efficiency,
		"Level 2": got.Level, "Taken out on 2026-12-01: a wrong log": got.Removed,
	} {
		if said != want {
			t.Errorf("got %q, want %q", said, want)
		}
	}
	if licence("")["@id"] != "#licence" || licence("https://example.org/by")["@id"] != "https://example.org/by" {
		t.Error("a licence is invented, or not stated")
	}
}
