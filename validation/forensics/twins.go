package forensics

import (
	"cmp"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Twins are two instruments, by their place in Facts, whose readings are equal or nearly.
type Twins struct {
	First, Second int
	Equal         bool
	Likeness      float64       // correlation of their noise, where it is that which is the same; 0 for others
	Offset        time.Duration // of the second's clock, where it holds the first's readings at other times
}

// twins finds instruments that read the same inside the core phase. Those that hardly change prove
// nothing. Of several equal ones each is reported as a twin of the first.
func twins(m *power.Measurement, all []Instrument) (found []Twins, again []Replay) {
	core := m.Core
	var lively []int
	for i, one := range all {
		if changes := one.Count - 1 - one.Repeats; changes >= methodology.SuspectReadings {
			lively = append(lively, i)
		}
	}
	if len(lively) == 0 {
		return nil, nil
	}
	found, single := copies(all, lively, core)
	near := alike(all, single, core)
	found = append(found, near...)
	others, again := replicas(m, all, single)
	for _, t := range others {
		if !slices.ContainsFunc(near, func(other Twins) bool { return other.Second == t.Second }) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b Twins) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	return found, again
}

// signature is what readings that were copied have in common, whatever their times.
type signature struct {
	quantity    power.Quantity
	count       int
	first, last int64
}

// copies finds instruments with the same readings: in the whole file at any time, or in the core
// phase at the same times. It returns the others too.
func copies(all []Instrument, lively []int, core power.Span) (found []Twins, single []int) {
	met := map[signature][]int{}
	for _, i := range lively {
		one := all[i]
		keys := []signature{
			{one.Trace.Quantity, one.Trace.Len(), one.Trace.Reading(0).Value, one.Trace.Reading(one.Trace.Len() - 1).Value},
			{one.Trace.Quantity, -one.Count, one.First.Value, one.Last.Value},
		}
		twin := slices.IndexFunc(keys, func(key signature) bool {
			return slices.ContainsFunc(met[key], func(j int) bool {
				offset := time.Duration(0)
				if key.count > 0 {
					offset = one.Trace.Span().Start.Sub(all[j].Trace.Span().Start.Time)
				}
				if !equal(all[j].Trace, one.Trace, core, offset) {
					return false
				}
				found = append(found, Twins{First: j, Second: i, Equal: true, Offset: offset})
				return true
			})
		})
		if twin >= 0 {
			continue
		}
		single = append(single, i)
		for _, key := range keys {
			met[key] = append(met[key], i)
		}
	}
	return found, single
}

// pieces is how many pieces of the core phase are compared.
const pieces = 64

// equal reports whether b holds in every piece of the core phase what a holds, at times that differ
// by the offset.
func equal(a, b *power.Trace, core power.Span, offset time.Duration) bool {
	for k := range pieces {
		span := piece(core, k, pieces)
		inA, inB := a.Window(span), b.Window(span.Trim(offset, -offset))
		meanA, _ := inA.Average()
		meanB, _ := inB.Average()
		same := inA.Count == inB.Count && inA.First.Value == inB.First.Value && inA.Last.Value == inB.Last.Value &&
			inA.Min == inB.Min && inA.Max == inB.Max
		// The average of an energy total divides by times, whose differences an offset may round.
		if !same || a.Quantity == power.Power && meanA != meanB {
			return false
		}
	}
	return true
}

// moments is how many short stretches of the core phase instruments are compared over; long ones
// would only show that all nodes work on the same problem.
const (
	moments        = 16
	updatesAMoment = 4
)

// profile is the power of an instrument in short stretches, and how it changes from one stretch to
// the next.
type profile struct {
	at    int // place of the instrument
	power []float64
	mean  float64
	swing float64
}

// alike finds instruments whose power differs far less than it changes from moment to moment.
func alike(all []Instrument, single []int, core power.Span) []Twins {
	var profiles []profile
	update := time.Duration(0)
	for _, i := range single {
		update = max(update, all[i].Trace.Grain(all[i].MedianStep), all[i].Update)
	}
	// Stretches that hold one update or two show the rhythm of the meters, which may be the same.
	length := min(updatesAMoment*update, core.Duration()/(2*moments))
	if length < updatesAMoment/2*update {
		return nil
	}
	for _, i := range single {
		if p, ok := profileOf(all[i].Trace, core, length); ok {
			p.at = i
			profiles = append(profiles, p)
		}
	}
	slices.SortFunc(profiles, func(a, b profile) int { return cmp.Or(cmp.Compare(a.mean, b.mean), cmp.Compare(a.at, b.at)) })
	var found []Twins
	for i, a := range profiles {
		for _, b := range profiles[i+1:] {
			limit := methodology.NearTwins * a.swing
			if b.mean-a.mean > limit {
				break
			}
			if a.distance(b) <= min(limit, methodology.NearTwins*b.swing) {
				found = append(found, Twins{First: min(a.at, b.at), Second: max(a.at, b.at)})
			}
		}
	}
	return found
}

// profileOf takes two stretches after each other at every moment. ok is false where readings are
// missing.
func profileOf(t *power.Trace, core power.Span, length time.Duration) (p profile, ok bool) {
	var swings []float64
	for k := range moments {
		start := piece(core, k, moments).Start.Time
		var pair [2]float64
		for j := range pair {
			from := start.Add(time.Duration(j) * length)
			watts, known := t.Mean(power.NewSpan(from, from.Add(length)))
			if !known {
				return p, false
			}
			pair[j] = float64(watts)
			p.mean += pair[j] / (2 * moments)
		}
		p.power = append(p.power, pair[:]...)
		swings = append(swings, math.Abs(pair[1]-pair[0]))
	}
	slices.Sort(swings)
	p.swing = swings[moments/2]
	return p, p.swing > 0
}

// distance is the largest difference between two profiles.
func (p profile) distance(other profile) float64 {
	largest := 0.0
	for k, watts := range p.power {
		largest = max(largest, math.Abs(watts-other.power[k]))
	}
	return largest
}
