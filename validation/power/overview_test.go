package power_test

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

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
			instants = append(instants, s.Start.UnixNano(),
				s.End.UnixNano()+rapid.Int64Range(-1e10, 1e10).Draw(t, "beyond"))
		}
		slices.Sort(instants)
		held, stored := stamped(l.trace(size), stamp).EnergyTo(instants),
			stamped(l.stored(t, size), stamp).EnergyTo(instants)
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
	stored, _, err := power.Keep(2, trace)
	if err != nil || stored.Reversed() != 3 {
		t.Errorf("the overview tells %v", err)
	}
	if every(time.Second, power.Power, 1, 2, 3).Reversed() != 0 {
		t.Error("readings in order are reversed")
	}
}

// badSource tells blocks as they are, and readings as it is told to.
type badSource struct {
	*power.Kept
	read func(from, to int) (at, value []int64, err error)
}

func (b badSource) Readings(from int, at, value []int64) error {
	times, values, err := b.read(from, from+len(value))
	copy(at, times)
	copy(value, values)
	return err
}

func (b badSource) Chunk(i int) ([]byte, error) { return b.Coded[i], nil }

// TestReadingsThatCannotBeReadAreTold: the trouble stays with the trace, and nothing panics.
func TestReadingsThatCannotBeReadAreTold(t *testing.T) {
	broken := errors.New("the disk is gone")
	const count = 2*power.BlockReadings + 100
	whole := every(time.Second, power.Power, slices.Repeat([]int64{watt, 2 * watt}, count/2)...)
	l := log{quantity: power.Power}
	l.at, l.value = whole.Columns()
	_, kept, err := power.Keep(power.BlockReadings, whole)
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]func(from, to int) (at, value []int64, err error){
		"an error": func(int, int) ([]int64, []int64, error) { return nil, nil, broken },
		"too few": func(from, to int) ([]int64, []int64, error) {
			return l.at[from : to-1], l.value[from : to-1], nil
		},
		"other readings": func(from, to int) ([]int64, []int64, error) { return l.at[from:to], l.at[from:to], nil },
	} {
		stored, err := power.OpenStored("", power.Power, count, 0, kept.Entries, badSource{kept, source})
		if err != nil {
			t.Fatal(name, err)
		}
		if w := stored.Window(span(0, count)); w.Count != count || stored.Err() != nil {
			t.Errorf("%s: the whole trace needs no reading, yet %v", name, stored.Err())
		}
		stored.Inspect(span(1, count-7))
		stored.CountOf(span(0, count), 0, watt)
		_ = stored.Reading(15)
		m := measurement(stored)
		m.Curve(span(0, count), 10)
		if err := m.Err(); err == nil || name == "an error" && !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDrawingsOfOtherReadingsAreTold: what is drawn of sums of a few readings is held against the overview, too.
func TestDrawingsOfOtherReadingsAreTold(t *testing.T) {
	const count, changed = 40 * power.BlockReadings, 20*power.BlockReadings + 70
	for name, c := range map[string]struct {
		quantity power.Quantity
		uneven   int64
		change   func(value []int64)
	}{
		"power":               {power.Power, 0, func(value []int64) { value[0]++ }},
		"power, in turn":      {power.Power, 0, func(value []int64) { slices.Reverse(value[:3]) }},
		"power, uneven":       {power.Power, 7, func(value []int64) { value[0]++ }},
		"energy, uneven":      {power.Energy, 7, func(value []int64) { value[0]++ }},
		"energy":              {power.Energy, 0, func(value []int64) { value[0]++ }},
		"nothing":             {power.Power, 0, nil},
		"nothing, uneven":     {power.Power, 7, nil},
		"nothing, energy":     {power.Energy, 0, nil},
		"nothing of a jitter": {power.Energy, 7, nil},
	} {
		l := log{quantity: c.quantity}
		for i := range int64(count) {
			l.at = append(l.at, i*int64(time.Second)+i*i%11*c.uneven)
			l.value = append(l.value, i*watt+i*i%13)
		}
		whole := power.NewTrace("", c.quantity, l.at, l.value)
		_, kept, err := power.Keep(power.BlockReadings, whole)
		if err != nil {
			t.Fatal(err)
		}
		other := slices.Clone(l.value)
		if c.change != nil {
			c.change(other[changed:])
		}
		stored, err := power.OpenStored("", c.quantity, count, 0, kept.Entries,
			badSource{kept, func(from, to int) ([]int64, []int64, error) {
				return l.at[from:to], other[from:to], nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		stored.Envelope(whole.Span(), 300, "end")
		if told := stored.Err() != nil; told != (c.change != nil) {
			t.Errorf("%s: %v", name, stored.Err())
		}
	}
}
