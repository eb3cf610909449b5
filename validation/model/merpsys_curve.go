package model

import (
	"math"
	"slices"
	"sort"

	"green500/validation/power"
)

// PowerPoint is the power of one node with so many active threads.
type PowerPoint struct {
	Threads   float64 // a part of one where nodes run different numbers
	Power     power.Watts
	Deviation power.Watts // standard deviation of its readings; 0 if not known
}

// PowerCurve is straight between points from idle on, constant after the last (Czarnul et al., IV, figure 2).
type PowerCurve struct {
	Idle   power.Watts
	points []PowerPoint // of more than no threads, in their order
}

// PowerCurveOf draws a curve through points. Points of equal threads are averaged by the caller; one of no threads is left out.
func PowerCurveOf(idle power.Watts, points []PowerPoint) PowerCurve {
	c := PowerCurve{Idle: idle}
	for _, p := range points {
		if p.Threads > 0 {
			c.points = append(c.points, p)
		}
	}
	slices.SortStableFunc(c.points, func(a, b PowerPoint) int { return int(math.Copysign(1, a.Threads-b.Threads)) })
	return c
}

// Curve is the broken line as a curve through its one corner.
func (c NodeCurve) Curve() PowerCurve {
	return PowerCurveOf(c.Idle, []PowerPoint{{Threads: max(c.Saturation, math.SmallestNonzeroFloat64), Power: c.Max}})
}

// Known reports whether the power of a busy node is known.
func (c PowerCurve) Known() bool { return len(c.points) > 0 }

// Last returns from how many threads on the power grows no further; 0 where no busy node is known.
func (c PowerCurve) Last() float64 {
	if !c.Known() {
		return 0
	}
	return c.points[len(c.points)-1].Threads
}

// At returns the power of a node with so many active threads, with its standard deviation, 0 if not known.
func (c PowerCurve) At(threads float64) (watts, deviation power.Watts) {
	if threads <= 0 || !c.Known() {
		return c.Idle, 0
	}
	i := sort.Search(len(c.points), func(i int) bool { return c.points[i].Threads >= threads })
	if i == len(c.points) {
		last := c.points[i-1]
		return last.Power, last.Deviation
	}
	before, after := PowerPoint{Power: c.Idle}, c.points[i]
	if i > 0 {
		before = c.points[i-1]
	}
	part := power.Watts((threads - before.Threads) / (after.Threads - before.Threads))
	return before.Power + part*(after.Power-before.Power), before.Deviation + part*(after.Deviation-before.Deviation)
}

// Farthest is how far a point lies off the broken line, as a part of its power (Czarnul et al., figure 2).
func (c NodeCurve) Farthest(points []PowerPoint) (most float64) {
	for _, p := range points {
		if p.Power > 0 {
			most = max(most, math.Abs(float64(c.At(p.Threads)/p.Power)-1))
		}
	}
	return most
}

// TimeLaw is how long the same work takes on so many processes: work that they share, and communication that grows with
// their number. It is ours: the paper simulates times, and prints them as a figure (Czarnul et al., figure 1).
type TimeLaw struct {
	Work float64 // s on one process
	Each float64 // s more for each process
}

// At returns the seconds of a run with so many processes.
func (l TimeLaw) At(processes float64) float64 { return l.Work/processes + l.Each*processes }

// TimeLawOf fits a law to runs by least squares of their relative deviations. most is the largest of these, as a part of the time; ok
// is false for fewer than three different numbers of processes, through which a law always goes.
func TimeLawOf(processes, seconds []float64) (law TimeLaw, most float64, ok bool) {
	const fewest = 3
	if distinct := slices.Compact(slices.Sorted(slices.Values(processes))); len(distinct) < fewest {
		return law, 0, false
	}
	var aa, ab, bb, a, b float64 // of the rows (1/p, p)/t of a system whose right side is 1
	for i, p := range processes {
		shared, each := 1/p/seconds[i], p/seconds[i]
		aa, ab, bb, a, b = aa+shared*shared, ab+shared*each, bb+each*each, a+shared, b+each
	}
	scale := aa*bb - ab*ab
	law = TimeLaw{(a*bb - b*ab) / scale, (b*aa - a*ab) / scale}
	switch {
	case law.Each < 0:
		law = TimeLaw{Work: a / aa}
	case law.Work < 0:
		law = TimeLaw{Each: b / bb}
	}
	for i, p := range processes {
		most = max(most, math.Abs(law.At(p)/seconds[i]-1))
	}
	return law, most, true
}
