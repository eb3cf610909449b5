package power_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// log is readings as a test holds them: in the order of time.
type log struct {
	quantity  power.Quantity
	at, value []int64
}

// anyLog draws readings with what logs are troubled by: doubled timestamps, gaps, stretches of one
// value, falls and single readings far off.
func anyLog(t *rapid.T) log {
	l := log{quantity: rapid.SampledFrom([]power.Quantity{power.Power, power.Energy}).Draw(t, "quantity")}
	steps := rapid.SampledFrom([][]int64{
		{1e9}, {1e9, 1e9, 1e9, 0}, {1e9, 1e9, 1e9, 2e9, 3e9, 7e9}, {998e6, 999e6, 1e9, 1001e6, 60e9}, {1e9, 10e9},
	}).Draw(t, "steps")
	jitter := rapid.SampledFrom([]int64{0, 0, 1e6}).Draw(t, "jitter")
	values := rapid.SampledFrom([][]int64{
		{500 * watt}, {500 * watt, 501 * watt},
		{500 * watt, 500 * watt, 500 * watt, 503 * watt, 1100 * watt, 0, -1, 100 * watt},
		{math.MinInt64, math.MaxInt64, 0, 1},
	}).Draw(t, "values")
	rises := l.quantity == power.Energy && rapid.Bool().Draw(t, "rises")
	at, sum := start.UnixNano(), int64(0)
	for range rapid.IntRange(1, 400).Draw(t, "readings") {
		value := rapid.SampledFrom(values).Draw(t, "value")
		if sum += value; rises {
			value = sum
		}
		l.at, l.value = append(l.at, at), append(l.value, value)
		at += rapid.SampledFrom(steps).Draw(t, "step") + rapid.Int64Range(0, jitter).Draw(t, "late")
	}
	return l
}

func (l log) trace(size int) *power.Trace {
	return power.NewTraceOfBlocks(size, l.quantity, slices.Clone(l.at), slices.Clone(l.value))
}

// kept returns the trace as it is when only the entries of its chunks are held, and what it asks for.
func (l log) kept(t rapid.TB, size int) (*power.Trace, *power.Kept) {
	t.Helper()
	trace, kept, err := power.Keep(size, l.trace(size))
	if err != nil {
		t.Fatal(err)
	}
	return trace, kept
}

// stored is kept if nobody asks what it asks for.
func (l log) stored(t rapid.TB, size int) *power.Trace {
	t.Helper()
	trace, _ := l.kept(t, size)
	return trace
}

// anySpan draws a span that begins and ends near readings, or on them.
func (l log) anySpan(t *rapid.T) power.Span {
	end := func(name string) int64 {
		i := rapid.IntRange(0, len(l.at)-1).Draw(t, name)
		return l.at[i] + rapid.SampledFrom([]int64{-1, 0, 0, 1, 5e8}).Draw(t, name+" off by")
	}
	a, b := end("start"), end("end")
	if rapid.IntRange(0, 4).Draw(t, "whole") == 0 {
		a, b = l.at[0], l.at[len(l.at)-1]+1
	}
	return power.NewSpan(time.Unix(0, min(a, b)).UTC(), time.Unix(0, max(a, b)).UTC())
}

// within returns the indices of the readings that count for a span.
func (l log) within(s power.Span) (from, to int) {
	counts := func(at int64) bool {
		return at >= s.Start.UnixNano() &&
			(at < s.End.UnixNano() || l.quantity == power.Energy && at == s.End.UnixNano())
	}
	from = slices.IndexFunc(l.at, counts)
	if from < 0 {
		return 0, 0
	}
	for to = from; to < len(l.at) && counts(l.at[to]); to++ {
	}
	return from, to
}

// interval is the time between two steps or changes: it lies among the readings from..to.
type interval struct {
	from, to int
	length   int64
}

