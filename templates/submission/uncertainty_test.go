package submission

import "testing"

// TestAChangeOfAPercentIsMarked: from 1% on, a reader's attention is drawn to a change of power, in either direction.
func TestAChangeOfAPercentIsMarked(t *testing.T) {
	t.Parallel()
	for part, want := range map[float64]bool{0: false, 0.0099: false, -0.0099: false, 0.01: true,
		-0.01: true, 0.2: true} {
		if got := notable(part); got != want {
			t.Errorf("a change of %+.2f%% is marked: %t, want %t", part*100, got, want)
		}
	}
}
