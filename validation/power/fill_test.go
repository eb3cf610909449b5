package power

import (
	"testing"
	"time"
)

// TestFewStepsOfCenturiesReadNoBlocks: three steps of such a length are more than a number holds.
func TestFewStepsOfCenturiesReadNoBlocks(t *testing.T) {
	const count, years = 100 * ChunkBlocks, 250
	at, value := make([]int64, count), make([]int64, count)
	for i := range at {
		at[i] = int64(i-count/2) * (years * 365 * 24 * int64(time.Hour) / count)
	}
	stored, kept, err := Keep(1, NewTraceOfBlocks(1, Power, at, value))
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{3, 4, 5} {
		kept.Chunks = nil
		if cells := stored.Envelope(stored.Span(), width, ""); len(cells) == 0 || len(kept.Chunks) > 10 {
			t.Errorf("%d of %d cells, of which %d chunks are read", len(cells), width, len(kept.Chunks))
		}
	}
}
