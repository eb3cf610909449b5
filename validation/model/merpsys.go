package model

import (
	"math"
	"time"

	"green500/validation/power"
)

// RunEnergy is the energy of a run on some of the nodes of a machine: E = E_an + E_in (003, IV).
type RunEnergy struct {
	Active   power.Joules // of the nodes that work
	Inactive power.Joules // of those that idle meanwhile
}

// Total returns E_an + E_in (003, IV).
func (e RunEnergy) Total() power.Joules { return e.Active + e.Inactive }

// NodesOf returns how many nodes work and how many idle: N_an = min(N_proc, N_total), N_in = N_total - N_an
// (003, IV).
func NodesOf(processes, total int) (active, inactive int) {
	active = min(processes, total)
	return active, total - active
}

// SPMD returns the energy of a run of which all nodes are equally loaded all the time: E = N_an P_an t + N_in P_in t
// (003, IV). Nodes that are not used draw idle power.
func SPMD(processes, total int, active, idle power.Watts, t time.Duration) RunEnergy {
	working, idling := NodesOf(processes, total)
	return Steps([]Step{{Active: working, Inactive: idling, ActivePower: active, IdlePower: idle, Time: t}})
}

// Step is a step of a run during which the same nodes work (003, IV).
type Step struct {
	Active, Inactive       int         // nodes: N_an(k), N_in(k)
	ActivePower, IdlePower power.Watts // of one node: P_an(k), P_in(k)
	Time                   time.Duration
}

// Steps returns the energy of a run in steps: E = sum over k of (N_an(k) P_an(k) + N_in(k) P_in(k)) t(k) (003, IV).
func Steps(steps []Step) RunEnergy {
	var e RunEnergy
	for _, s := range steps {
		e.Active += power.Joules(s.Active) * s.ActivePower.Over(s.Time)
		e.Inactive += power.Joules(s.Inactive) * s.IdlePower.Over(s.Time)
	}
	return e
}

// DivideAndConquer returns the steps of a run of which every second process goes idle in each step (003, IV and
// figure 3), for the times of its steps, the first with all processes. Processes are spread over as many nodes as there
// are.
func DivideAndConquer(processes, total int, curve NodeCurve, times []time.Duration) []Step {
	steps := make([]Step, len(times))
	for k, t := range times {
		left := max(1, processes>>k)
		active, inactive := NodesOf(left, total)
		steps[k] = Step{Active: active, Inactive: inactive, ActivePower: curve.At(float64(left) / float64(max(active, 1))), IdlePower: curve.Idle, Time: t}
	}
	return steps
}

// Stress is a time during which a node worked, and what it drew (003, III).
type Stress struct {
	Time  time.Duration
	Power power.Watts // PW_stress, with as many threads as ran
}

// NodeRun is a node during a run (003, III).
type NodeRun struct {
	Idle   power.Watts
	Stress []Stress
}

// NodeSum returns the energy of a run from what each of its nodes did: E = sum over i of (t_app PW_idle + sum over k
// of t_exec (PW_stress - PW_idle)) (003, III). t is the time of the whole run: all nodes count over all of it, used or
// not.
func NodeSum(t time.Duration, nodes []NodeRun) power.Joules {
	var e power.Joules
	for _, n := range nodes {
		e += n.Idle.Over(t)
		for _, s := range n.Stress {
			e += (s.Power - n.Idle).Over(s.Time)
		}
	}
	return e
}

// IdleShare is what an idle node draws of its maximum, about (003, IV).
const IdleShare = 0.5

// NodeCurve is the power of a node against its active processes: linear, broken at saturation (003, IV and figure 2).
type NodeCurve struct {
	Idle       power.Watts // P_in
	Max        power.Watts // P_max, from saturation on
	Saturation float64     // processes from which power grows no further: the cores of the node
}

// CurveOf returns the curve of a node of which only the maximum is known: its idle power is half of it (003, IV).
func CurveOf(most power.Watts, saturation float64) NodeCurve {
	return NodeCurve{Idle: most * IdleShare, Max: most, Saturation: saturation}
}

// At returns the power of a node with so many active processes (003, figure 2).
func (c NodeCurve) At(processes float64) power.Watts {
	if c.Saturation <= 0 {
		return c.Max
	}
	load := min(1, max(0, processes/c.Saturation))
	return c.Idle + (c.Max-c.Idle)*power.Watts(load)
}

// NodesAlike are nodes of one kind, some of which were measured.
type NodesAlike struct {
	Nodes  int         // of the machine
	Active int         // that work
	Power  power.Watts // of a measured node that works, on average
	Idle   power.Watts // of one that idles
}

// Extrapolate returns what a machine draws from what its measured nodes do: N_an P_an + N_in P_in over its kinds of
// nodes (003, IV and VI.E). What is no node, such as cooling, is left out (003, IV).
func Extrapolate(kinds []NodesAlike) power.Watts {
	var all power.Watts
	for _, k := range kinds {
		active, inactive := NodesOf(k.Active, k.Nodes)
		all += power.Watts(active)*k.Power + power.Watts(inactive)*k.Idle
	}
	return all
}

// Deviation returns by how much a modelled value differs from a measured one, as a fraction of the latter (003,
// Tables III and IV); 0 where nothing was measured.
func Deviation(modelled, measured float64) float64 {
	if measured == 0 {
		return 0
	}
	return modelled/measured - 1
}

// Doubt is why the average power of a run is not to be believed.
type Doubt string

// What a reader of Tables I and II doubts.
const (
	Scattered Doubt = "scattered" // its readings differ by a large part of it: the run began or ended within them
	BelowIdle Doubt = "below idle"
)

// scatter is from which standard deviation, as a part of the mean, a run is too short for its readings. The runs that
// lasted long enough show up to 3.2% in Tables I and II, those that did not 31% and more (003).
const scatter = 0.3

// DoubtsOf returns why the average of a run's readings is not to be believed (003, Tables I and II): it was too short
// for readings every 10 s. Runs of 1000 processes in Table I and of 512 and 1024 in Table II scatter; that of 729 has a
// single reading, which cannot scatter, and lies below idle power.
func DoubtsOf(mean, deviation, idle power.Watts) []Doubt {
	var doubts []Doubt
	if float64(deviation) >= scatter*math.Abs(float64(mean)) && deviation > 0 {
		doubts = append(doubts, Scattered)
	}
	if mean < idle {
		doubts = append(doubts, BelowIdle)
	}
	return doubts
}
