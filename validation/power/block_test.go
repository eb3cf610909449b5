package power_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestBlocksTakeLittleRoom: the goal of the canonical form leaves 250 bytes for a block.
func TestBlocksTakeLittleRoom(t *testing.T) {
	for name, c := range map[string]struct {
		late  uint64
		bytes int
	}{"steady": {0, 90}, "unsteady": {50_000_000, 130}} {
		_, kept := long(64*power.BlockReadings, c.late).kept(t, power.BlockReadings)
		if got := len(kept.Coded[0]) / 64; got > c.bytes {
			t.Errorf("%s: %d bytes a block", name, got)
		} else {
			t.Logf("%s: %d bytes a block, %d an entry", name, got, len(kept.Entries[0]))
		}
	}
}

// TestAFactorChangesNoSum: what is known of values spares a look, and nothing else.
func TestAFactorChangesNoSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t)
		factor := rapid.SampledFrom([]int64{1, 2, 10, 2_500, 1_000_000}).Draw(t, "factor")
		for i := range l.value {
			l.value[i] = l.value[i] / factor * factor
		}
		coded := func(factor int64) string {
			chunk := power.NewChunk([]power.Block{power.SumUp(l.at, l.value, uint64(factor))})
			return fmt.Sprintf("%x, %x", chunk.Coded, chunk.Entry)
		}
		if got, want := coded(factor), coded(1); got != want {
			t.Fatalf("with the factor %s, without %s", got, want)
		}
	})
}
