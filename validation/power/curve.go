package power

import (
	"math"
	"time"
)

// Curve is power over time for drawing: one value a step, NaN where an instrument has a gap.
// Nothing is ever computed from a curve; numbers come from the readings.
type Curve struct {
	Start time.Time
	Step  time.Duration
	Lines []Line
}

// Line is the power of one part of the machine, in watts, as measured: not scaled, no estimates.
type Line struct {
	Name  string // subsystem, with the node set where there are several
	Watts []float64
}

// At returns the start of the i-th step.
func (c Curve) At(i int) time.Time { return c.Start.Add(time.Duration(i) * c.Step) }

// Curve returns what was measured over s in at most steps steps; each value is the mean power over
// its step, formed by energy, so that instruments with different clocks and intervals line up.
func (m *Measurement) Curve(s Span, steps int) Curve {
	step := max(m.shortestInterval(s), (s.Duration()+time.Duration(steps)-1)/time.Duration(steps))
	if step <= 0 || s.Duration() <= 0 {
		return Curve{Start: s.Start.Time}
	}
	count := int(math.Ceil(float64(s.Duration()) / float64(step)))
	c := Curve{Start: s.Start.Time, Step: step}
	lines := map[string]int{}
	for _, part := range m.Parts {
		name := part.Series.Covers.name()
		at, seen := lines[name]
		if !seen {
			at = len(c.Lines)
			lines[name] = at
			c.Lines = append(c.Lines, Line{Name: name, Watts: make([]float64, count)})
		}
		for _, t := range part.Traces {
			t.addTo(c.Lines[at].Watts, s, int64(step), part.Series.Stamp)
		}
	}
	return c
}

func (c Covers) name() string {
	if c.NodeSet == "" {
		return c.Subsystem
	}
	return c.Subsystem + " " + c.NodeSet
}

// shortestInterval is the finest step worth drawing.
func (m *Measurement) shortestInterval(s Span) time.Duration {
	shortest := time.Duration(0)
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if d := part.Interval(t, s); d > 0 && (shortest == 0 || d < shortest) {
				shortest = d
			}
		}
	}
	return shortest
}

// gapFactor is how many usual intervals without a reading are drawn as a gap.
const gapFactor = 4

// addTo adds the mean power of every step to sums; a step that the trace covers to less than half
// becomes NaN.
func (t *Trace) addTo(sums []float64, s Span, step int64, stamp string) {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	covered := make([]int64, len(sums))
	energy := make([]float64, len(sums)) // watt nanoseconds
	longest := gapFactor * int64(t.Window(s).MedianStep)
	if longest == 0 {
		longest = math.MaxInt64 // too few readings to tell what is usual
	}
	for before, after := range t.pairs(t.readings.search(start + 1)) {
		if before.at >= end {
			break
		}
		if after.at <= before.at || after.at-before.at > longest {
			continue
		}
		spread(energy, covered, t.stepWatts(before, after, stamp), before.at-start, after.at-start, step)
	}
	for i := range sums {
		if length := min(step, end-start-int64(i)*step); covered[i]*2 < length || covered[i] == 0 {
			sums[i] = math.NaN()
			continue
		}
		sums[i] += energy[i] / float64(covered[i])
	}
}

// stepWatts is the power between two consecutive readings: what an energy total rose by, or the
// reading whose interval this is by where its timestamp lies.
func (t *Trace) stepWatts(before, after point, stamp string) float64 {
	if t.Quantity == Energy {
		seconds := time.Duration(after.at - before.at).Seconds()
		return float64(after.value-before.value) / millijoulesPerJoule / seconds
	}
	began, ended := float64(before.value)/microwattsPerWatt, float64(after.value)/microwattsPerWatt
	switch stamp {
	case "end":
		return ended
	case "middle":
		return (began + ended) / 2 // half of the space belongs to each
	}
	return began
}

// spread distributes a constant power from begin to end over the steps it touches.
func spread(energy []float64, covered []int64, watts float64, begin, end, step int64) {
	for bucket := max(0, begin/step); bucket < int64(len(energy)) && bucket*step < end; bucket++ {
		overlap := min(end, (bucket+1)*step) - max(begin, bucket*step)
		if overlap > 0 {
			energy[bucket] += watts * float64(overlap)
			covered[bucket] += overlap
		}
	}
}
