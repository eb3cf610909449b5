package power_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"green500/validation/power"
)

// long is readings of many days, one a second or a little later.
func long(readings int, late uint64) log {
	l := log{quantity: power.Power, at: make([]int64, readings), value: make([]int64, readings)}
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range readings {
		l.at[i] = start.Add(time.Duration(i)*time.Second + time.Duration(noise.Uint64N(late+1))).UnixNano()
		l.value[i] = 600*watt + int64(noise.NormFloat64()*5_000)*1_000
	}
	return l
}

// scan is a window as it is found without blocks.
func (l log) scan(s power.Span) (sum int64, median int64) {
	from, _ := slices.BinarySearch(l.at, s.Start.UnixNano())
	to, _ := slices.BinarySearch(l.at, s.End.UnixNano())
	lowest, highest, falls := l.value[from], l.value[from], 0
	steps := make([]int64, 0, to-from)
	for i := from; i < to; i++ {
		sum += l.value[i]
		lowest, highest = min(lowest, l.value[i]), max(highest, l.value[i])
		if i > from {
			if l.value[i] < l.value[i-1] {
				falls++
			}
			steps = append(steps, l.at[i]-l.at[i-1])
		}
	}
	slices.Sort(steps)
	return sum, steps[len(steps)/2]
}

// BenchmarkWindow asks for a window of ten million readings that was not asked for before. It tells
// how many times longer a look at every reading takes.
func BenchmarkWindow(b *testing.B) {
	const readings = 10_000_000
	for name, late := range map[string]uint64{"steady": 0, "unsteady": 50_000_000} {
		b.Run(name, func(b *testing.B) {
			l := long(readings, late)
			t := power.NewTrace("", l.quantity, l.at, l.value)
			whole := t.Span()
			t.Window(whole)
			off := time.Duration(0)
			for b.Loop() {
				off += time.Second
				t.Window(whole.Trim(off, off))
			}
			each := b.Elapsed() / time.Duration(b.N)
			begun := time.Now()
			l.scan(whole.Trim(time.Second, time.Second))
			b.ReportMetric(float64(time.Since(begun))/float64(each), "scan/blocks")
		})
	}
}
