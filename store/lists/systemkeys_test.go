package lists_test

import (
	"slices"
	"testing"

	"green500/store/lists"
	"green500/validation/lists/listing"
)

func someLines() []lists.KeyLine {
	return []lists.KeyLine{
		{List: "green500-2013-11", Kind: listing.Green500, Edition: "2013-11", Rank: 7, System: 1, Same: "a"},
		{List: "green500-2014-06", Kind: listing.Green500, Edition: "2014-06", Rank: 9, System: 1, Same: "a"},
		{List: "green500-2018-11", Kind: listing.Green500, Edition: "2018-11", Rank: 3, System: 2,
			Number: 179_807, Same: "b"},
		{List: "green500-2014-06", Kind: listing.Green500, Edition: "2014-06", Rank: 20, System: 2, Same: "twin"},
		{List: "green500-2014-06", Kind: listing.Green500, Edition: "2014-06", Rank: 21, System: 3, Same: "twin"},
		{List: "2026-11", Kind: listing.Graded, Edition: "2026-11", Rank: 1, System: 1, Entry: 5, Same: "a"},
		{List: "2026-11", Kind: listing.Graded, Edition: "2026-11", Rank: 2, System: 4, Entry: 6, Same: "c"},
	}
}

// TestKeys: a machine is known by its number in the TOP500, else by its earliest line; lines that a list does not tell
// apart are known by themselves, and every key that a machine had leads to it.
func TestKeys(t *testing.T) {
	for range 2 {
		lines := someLines()
		slices.Reverse(lines)
		keys := lists.SystemKeysOf(lines, map[int64]int64{2: 179_807})
		for system, want := range map[int64]string{1: "green500-2013-11-7", 2: "top500-179807",
			3: "green500-2014-06-21", 4: "entry-6", 9: ""} {
			if got := keys.OfSystem(system); got != want {
				t.Errorf("system %d is %q, want %q", system, got, want)
			}
		}
		for key, want := range map[string]int64{"green500-2013-11-7": 1, "green500-2014-06-9": 1, "entry-5": 1,
			"top500-179807": 2, "green500-2014-06-20": 2, "green500-2018-11-3": 2, "entry-6": 4} {
			if got, ok := keys.System(key); got != want || !ok {
				t.Errorf("%s leads to %d, want %d", key, got, want)
			}
		}
		if _, ok := keys.System("top500-1"); ok {
			t.Error("a number that nobody has leads to a system")
		}
		twin := listing.Row{List: "green500-2014-06", Kind: listing.Green500, Rank: 20, SystemID: 2}
		if got := keys.OfLine(twin); got != "green500-2014-06-20" {
			t.Errorf("a line that the list does not tell apart is %s", got)
		}
		if got := keys.OfLine(listing.Row{List: "2026-11", Kind: listing.Graded, Rank: 1, EntryID: 5,
			SystemID: 1}); got != "green500-2013-11-7" {
			t.Errorf("a line of ours is %s", got)
		}
	}
}
