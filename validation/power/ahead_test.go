package power

import (
	"slices"
	"testing"
	"time"
)

// TestFewChunksAreHeldAhead: of a log with a gap in each part, the outlines of many chunks are held at a time, and the blocks of few.
func TestFewChunksAreHeldAhead(t *testing.T) {
	const count = 2 * aheadOutlines * ChunkBlocks
	at, value := make([]int64, count), make([]int64, count)
	for i := range at {
		at[i] = int64(i+i/fan) * int64(time.Second)
	}
	stored, _, err := Keep(1, NewTraceOfBlocks(1, Power, at, value))
	if err != nil {
		t.Fatal(err)
	}
	o := stored.overview()
	always, never := func(*node) bool { return true }, func(*node) bool { return false }
	a := &ahead{overview: o, look: look{func(*node, int, int) bool { return true }, always, never}, to: o.blocks()}
	for i := range o.chunks {
		if c := a.chunk(i); c.index != i || c.outline {
			t.Fatalf("chunk %d is asked for, and %d is returned: without its blocks %v", i, c.index, c.outline)
		}
		held := 0
		for _, c := range slices.Concat(a.opened.chunks, a.outlined.chunks) {
			if c != nil && !c.outline {
				held++
			}
		}
		if held > aheadChunks {
			t.Fatalf("%d chunks are held with their blocks, and %d are a bound", held, aheadChunks)
		}
	}
}

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
