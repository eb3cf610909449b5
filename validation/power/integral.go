package power

import (
	"slices"
	"time"

	"green500/validation/power/internal/integers"
)

// WeightedAverage is Average with every reading weighted by the time it stands for, those that lie partly in the span
// by their part. It differs from the plain mean if intervals vary, and if readings do not begin and end with the span.
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

// Reaches reports whether at either end no more usual intervals are missing than so many, or than between readings.
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
// lies. If these are more than most, they are equally spaced instead.
func (m *Measurement) Instants(s Span, most int) []int64 {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	all := []int64{start, end}
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			from, to := t.readings.search(start+1), t.readings.search(end+1)
			if len(all)+to-from > most {
				return spaced(start, end, most)
			}
			for i := from; i < to; i++ {
				all = append(all, t.readings.point(i).at)
			}
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

// EnergyTo returns the energy that the whole machine took from the first of some instants, which are in their order, to
// each of them. Readings are held over the time they stand for, and beyond the first and the last one.
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
	if t.count == 0 || len(instants) == 0 {
		return energies
	}
	sum := integral{Trace: t, stamp: stamp}
	sum.to(instants[0])
	start := sum
	for i, instant := range instants {
		sum.to(instant)
		energies[i] = sum.since(start)
	}
	return energies
}

type integral struct {
	*Trace
	stamp string
	taken int             // readings up to the instant
	whole integers.Int128 // of the steps between them: twice the microwatt nanoseconds, or millijoules
	part  float64
}

// to moves on to an instant that is not before the one it stands at.
func (g *integral) to(instant int64) {
	if next := g.readings.search(instant + 1); next > g.taken {
		g.whole = g.whole.Plus(g.energy(max(0, g.taken-1), next))
		g.taken = next
	}
	from := g.readings.point(max(0, g.taken-1)).at
	// rounded before it is added, on every processor
	g.part = float64(g.heldAfter(g.taken) * time.Duration(instant-from).Seconds())
}

func (g *integral) energy(from, to int) integers.Int128 {
	c := g.between(from, to)
	f := c.flow()
	switch {
	case g.Quantity == Energy:
		return integers.Product(g.readings.point(to-1).value-g.readings.point(from).value-f.jumped, 1)
	case g.stamp == "end":
		return f.ended.Plus(f.ended)
	case g.stamp == "middle":
		return f.begun.Plus(f.ended)
	}
	return f.begun.Plus(f.begun)
}

func (g *integral) since(start integral) float64 {
	unit := float64(millijoulesPerJoule)
	if g.Quantity == Power {
		unit = 2 * microwattsPerWatt * float64(time.Second)
	}
	whole := g.whole.Minus(start.whole).Float() / unit
	return float64(whole+g.part) - start.part
}

// heldAfter is the power in watts from the reading before the i-th on; at the ends, that of the nearest step.
func (g *integral) heldAfter(i int) float64 {
	if g.Quantity == Power {
		if i == 0 || i == g.count {
			return float64(g.readings.point(max(0, i-1)).value) / microwattsPerWatt
		}
		return g.stepWatts(g.readings.point(i-1), g.readings.point(i), g.stamp)
	}
	i = min(max(i, 1), g.count-1)
	for i > 1 && g.readings.point(i).at == g.readings.point(i-1).at {
		i--
	}
	if i < 1 || g.readings.point(i).at == g.readings.point(i-1).at {
		return 0 // a single total gives no power
	}
	return g.stepWatts(g.readings.point(i-1), g.readings.point(i), g.stamp)
}
