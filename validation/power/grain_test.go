package power_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestWhatIsRememberedIsDrawnAsItWasRead: whatever was looked at before, in however much room, and however the readings
// are stamped; and the same by a trace in memory.
func TestWhatIsRememberedIsDrawnAsItWasRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.SampledFrom([]int{3, 7, 30, 100}).Draw(t, "block")
		held := l.trace(size)
		_, kept := l.kept(t, size)
		memory := power.NewBlockCache(rapid.SampledFrom([]int{0, 3000, 20000, 1 << 20}).Draw(t, "room"))
		for range rapid.IntRange(1, 6).Draw(t, "looks") {
			stored, err := kept.Open(size)
			if err != nil {
				t.Fatal(err)
			}
			stored.CacheBlocks(memory, "log", 0)
			s, steps := l.anySpan(t), rapid.SampledFrom([]int{3, 10, 40, 200}).Draw(t, "steps")
			stamp := rapid.SampledFrom([]string{"", "begin", "middle", "end"}).Draw(t, "stamp")
			want, got := measurement(held), measurement(stored)
			want.Parts[0].Series.Stamp, got.Parts[0].Series.Stamp = stamp, stamp
			if a, b := fmt.Sprint(got.Curve(s, steps)), fmt.Sprint(want.Curve(s, steps)); a != b || stored.Err() != nil {
				t.Fatalf("remembered %s, in memory %s, %v", a, b, stored.Err())
			}
		}
	})
}

// TestTwoTracesAreNotTakenForEachOther: neither those of two sources nor two of one.
func TestTwoTracesAreNotTakenForEachOther(t *testing.T) {
	memory := power.NewBlockCache(1 << 20)
	low, high := long(3000, 0), long(3000, 0)
	for i := range high.value {
		high.value[i] += 1000 * watt
	}
	drawn := func(l log, source string, nth int) string {
		_, kept := l.kept(t, 100)
		stored, err := kept.Open(100)
		if err != nil {
			t.Fatal(err)
		}
		stored.CacheBlocks(memory, source, nth)
		return fmt.Sprint(together(stored).Curve(stored.Span(), 200))
	}
	first, second := drawn(low, "a", 0), drawn(high, "a", 1)
	if third := drawn(high, "b", 0); third != second || second == first {
		t.Errorf("two traces are drawn as one")
	}
}

// TestASecondLookReadsNoGrainAgain: but the readings at its two ends.
func TestASecondLookReadsNoGrainAgain(t *testing.T) {
	memory := power.NewBlockCache(1 << 20)
	_, kept := long(20000, 0).kept(t, 100)
	look := func(from, to time.Duration) (asked, chunks int) {
		stored, err := kept.Open(100)
		if err != nil {
			t.Fatal(err)
		}
		stored.CacheBlocks(memory, "log", 0)
		kept.Readings, kept.Chunks = nil, nil
		c := together(stored).Curve(stored.Span().Trim(from, to), 1200)
		if c.Steps() < 500 || c.Steps() > 1200 || stored.Err() != nil {
			t.Fatalf("%d steps, %v", c.Steps(), stored.Err())
		}
		for _, one := range kept.Readings {
			asked += (one[1] - one[0] + 99) / 100
		}
		return asked, len(kept.Chunks)
	}
	if asked, chunks := look(2005*time.Second, 3005*time.Second); asked < 140 || chunks == 0 {
		t.Errorf("the first look asks for %d blocks and %d chunks: nothing is tried", asked, chunks)
	}
	if asked, chunks := look(2555*time.Second, 3555*time.Second); asked > 4 || chunks > 0 {
		t.Errorf("a closer look asks for %d blocks and %d chunks", asked, chunks)
	}
}

