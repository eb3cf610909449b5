package power

import (
	"math"
	"slices"
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
	from := max(1, t.firstAfter(start))
	for i := from; i < len(t.at) && t.at[i-1] < end; i++ {
		began, ended := t.at[i-1], t.at[i]
		if ended <= began || ended-began > longest {
			continue
		}
		spread(energy, covered, t.stepWatts(i, stamp), began-start, ended-start, step)
	}
	for i := range sums {
		if length := min(step, end-start-int64(i)*step); covered[i]*2 < length || covered[i] == 0 {
			sums[i] = math.NaN()
			continue
		}
		sums[i] += energy[i] / float64(covered[i])
	}
}

// firstAfter returns the index of the first reading after an instant.
func (t *Trace) firstAfter(nanoseconds int64) int {
	at, _ := slices.BinarySearch(t.at, nanoseconds+1)
	return at
}

// stepWatts is the power between readings i-1 and i: what an energy total rose by, or the reading
// whose interval this is by where its timestamp lies.
func (t *Trace) stepWatts(i int, stamp string) float64 {
	if t.Quantity == Energy {
		seconds := time.Duration(t.at[i] - t.at[i-1]).Seconds()
		return float64(t.value[i]-t.value[i-1]) / millijoulesPerJoule / seconds
	}
	before, after := float64(t.value[i-1])/microwattsPerWatt, float64(t.value[i])/microwattsPerWatt
	switch stamp {
	case "end":
		return after
	case "middle":
		return (before + after) / 2 // half of the space belongs to each
	}
	return before
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
