package power

import (
	"slices"
	"time"
)

// WeightedAverage is Average with every reading weighted by the time it stands for, those that lie
// partly in the span by their part. It differs from the plain mean where intervals vary, and where
// readings do not begin and end with the span.
func (m *Measurement) WeightedAverage(s Span) Average { return m.average(s, Part.weightedAverages) }

func (p Part) weightedAverages(s Span) (averages []Watts, ok bool) {
	for _, t := range p.Traces {
		if _, known := p.window(t, s).Average(); !known {
			return nil, false
		}
		shared, some := p.stoodFor(t, p.Interval(t, s)).Intersect(s)
		if !some {
			return nil, false
		}
		from, to := shared.Start.UnixNano(), shared.End.UnixNano()
		energy := t.energyTo([]int64{from, to}, p.Series.Stamp)[1]
		averages = append(averages, Watts(energy/shared.Duration().Seconds()))
	}
	return averages, len(averages) > 0
}

// stoodFor is the time that the readings of an instrument speak of.
func (p Part) stoodFor(t *Trace, interval time.Duration) Span {
	if t.Quantity == Energy {
		return t.Span()
	}
	switch p.Series.Stamp {
	case "end":
		return t.Span().Trim(-interval, 0)
	case "middle":
		return t.Span().Trim(-interval/2, -interval/2)
	}
	return t.Span().Trim(0, -interval)
}

// Reaches reports whether the readings of every instrument reach both ends of a span: no more may be
// missing there than a number of usual intervals, or than between readings inside.
func (m *Measurement) Reaches(s Span, intervals float64) bool {
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			w := t.Window(s)
			missing := max(w.LongestStep, time.Duration(intervals*float64(part.Interval(t, s))))
			if w.Count == 0 || w.First.At.Sub(s.Start.Time) > missing || s.End.Sub(w.Last.At) > missing {
				return false
			}
		}
	}
	return len(m.Parts) > 0
}

// Instants returns, in their order, the ends of a span and the instants in it at which a reading
// lies. Where these are more than most, they are equally spaced instead.
func (m *Measurement) Instants(s Span, most int) []int64 {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	all := []int64{start, end}
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			from, to := t.firstAfter(start), t.firstAfter(end)
			if len(all)+to-from > most {
				return spaced(start, end, most)
			}
			all = append(all, t.at[from:to]...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func spaced(start, end int64, count int) []int64 {
	all := make([]int64, 0, count)
	step := max(1, (end-start)/int64(count-1))
	for at := start; at < end; at += step {
		all = append(all, at)
	}
	return append(all, end)
}

// EnergyTo returns the energy that the whole machine took from the first of some instants, which are
// in their order, to each of them. Readings are held over the time they stand for, and beyond the
// first and the last one.
func (m *Measurement) EnergyTo(instants []int64) []Joules {
	energies := make([]Joules, len(instants))
	for _, part := range m.Parts {
		whole := Watts(part.LossFactor()) * Watts(m.ScaleOf(part.Series))
		for _, t := range part.Traces {
			for i, energy := range t.energyTo(instants, part.Series.Stamp) {
				energies[i] += Joules(energy * float64(whole))
			}
		}
	}
	estimates := m.estimates()
	for i, instant := range instants {
		energies[i] += estimates.Over(time.Duration(instant - instants[0]))
	}
	return energies
}

// estimates is the sum of the powers that the document states.
func (m *Measurement) estimates() Watts {
	var a Average
	for _, sub := range m.Entry.Subsystems {
		a.addStated(sub)
	}
	return a.Of(Estimate)
}

// energyTo returns the energy in joules from the first of some instants to each of them.
func (t *Trace) energyTo(instants []int64, stamp string) []float64 {
	energies := make([]float64, len(instants))
	if len(t.at) == 0 || len(instants) == 0 {
		return energies
	}
	at, energy := instants[0], 0.0
	next := t.firstAfter(at)
	advance := func(to int64) {
		if to > at {
			energy += float64(t.heldBefore(next, stamp) * time.Duration(to-at).Seconds()) // rounded before it is added, on every processor
			at = to
		}
	}
	for i, instant := range instants {
		for ; next < len(t.at) && t.at[next] <= instant; next++ {
			advance(t.at[next])
		}
		advance(instant)
		energies[i] = energy
	}
	return energies
}

// heldBefore is the power in watts that is held up to the i-th reading: before the first and after
// the last one, that of the nearest step.
func (t *Trace) heldBefore(i int, stamp string) float64 {
	if t.Quantity == Power {
		switch {
		case i == 0:
			return float64(t.value[0]) / microwattsPerWatt
		case i == len(t.at):
			return float64(t.value[i-1]) / microwattsPerWatt
		}
		return t.stepWatts(i, stamp)
	}
	i = min(max(i, 1), len(t.at)-1)
	for i > 1 && t.at[i] == t.at[i-1] {
		i--
	}
	if i < 1 || t.at[i] == t.at[i-1] {
		return 0 // a single total tells no power
	}
	return t.stepWatts(i, stamp)
}