// TestGrainsAreOfFewReadings: where steps are grains, none is longer than two of equal steps and a bit, and what is drawn is
// the energy that was measured, with its lowest and highest power.
func TestGrainsAreOfFewReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := long(rapid.IntRange(4000, 9000).Draw(t, "readings"), 0)
		trace, steps := l.trace(100), 1200
		from := rapid.IntRange(0, 1000).Draw(t, "from")
		s := power.NewSpan(start.Add(time.Duration(from)*time.Second), start.Add(time.Duration(len(l.at)-1)*time.Second))
		m := together(trace)
		c := m.Curve(s, steps)
		drawn, low, high := 0.0, math.Inf(1), math.Inf(-1)
		for i, watts := range c.Lines[0].Watts {
			length := c.At(i + 1).Sub(c.At(i))
			if most := s.Duration()/time.Duration(steps-2)*2 + 3*time.Second; length > most {
				t.Fatalf("step %d takes %v, %v at most", i, length, most)
			}
			drawn += watts * length.Seconds()
			low, high = min(low, c.Lines[0].Min[i]), max(high, c.Lines[0].Max[i])
		}
		energy := float64(m.EnergyTo([]int64{s.Start.UnixNano(), s.End.UnixNano()})[1])
		values := l.value[from : len(l.value)-1]
		if math.Abs(drawn-energy) > 1e-6*energy || low != float64(slices.Min(values))/watt || high != float64(slices.Max(values))/watt {
			t.Fatalf("%v J of %v J, from %v to %v W", drawn, energy, low, high)
		}
	})
}

// TestWhatIsRememberedHoldsNothingElse: the blocks of a chunk lie among those of others in what is read together, which would stay as
// long as any of them is remembered, and is in nobody's sum of bytes.
func TestWhatIsRememberedHoldsNothingElse(t *testing.T) {
	memory := power.NewBlockCache(1 << 20)
	_, kept := long(6400, 0).kept(t, 100)
	look := func(from, to time.Duration) power.Window {
		stored, err := kept.Open(100)
		if err != nil {
			t.Fatal(err)
		}
		stored.CacheBlocks(memory, "log", 0)
		kept.Chunks = nil
		w := stored.Window(stored.Span().Trim(from, to))
		if stored.Err() != nil {
			t.Fatal(stored.Err())
		}
		return w
	}
	look(150*time.Second, 6100*time.Second)
	for _, coded := range kept.Coded {
		clear(coded) // where it was read into is used for something else
	}
	if w := look(6050*time.Second, 150*time.Second); w.Count != 199 || len(kept.Chunks) > 0 {
		t.Errorf("%d readings, and %d chunks are read", w.Count, len(kept.Chunks))
	}
}

// TestManyDrawAtOnce: several traces of one file that share a memory, in which chunks are that are only decoded when they are asked
// for.
func TestManyDrawAtOnce(t *testing.T) {
	l := long(40_000, 7)
	held := l.trace(10)
	_, kept := l.kept(t, 10)
	spans := []power.Span{held.Span(), held.Span().Trim(11*time.Second, 7777*time.Second), held.Span().Trim(30_003*time.Second, time.Second)}
	want := map[string]string{}
	drawn := func(trace *power.Trace, s power.Span, width int) string {
		return fmt.Sprint(trace.Envelope(s, width, "middle"), trace.Window(s).Count)
	}
	for _, width := range []int{20, 300, 2500} {
		for i, s := range spans {
			want[fmt.Sprint(i, width)] = drawn(held, s, width)
		}
	}
	for range 5 {
		memory := power.NewBlockCache(1 << 20)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				stored, err := kept.Open(10)
				if err != nil {
					t.Error(err)
					return
				}
				stored.CacheBlocks(memory, "log", 0)
				for _, width := range []int{2500, 20, 300} {
					for i, s := range spans {
						if drawn(stored, s, width) != want[fmt.Sprint(i, width)] || stored.Err() != nil {
							t.Errorf("span %d in %d cells is another at the same time: %v", i, width, stored.Err())
						}
					}
				}
			})
		}
		all.Wait()
	}
}

// TestRememberedDamageIsTold by every trace that meets it, whoever decoded it.
func TestRememberedDamageIsTold(t *testing.T) {
	memory := power.NewBlockCache(1 << 20)
	_, kept := long(6400, 0).kept(t, 100)
	coded := kept.Coded[0]
	coded[len(coded)-1] ^= 1
	kept.Entries[0] = power.Sealed(kept.Entries[0], coded, kept.Outlined[0])
	for range 2 {
		kept.Chunks = nil
		stored, err := kept.Open(100)
		if err != nil {
			t.Fatal(err)
		}
		stored.CacheBlocks(memory, "log", 0)
		if stored.Window(stored.Span().Trim(150*time.Second, 6100*time.Second)); stored.Err() != nil {
			t.Fatal(stored.Err())
		}
		if stored.Window(stored.Span().Trim(6050*time.Second, 150*time.Second)); stored.Err() == nil {
			t.Error("damaged blocks are read as others")
		}
	}
	if len(kept.Chunks) > 0 {
		t.Error("what is remembered is read again: nothing is tried")
	}
}
