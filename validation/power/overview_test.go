package power_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestStoredReadingsAreTheSame: whatever asks for single readings gets them too.
func TestStoredReadingsAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.IntRange(1, 40).Draw(t, "block")
		held, stored := l.trace(size), l.stored(t, size)
		at, value := stored.Columns()
		if !slices.Equal(at, l.at) || !slices.Equal(value, l.value) || stored.Len() != len(l.at) || stored.Span() != held.Span() {
			t.Fatal("the columns differ")
		}
		for i := range l.at {
			if stored.Reading(i) != held.Reading(i) {
				t.Fatalf("reading %d is %v, want %v", i, stored.Reading(i), held.Reading(i))
			}
		}
		whole := l.anySpan(t)
		if got, want := fmt.Sprint(measurement(stored).Curve(whole, 50)), fmt.Sprint(measurement(held).Curve(whole, 50)); got != want {
			t.Fatalf("drawn %s, want %s", got, want)
		}
	})
}

// energy is the energy that is held from one instant to another, step by step.
func (l log) energy(from, to int64, stamp string) float64 {
	steps := []int64{from}
	for _, at := range l.at {
		if from < at && at < to && at > steps[len(steps)-1] {
			steps = append(steps, at)
		}
	}
	steps = append(steps, to)
	joules := 0.0
	for i := 1; i < len(steps); i++ {
		middle := steps[i-1] + (steps[i]-steps[i-1])/2
		joules += l.watts(middle, stamp) * time.Duration(steps[i]-steps[i-1]).Seconds()
	}
	return joules
}

// watts is the power that is held at an instant at which no reading lies.
func (l log) watts(instant int64, stamp string) float64 {
	next := slices.IndexFunc(l.at, func(at int64) bool { return at > instant })
	if next < 0 {
		next = len(l.at)
	}
	value := func(i int) float64 { return float64(l.value[i]) / watt }
	if l.quantity == power.Energy {
		next = min(max(next, 1), len(l.at)-1)
		for next > 1 && l.at[next] == l.at[next-1] {
			next--
		}
		if next < 1 || l.at[next] == l.at[next-1] {
			return 0
		}
		return float64(l.value[next]-l.value[next-1]) / joule / time.Duration(l.at[next]-l.at[next-1]).Seconds()
	}
	switch {
	case next == 0:
		return value(0)
	case next == len(l.at) || stamp == "begin":
		return value(next - 1)
	case stamp == "end":
		return value(next)
	}
	return (value(next-1) + value(next)) / 2
}

// TestEnergyFromBlocksIsThatOfEveryStep between any instants, beyond the readings too.
func TestEnergyFromBlocksIsThatOfEveryStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.SampledFrom([]int{1, 2, 3, 7, 100}).Draw(t, "block")
		for i := range l.value {
			l.value[i] %= 1e12 // or a float of the test would not hold it
		}
		stamp := rapid.SampledFrom([]string{"begin", "middle", "end"}).Draw(t, "stamp")
		var instants []int64
		for range rapid.IntRange(1, 6).Draw(t, "instants") {
			s := l.anySpan(t)
			instants = append(instants, s.Start.UnixNano(), s.End.UnixNano()+rapid.Int64Range(-1e10, 1e10).Draw(t, "beyond"))
		}
		slices.Sort(instants)
		held, stored := stamped(l.trace(size), stamp).EnergyTo(instants), stamped(l.stored(t, size), stamp).EnergyTo(instants)
		if !slices.Equal(held, stored) {
			t.Fatalf("stored %v, in memory %v", stored, held)
		}
		for i, instant := range instants {
			want := l.energy(instants[0], instant, stamp)
			scale := l.energy(instants[0]-1e9, instant+1e9, "begin")
			if math.Abs(float64(held[i])-want) > 1e-9*max(1e6, math.Abs(scale)) {
				t.Fatalf("to %d: %v J, want %v", instant, held[i], want)
			}
		}
	})
}

func stamped(trace *power.Trace, stamp string) *power.Measurement {
	m := measurement(trace)
	m.Parts[0].Series.Stamp = stamp
	return m
}

