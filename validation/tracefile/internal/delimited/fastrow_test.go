package delimited

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestColumnsThatNobodyNeedsArePassed: whatever the row before was like, a step is found where the separators before it
// end, and not where there are fewer.
func TestColumnsThatNobodyNeedsArePassed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &step{skip: rapid.IntRange(1, 40).Draw(t, "skip")}
		for range rapid.IntRange(1, 8).Draw(t, "rows") {
			widths := rapid.SliceOfN(rapid.IntRange(0, 12), 1, s.skip+3).Draw(t, "widths")
			cells := make([]string, len(widths))
			for i, width := range widths {
				cells[i] = strings.Repeat("9", width)
			}
			want := -1
			if len(cells) > s.skip {
				want = len(strings.Join(cells[:s.skip], ";")) + 1
			}
			if got := s.pass([]byte(strings.Join(cells, ";")), ';'); got != want {
				t.Fatalf("the step behind %d columns of %q begins at %d, want %d", s.skip, cells, got, want)
			}
		}
	})
}