// usual finds a median as Window documents it.
func usual(all []interval, size, from, to, count int) time.Duration {
	var reaches [][2]int // whole blocks, and as many of them as are taken together
	for block := (from + size - 1) / size; ; {
		reach := 1
		ends := func(blocks int) int { return min(count, (block+blocks)*size) }
		for reach*size < count && block%(reach*8) == 0 && ends(reach*8) <= to {
			reach *= 8
		}
		if block*size >= to || ends(reach) > to {
			break
		}
		reaches = append(reaches, [2]int{block, reach})
		block += reach
	}
	return time.Duration(middle(stoodFor(all, size, reaches)))
}

// stoodFor returns the lengths of intervals, those within some blocks as their median.
func stoodFor(all []interval, size int, reaches [][2]int) []int64 {
	var lengths []int64
	inside := make([][]interval, len(reaches))
	for _, one := range all {
		within := slices.IndexFunc(reaches,
			func(r [2]int) bool { return one.from >= r[0]*size && one.to < (r[0]+r[1])*size })
		switch {
		case one.length <= 0:
		case within < 0:
			lengths = append(lengths, one.length)
		default:
			inside[within] = append(inside[within], one)
		}
	}
	for i, intervals := range inside {
		var parts [][2]int
		for k := range 8 {
			if reach := reaches[i][1] / 8; reach > 0 {
				parts = append(parts, [2]int{reaches[i][0] + k*reach, reach})
			}
		}
		lengths = append(lengths, slices.Repeat([]int64{middle(stoodFor(intervals, size, parts))}, len(intervals))...)
	}
	return lengths
}

func middle(lengths []int64) int64 {
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/2]
}

// plain inspects readings one by one.
func (l log) plain(s power.Span, size int) (i power.Inspection, sum *big.Int) {
	from, to := l.within(s)
	sum = new(big.Int)
	i.Count = to - from
	if i.Count == 0 {
		return i, sum
	}
	at := func(k int) time.Time { return time.Unix(0, l.at[k]).UTC() }
	reading := func(k int) power.Reading { return power.Reading{At: at(k), Value: l.value[k]} }
	i.First, i.Last = reading(from), reading(to-1)
	i.Min, i.Max = slices.Min(l.value[from:to]), slices.Max(l.value[from:to])
	var steps, updates []interval
	changed := -1
	for k := from; k < to; k++ {
		sum.Add(sum, big.NewInt(l.value[k]))
		if k == from {
			continue
		}
		steps = append(steps, interval{k - 1, k, l.at[k] - l.at[k-1]})
		if l.value[k] == l.value[k-1] {
			continue
		}
		if changed >= 0 {
			updates = append(updates, interval{changed - 1, k, l.at[k] - l.at[changed]})
		}
		changed = k
	}
	i.MedianStep = usual(steps, size, from, to, len(l.at))
	i.Update = usual(updates, size, from, to, len(l.at))
	l.plainSteps(&i, from, to, at)
	l.plainValues(&i, from, to, at, reading)
	return i, sum
}

func (l log) plainSteps(i *power.Inspection, from, to int, at func(int) time.Time) {
	for k := from + 1; k < to; k++ {
		step := at(k).Sub(at(k - 1))
		if step == 0 {
			if i.Doubled++; i.Doubled == 1 {
				i.FirstDoubled = at(k)
			}
		}
		if step > i.LongestStep {
			i.LongestStep, i.LongestAfter = step, at(k-1)
		}
	}
	if i.MedianStep == 0 {
		return
	}
	for k := from + 1; k < to; k++ {
		if step := at(k).Sub(at(k - 1)); step > time.Duration(2.5*float64(i.MedianStep)) {
			i.Gaps++
			i.Lost += step - i.MedianStep
			i.LongestGap = power.NewSpan(i.LongestAfter, i.LongestAfter.Add(i.LongestStep))
		}
	}
}

