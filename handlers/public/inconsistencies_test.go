package public

import (
	"bytes"
	"strings"
	"testing"

	publicpage "green500/templates/public"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
)

func inconsistent(edition string, system int64, listed, computed float64,
	explained published.Explanation) publicpage.Inconsistency {
	return publicpage.Inconsistency{
		Contradiction: published.Contradiction{Rank: 3, System: "=System", Listed: listed, Recomputed: computed,
			Explained: explained},
		Entry: listing.Row{List: "green500-" + edition, Edition: edition, Kind: listing.Green500, SystemID: system},
	}
}

func TestInconsistentEntriesAreChosenByListKindAndSize(t *testing.T) {
	all := []publicpage.Inconsistency{
		inconsistent("2025-06", 7, 110, 100, published.Unexplained), inconsistent("2025-06", 8, 99, 100,
			published.Rounded), inconsistent("2024-06", 7, 50, 100, published.OptimizedRun),
		inconsistent("2023-06", 0, 200, 100, published.Unexplained),
	}
	enterSince(all)
	for i, want := range []string{"2024-06", "2025-06", "2024-06", "2023-06"} {
		if all[i].Since != want {
			t.Errorf("entry %d: since %s, want %s", i, all[i].Since, want)
		}
	}
	for _, one := range []struct {
		asked publicpage.InconsistencyFilter
		want  int
		wrong bool
	}{
		{publicpage.InconsistencyFilter{}, 4, false}, {publicpage.InconsistencyFilter{List: "green500-2025-06"}, 2,
			false}, {publicpage.InconsistencyFilter{Kind: "unexplained"}, 2, false},
		{publicpage.InconsistencyFilter{Kind: "rounded"}, 1, false}, {publicpage.InconsistencyFilter{Least: "10"}, 3,
			false}, {publicpage.InconsistencyFilter{Least: "50.5"}, 1, false},
		{publicpage.InconsistencyFilter{Least: "much"}, 4, true}, {publicpage.InconsistencyFilter{List: "none"}, 0,
			true}, {publicpage.InconsistencyFilter{Kind: "none"}, 0, true},
	} {
		if rows, err := chosen(all, []string{"green500-2025-06"}, one.asked); len(rows) != one.want ||
			(err != nil) != one.wrong {
			t.Errorf("%+v: got %d, %v, want %d", one.asked, len(rows), err, one.want)
		}
	}
	var out bytes.Buffer
	if err := writeInconsistencies(&out, all[:1]); err != nil {
		t.Fatal(err)
	}
	if _, row, _ := strings.Cut(out.String(),
		"\r\n"); !strings.HasPrefix(row, "green500-2025-06,green500,2025-06,3,7,'=System,,,100,110,10.0") ||
		!strings.HasSuffix(row, ",unexplained,2024-06\r\n") {
		t.Errorf("got %s", row)
	}
}
