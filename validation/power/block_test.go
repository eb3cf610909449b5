package power_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// BenchmarkSumUp sums up blocks as a writer meets them. A plain look at the same readings for their
// sum, lowest and highest is the thing compared.
func BenchmarkSumUp(b *testing.B) {
	random := long(power.BlockReadings, 0)
	late := long(power.BlockReadings, 50_000_000)
	stays := long(power.BlockReadings, 0)
	wide := long(power.BlockReadings, 0)
	noise := rand.New(rand.NewPCG(3, 4))
	for i := range stays.value {
		stays.value[i] = stays.value[i/4*4]
		random.value[i] = noise.Int64N(100_000) * 10_000
		wide.value[i] = 800*watt + noise.Int64N(10_000)*10_000
	}
	for _, c := range []struct {
		name string
		log  log
	}{{"from nothing", random}, {"about a load", wide}, {"unsteady", late}, {"repeated", stays}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				power.SumUp(c.log.at, c.log.value, 10_000)
			}
			each := float64(b.Elapsed()) / float64(b.N) / power.BlockReadings
			begun := time.Now()
			for range b.N {
				c.log.plainSum()
			}
			b.ReportMetric(each, "ns/reading")
			b.ReportMetric(each*float64(b.N)*power.BlockReadings/float64(time.Since(begun)), "plain")
		})
	}
}

//go:noinline
func (l log) plainSum() (sum, lowest, highest int64) {
	for _, v := range l.value {
		sum += v
		lowest, highest = min(lowest, v), max(highest, v)
	}
	return sum, lowest, highest
}

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