func (l log) plainValues(i *power.Inspection, from, to int, at func(int) time.Time, reading func(int) power.Reading) {
	divisor, deepest := new(big.Int), new(big.Int)
	run := 1
	for k := from + 1; k < to; k++ {
		difference := new(big.Int).Sub(big.NewInt(l.value[k]), big.NewInt(l.value[k-1]))
		divisor.GCD(nil, nil, divisor, new(big.Int).Abs(difference))
		if difference.Sign() < 0 {
			i.Falls++
		}
		if difference.Cmp(deepest) < 0 {
			deepest.Set(difference)
			i.Before, i.After = reading(k-1), reading(k)
		}
		if run++; difference.Sign() != 0 {
			run = 1
			continue
		}
		i.Repeats++
		if length := at(k).Sub(at(k - run + 1)); length > i.LongestRun.Duration() ||
			length == i.LongestRun.Duration() && run > i.RunLength {
			i.RunLength, i.LongestRun = run, power.NewSpan(at(k-run+1), at(k))
		}
	}
	if i.Resolution = math.MaxInt64; divisor.IsInt64() {
		i.Resolution = divisor.Int64()
	}
	for k := from + 1; k < to-1 && l.quantity == power.Power; k++ {
		left, value, right := power.Reading{Value: max(0, l.value[k-1])}.Watts(),
			power.Reading{Value: max(0, l.value[k])}.Watts(), power.Reading{Value: max(0, l.value[k+1])}.Watts()
		if value > 2*left && value > 2*right || 2*value < left && 2*value < right {
			if i.Outliers++; i.Outliers == 1 {
				i.FirstOutlier = reading(k)
			}
		}
	}
}

// TestBlocksLoseNothing: what is found from the overview of blocks, in memory or stored, is what a
// look at every reading finds.
func TestBlocksLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.SampledFrom([]int{1, 2, 3, 4, 7, 100}).Draw(t, "block")
		held, stored := l.trace(size), l.stored(t, size)
		for range 3 {
			s := l.anySpan(t)
			want, sum := l.plain(s, size)
			got := held.Inspect(s)
			if told := fmt.Sprintf("%+v", shown(got)); told != fmt.Sprintf("%+v", shown(want)) {
				t.Fatalf("got\n%s\nwant\n%+v", told, shown(want))
			}
			if got.Window != held.Window(s) || got != stored.Inspect(s) || got.Window != stored.Window(s) {
				t.Fatalf("kept elsewhere it is another: %+v, %+v", got, stored.Inspect(s))
			}
			sameAverage(t, got.Window, l.quantity, sum)
			sameCount(t, l, s, held, stored)
		}
		if err := stored.Err(); err != nil {
			t.Fatal(err)
		}
	})
}

// shown is an inspection without what only its package sees.
func shown(i power.Inspection) any {
	type facts struct {
		Window     []any
		Inspection []any
	}
	return facts{
		[]any{i.Count, i.First, i.Last, i.Min, i.Max, i.MedianStep, i.LongestStep, i.LongestAfter, i.Falls},
		[]any{i.Update, i.Gaps, i.Lost, i.LongestGap, i.Repeats, i.LongestRun, i.RunLength, i.Doubled, i.FirstDoubled,
			i.Resolution, i.Before, i.After, i.Outliers, i.FirstOutlier},
	}
}

func sameAverage(t *rapid.T, w power.Window, quantity power.Quantity, sum *big.Int) {
	if quantity == power.Energy || w.Count == 0 {
		return
	}
	average, _ := w.Average()
	want, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(w.Count)*watt)).Float64()
	if math.Abs(float64(average)-want) > 1e-12*math.Max(1, math.Abs(want)) {
		t.Fatalf("average %v, want %v", average, want)
	}
}

func sameCount(t *rapid.T, l log, s power.Span, traces ...*power.Trace) {
	asked := []int64{0, -1, 1100 * watt, 500 * watt}[rapid.IntRange(0, 3).Draw(t, "from"):]
	from, to := l.within(s)
	count, first := 0, time.Time{}
	for i := from; i < to; i++ {
		if slices.Contains(asked, l.value[i]) {
			if count++; count == 1 {
				first = time.Unix(0, l.at[i]).UTC()
			}
		}
	}
	for _, trace := range traces {
		if met, at := trace.CountOf(s, asked...); met != count || !at.Equal(first) {
			t.Fatalf("%d readings of %v, the first at %v; want %d, %v", met, asked, at, count, first)
		}
	}
}
