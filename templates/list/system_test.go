package list

import (
	"testing"

	"green500/validation/lists/listing"
	"green500/validation/power"
)

func TestASystemPageLeadsWithASentence(t *testing.T) {
	level := power.Level(2)
	newest := listing.Row{Kind: listing.Graded, Edition: "2026-06", Rank: 2, Efficiency: new(67.516),
		Uncertainty: new(0.5), Level: &level}
	first := listing.Row{Kind: listing.Top500, Edition: "2025-06", Rank: 40}
	for _, one := range []struct {
		lines []listing.Row
		want  string
	}{
		{[]listing.Row{newest, first},
			"Rank 2 of 7 in Green500 2026-06, with 67.52 ± 0.50 GFlops/W at Level 2. Listed since 2025-06."},
		{[]listing.Row{newest}, "Rank 2 of 7 in Green500 2026-06, with 67.52 ± 0.50 GFlops/W at Level 2."},
		{[]listing.Row{first}, "Rank 40 of 7 in TOP500 2025-06."},
	} {
		if got := (SystemPage{Lines: one.lines, Entries: 7}).says(); got != one.want {
			t.Errorf("got %q, want %q", got, one.want)
		}
	}
}
