package power_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestReadingsCountForTheTimeTheyStandFor: intervals of one, three and one second.
func TestReadingsCountForTheTimeTheyStandFor(t *testing.T) {
	for _, c := range []struct {
		stamp    string
		from, to float64 // seconds
		want     power.Watts
	}{
		{"begin", 0, 4, (1*100 + 3*200) / 4.}, {"", 0, 4, (1*100 + 3*200) / 4.}, {"begin", 0, 2, 150},
		{"end", 0, 4, (1*200 + 3*300) / 4.}, {"middle", 0, 4, (1*150 + 3*250) / 4.},
	} {
		part := power.Part{
			Series: &power.Series{Stamp: c.stamp, Covers: power.Covers{Subsystem: power.Compute}},
			Meter:  &power.Meter{},
			Traces: []*power.Trace{power.NewTrace("", power.Power, seconds(-1, 0, 1, 4, 5),
				[]int64{50 * watt, 100 * watt, 200 * watt, 300 * watt, 400 * watt})},
		}
		m := &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part}}
		if got := m.WeightedAverage(span(c.from, c.to)).Total; math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("stamp %q, %v to %v s: %v W, want %v W", c.stamp, c.from, c.to, got, c.want)
		}
	}
}

func seconds(all ...float64) []int64 {
	at := make([]int64, len(all))
	for i, s := range all {
		at[i] = span(s, s).Start.UnixNano()
	}
	return at
}

// TestReachNeedsReadingsAtBothEnds: a reading a second from 10 to 20 s.
func TestReachNeedsReadingsAtBothEnds(t *testing.T) {
	var at, values []int64
	for s := 10.0; s <= 20; s++ {
		at, values = append(at, seconds(s)[0]), append(values, 100*watt)
	}
	part := power.Part{Series: &power.Series{Quantity: power.Power}, Meter: &power.Meter{},
		Traces: []*power.Trace{power.NewTrace("", power.Power, at, values)}}
	m := &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part}}
	for _, c := range []struct {
		from, to float64
		want     bool
	}{{10, 20, true}, {8, 22, true}, {7, 20, false}, {10, 24, false}, {30, 40, false}} {
		if got := m.Reaches(span(c.from, c.to), 2.5); got != c.want {
			t.Errorf("%v to %v s: %t", c.from, c.to, got)
		}
	}
}

// TestInstantsOfLongTracesAreSpaced keeps the ends.
func TestInstantsOfLongTracesAreSpaced(t *testing.T) {
	trace := every(time.Second, power.Power, make([]int64, 1000)...)
	m := &power.Measurement{Entry: &power.Entry{},
		Parts: []power.Part{{Series: &power.Series{}, Meter: &power.Meter{}, Traces: []*power.Trace{trace}}}}
	s := span(0, 600)
	for _, most := range []int{10, 5000} {
		all := m.Instants(s, most)
		if all[0] != s.Start.UnixNano() || all[len(all)-1] != s.End.UnixNano() || len(all) > max(most+1, 601) {
			t.Errorf("at most %d: %d instants from %v to %v", most, len(all), all[0], all[len(all)-1])
		}
	}
}

// TestEnergyIsTheSameInOneStepAndInMany: over a span, and from reading to reading through it.
func TestEnergyIsTheSameInOneStepAndInMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var at, values []int64
		now, total := start.UnixNano(), int64(0)
		quantity := rapid.SampledFrom([]power.Quantity{power.Power, power.Energy}).Draw(t, "quantity")
		shortest := int64(0)
		if quantity == power.Energy {
			shortest = 1 // two totals at one instant tell no power
		}
		steps := rapid.SliceOfN(rapid.Int64Range(shortest, 3e9), 3, 50).Draw(t, "steps")
		for i := range rapid.SampledFrom([]int{1, 200}).Draw(t, "times") * len(steps) {
			now += steps[i%len(steps)]
			total += int64(i%7) * watt
			value := total
			if quantity == power.Power {
				value = int64(i*i%900) * watt
			}
			at, values = append(at, now), append(values, value)
		}
		part := power.Part{Series: &power.Series{Stamp: rapid.SampledFrom([]string{"", "begin", "middle", "end"}).
			Draw(t, "stamp")}, Meter: &power.Meter{}}
		part.Traces = []*power.Trace{power.NewTrace("", quantity, at, values)}
		m := &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part}}
		ends := []int64{rapid.Int64Range(at[0], now).Draw(t, "from"), rapid.Int64Range(at[0], now).Draw(t, "to")}
		slices.Sort(ends)
		s := power.NewSpan(time.Unix(0, ends[0]), time.Unix(0, ends[1]))
		average := m.WeightedAverage(s)
		if !average.Known {
			t.Skip("no readings")
		}
		energies := m.EnergyTo(m.Instants(s, len(at)+2))
		want := float64(energies[len(energies)-1]) / s.Duration().Seconds()
		if got := float64(average.Total); math.Abs(got-want) > 1e-6+1e-9*math.Abs(want) {
			t.Errorf("%v W, by steps %v W", got, want)
		}
	})
}