func TestReversedReadingsAreCountedAndKept(t *testing.T) {
	l := log{power.Power, []int64{5, 3, 4, 9, 9, 8}, []int64{1, 2, 3, 4, 5, 6}}
	trace := l.trace(2)
	if trace.Reversed() != 3 {
		t.Errorf("%d readings stood after a later one, want 3", trace.Reversed())
	}
	stored, err := power.OpenTrace("", power.Power, trace.Overview(), nil)
	if err != nil || stored.Reversed() != 3 {
		t.Errorf("the overview tells %v", err)
	}
	if every(time.Second, power.Power, 1, 2, 3).Reversed() != 0 {
		t.Error("readings in order are reversed")
	}
}

// TestReadingsThatCannotBeReadAreTold: the trouble stays with the trace, and nothing panics.
func TestReadingsThatCannotBeReadAreTold(t *testing.T) {
	broken := errors.New("the disk is gone")
	whole := every(time.Second, power.Power, slices.Repeat([]int64{watt, 2 * watt}, 50)...)
	l := log{quantity: power.Power}
	l.at, l.value = whole.Columns()
	for name, source := range map[string]power.Source{
		"an error":       func(int, int) ([]int64, []int64, error) { return nil, nil, broken },
		"too few":        func(from, to int) ([]int64, []int64, error) { return l.at[from : to-1], l.value[from : to-1], nil },
		"other readings": func(from, to int) ([]int64, []int64, error) { return l.at[from:to], l.at[from:to], nil },
	} {
		stored, err := power.OpenTrace("", power.Power, l.trace(10).Overview(), source)
		if err != nil {
			t.Fatal(name, err)
		}
		if w := stored.Window(span(0, 100)); w.Count != 100 || stored.Err() != nil {
			t.Errorf("%s: the whole trace needs no reading, yet %v", name, stored.Err())
		}
		stored.Inspect(span(1, 93))
		stored.CountOf(span(0, 100), 0, watt)
		_ = stored.Reading(15)
		m := measurement(stored)
		m.Curve(span(0, 100), 10)
		if err := m.Err(); err == nil || name == "an error" && !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTheLayoutOfAnOverviewIsSettled: files are kept with it for years. Whoever changes it gives the
// overview of the canonical form another version, so that older files are read whole.
func TestTheLayoutOfAnOverviewIsSettled(t *testing.T) {
	l := log{power.Power, []int64{10, 20, 20, 90, 95, 100}, []int64{5, 9, 9, 2, 30, 3}}
	const want = "0406004c8c01770aa0010014050ab00483070508010100000100000114000277080e011408000d01140001000a003835353500010035361b000000350900"
	if got := hex.EncodeToString(l.trace(4).Overview()); got != want {
		t.Errorf("the overview is\n%s, was\n%s", got, want)
	}
}

// FuzzOverview: bytes that are no overview are refused; what is taken answers without a panic.
func FuzzOverview(f *testing.F) {
	at := []int64{1e18, 1e18 + 1, 1e18 + 1, 1e18 + 9, 1e18 + 10, 1e18 + 11, 1e18 + 50}
	for _, values := range [][]int64{{1, 1, 1, 1, 1, 1, 1}, {9, 2, 7, 0, 0, 900, 3}} {
		for size := 1; size < 9; size++ {
			f.Add(log{power.Power, at, values}.trace(size).Overview())
		}
	}
	f.Add([]byte{1, 255, 255, 255, 255, 1, 0, 0})
	f.Fuzz(func(t *testing.T, overview []byte) {
		trace, err := power.OpenTrace("", power.Power, overview, func(from, to int) (at, value []int64, err error) {
			return make([]int64, to-from), make([]int64, to-from), nil
		})
		if err != nil || trace.Len() > 100_000 {
			return
		}
		for _, s := range []power.Span{trace.Span(), power.NewSpan(trace.Reading(0).At.Add(2), trace.Span().End.Time), power.NewSpan(time.Unix(0, math.MinInt64), time.Unix(0, math.MaxInt64))} {
			trace.Window(s)
			trace.Inspect(s)
			trace.CountOf(s, 0, 1)
			trace.Reading(trace.Len() / 2)
		}
	})
}
