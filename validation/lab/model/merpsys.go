package model

import (
	"math"
	"slices"
	"sort"
	"time"

	"green500/validation/power"
)

// RunEnergy is the energy of a run on some of the nodes of a machine: E = E_an + E_in (Czarnul et al., IV).
type RunEnergy struct {
	Active   power.Joules // of the nodes that work
	Inactive power.Joules // of the idle nodes

	Deviation power.Joules // standard deviation of Active, as one measured node stands for all; 0 if not known
}

// Total returns E_an + E_in (Czarnul et al., IV).
func (e RunEnergy) Total() power.Joules { return e.Active + e.Inactive }

// Off returns how far the total lies off a measured energy, as a part (Czarnul et al., Tables III and IV).
func (e RunEnergy) Off(measured power.Joules) float64 {
	if measured <= 0 {
		return 0
	}
	return float64(e.Total()/measured) - 1
}

// NodesOf returns N_an = min(N_proc, N_total) working nodes, and N_in = N_total - N_an idle (Czarnul et al., IV).
func NodesOf(processes, total int) (active, inactive int) {
	active = min(processes, total)
	return active, total - active
}

// SPMD returns E = N_an P_an t + N_in P_in t, of nodes loaded equally all the time (Czarnul et al., IV).
func SPMD(processes, total int, active, idle power.Watts, t time.Duration) RunEnergy {
	working, idling := NodesOf(processes, total)
	return Steps([]Step{{Active: working, Inactive: idling, ActivePower: active, IdlePower: idle, Time: t}})
}

// Step is a step of a run during which the same nodes work (Czarnul et al., IV).
type Step struct {
	Active, Inactive       int         // nodes: N_an(k), N_in(k)
	ActivePower, IdlePower power.Watts // of one node: P_an(k), P_in(k)
	Deviation              power.Watts // standard deviation of ActivePower; 0 if not known
	Time                   time.Duration
}

// Steps returns the energy of a run in steps: E = sum over k of (N_an(k) P_an(k) + N_in(k) P_in(k)) t(k) (Czarnul et
// al., IV).
func Steps(steps []Step) RunEnergy {
	var e RunEnergy
	for _, s := range steps {
		e.Active += power.Joules(s.Active) * s.ActivePower.Over(s.Time)
		e.Inactive += power.Joules(s.Inactive) * s.IdlePower.Over(s.Time)
		e.Deviation += power.Joules(s.Active) * s.Deviation.Over(s.Time)
	}
	return e
}

// DivideAndConquer returns the steps of a run of which every second process goes idle in each step (Czarnul et al., IV
// and figure 3), for the times of its steps, the first with all processes. Processes are spread over as many nodes as
// there are.
func DivideAndConquer(processes, total int, curve PowerCurve, times []time.Duration) []Step {
	steps := make([]Step, len(times))
	for k, t := range times {
		left := max(1, processes>>k)
		active, inactive := NodesOf(left, total)
		watts, deviation := curve.At(float64(left) / float64(max(active, 1)))
		steps[k] = Step{Active: active, Inactive: inactive, ActivePower: watts, IdlePower: curve.Idle,
			Deviation: deviation, Time: t}
	}
	return steps
}

// IdleShare is what an idle node draws of its maximum, about (Czarnul et al., IV).
const IdleShare = 0.5

// NodeCurve is the power of a node against its active processes: linear, broken at saturation (Czarnul et al., IV and
// figure 2).
type NodeCurve struct {
	Idle       power.Watts // P_in
	Max        power.Watts // P_max, from saturation on
	Saturation float64     // processes from which power grows no further: the cores of the node
}

// CurveOf returns the curve of a node of which only the maximum is known: its idle power is half of it (Czarnul et al.,
// IV).
func CurveOf(most power.Watts, saturation float64) NodeCurve {
	return NodeCurve{Idle: most * IdleShare, Max: most, Saturation: saturation}
}

// At returns the power of a node with so many active processes (Czarnul et al., figure 2).
func (c NodeCurve) At(processes float64) power.Watts {
	if c.Saturation <= 0 {
		return c.Max
	}
	return c.Idle + (c.Max-c.Idle)*power.Watts(min(1, max(0, processes/c.Saturation)))
}

// PowerPoint is the power of one node with so many active threads.
type PowerPoint struct {
	Threads   float64 // a part of one if nodes run different numbers
	Power     power.Watts
	Deviation power.Watts // standard deviation of its readings; 0 if not known
}

// PowerCurve is straight between points from idle on, constant after the last (Czarnul et al., IV, figure 2).
type PowerCurve struct {
	Idle   power.Watts
	points []PowerPoint // of more than no threads, in their order
}

// PowerCurveOf draws a curve through points. Points of equal threads are averaged by the caller; one of no threads is
// left out.
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

// Last returns from how many threads on the power grows no further; 0 if no busy node is known.
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

// TimeLawOf fits a law to runs by least squares of their relative deviations. most is the largest of these, as a part
// of the time; ok is false for fewer than three different numbers of processes, through which a law always goes.
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
