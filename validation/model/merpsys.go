package model

import (
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

// Steps returns the energy of a run in steps: E = sum over k of (N_an(k) P_an(k) + N_in(k) P_in(k)) t(k) (Czarnul et al., IV).
func Steps(steps []Step) RunEnergy {
	var e RunEnergy
	for _, s := range steps {
		e.Active += power.Joules(s.Active) * s.ActivePower.Over(s.Time)
		e.Inactive += power.Joules(s.Inactive) * s.IdlePower.Over(s.Time)
		e.Deviation += power.Joules(s.Active) * s.Deviation.Over(s.Time)
	}
	return e
}

// DivideAndConquer returns the steps of a run of which every second process goes idle in each step (Czarnul et al., IV and
// figure 3), for the times of its steps, the first with all processes. Processes are spread over as many nodes as there
// are.
func DivideAndConquer(processes, total int, curve PowerCurve, times []time.Duration) []Step {
	steps := make([]Step, len(times))
	for k, t := range times {
		left := max(1, processes>>k)
		active, inactive := NodesOf(left, total)
		watts, deviation := curve.At(float64(left) / float64(max(active, 1)))
		steps[k] = Step{Active: active, Inactive: inactive, ActivePower: watts, IdlePower: curve.Idle, Deviation: deviation, Time: t}
	}
	return steps
}

// IdleShare is what an idle node draws of its maximum, about (Czarnul et al., IV).
const IdleShare = 0.5

// NodeCurve is the power of a node against its active processes: linear, broken at saturation (Czarnul et al., IV and figure 2).
type NodeCurve struct {
	Idle       power.Watts // P_in
	Max        power.Watts // P_max, from saturation on
	Saturation float64     // processes from which power grows no further: the cores of the node
}

// CurveOf returns the curve of a node of which only the maximum is known: its idle power is half of it (Czarnul et al., IV).
func CurveOf(most power.Watts, saturation float64) NodeCurve {
	return NodeCurve{Idle: most * IdleShare, Max: most, Saturation: saturation}
}

// At returns the power of a node with so many active processes (Czarnul et al., figure 2).
func (c NodeCurve) At(processes float64) power.Watts {
	if c.Saturation <= 0 {
		return c.Max
	}
	load := min(1, max(0, processes/c.Saturation))
	return c.Idle + (c.Max-c.Idle)*power.Watts(load)
}
