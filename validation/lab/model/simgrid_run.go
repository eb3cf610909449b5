package model

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// AtLoad returns the power at a share of busy cores, from 0 to 1, as SimGrid reckons it: the idle power with none, else
// a line through one core and all of them (Heinrich et al., figures 1 and 6).
func (s PowerState) AtLoad(load float64, cores int) power.Watts {
	if !(load > 0) {
		return s.Idle
	}
	none := s.betweenStates(cores)
	return none + (s.AllCores-none)*power.Watts(min(1, load))
}

// Accuracy is the error of a predicted power as a part of it, if the model is applied as Heinrich et al. do (section
// 7). They state 2% for EP and LU; for HPL, whose busy waiting is not modelled, and other work they give no number, and
// 5% is assumed.
func Accuracy(workload string) (part float64, stated bool) {
	switch strings.ToUpper(strings.TrimSpace(workload)) {
	case "EP", "LU":
		return SimGridAccuracy, true
	}
	const fewPercent = 0.05
	return fewPercent, false
}

// Run is what hosts draw over a run by the model.
type Run struct {
	Duration time.Duration
	Energy   power.Joules
	Hosts    []power.Joules // of each host
}

// Power is the mean power; 0 if no time passes.
func (r Run) Power() power.Watts {
	if r.Duration <= 0 {
		return 0
	}
	return power.Watts(float64(r.Energy) / r.Duration.Seconds())
}

// RunLoads returns what hosts draw that all have the same loads, one after the other, each in its initial state.
func RunLoads(hosts []Host, loads []LoadStep) (r Run) {
	for _, step := range loads {
		r.Duration += step.For
	}
	for _, host := range hosts {
		var joules power.Joules
		for _, step := range loads {
			joules += host.state().AtLoad(step.Load, host.Cores).Over(step.For)
		}
		r.Hosts = append(r.Hosts, joules)
		r.Energy += joules
	}
	return r
}

func (h Host) state() HostState { return h.States[h.Initial] }

// Actions is the work of the processes of a run: the compute actions of a time-independent trace.
type Actions struct {
	Flops  []float64 // of each process
	Others int       // actions that compute nothing: they take no time here
}

// Bounds on a trace.
const (
	mostProcesses   = 1 << 20
	mostActionBytes = 1 << 16
)

// ReadActions adds the compute actions of SimGrid's trace: process, action and amount, such as "0 compute 1e9".
func (a *Actions) ReadActions(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostActionBytes)
	for line := 1; lines.Scan(); line++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		process, err := strconv.Atoi(strings.TrimPrefix(fields[0], "p"))
		if err != nil || process < 0 || process >= mostProcesses || len(fields) < 2 {
			return &power.InputError{Line: line, Problem: "this is not an action of a process",
				Remedy: `write the process, the action and its amount, such as "0 compute 1e9"`}
		}
		for len(a.Flops) <= process {
			a.Flops = append(a.Flops, 0)
		}
		if fields[1] != "compute" {
			a.Others++
			continue
		}
		flops := math.NaN()
		if len(fields) > 2 {
			flops, err = strconv.ParseFloat(fields[2], 64)
		}
		if err != nil || !(flops >= 0) || math.IsInf(flops, 1) {
			return &power.InputError{Line: line, Problem: "the amount of the computation is not a number",
				Remedy: `write it in flop, such as "0 compute 1e9"`}
		}
		a.Flops[process] += flops
	}
	if err := lines.Err(); err != nil {
		return &power.InputError{Problem: fmt.Sprintf("the trace cannot be read: %s", err),
			Remedy: "give a text file with a line an action"}
	}
	return nil
}

// RunActions returns what hosts draw while they compute actions, one process a core: the first host takes as many
// processes as it has cores, then the next. Hosts without a process, and those that are done, idle until the last is
// done. The error is a power.InputError.
func RunActions(hosts []Host, actions Actions) (r Run, err error) {
	type share struct{ seconds []float64 } // of the processes of a host, the shortest first
	shares, next, longest := make([]share, len(hosts)), 0, 0.0
	for i, host := range hosts {
		for range host.Cores {
			if next >= len(actions.Flops) {
				break
			}
			speed := float64(host.state().Speed) * 1e9
			if !(speed > 0) {
				return Run{}, &power.InputError{Field: host.Name, Problem: "the speed of a core is not known",
					Remedy: "state the speed of a core in GFlop/s"}
			}
			seconds := actions.Flops[next] / speed
			shares[i].seconds = append(shares[i].seconds, seconds)
			longest, next = max(longest, seconds), next+1
		}
		slices.Sort(shares[i].seconds)
	}
	if next < len(actions.Flops) {
		return Run{}, &power.InputError{Field: "trace",
			Problem: fmt.Sprintf("%d processes do not fit the %d cores of the nodes", len(actions.Flops), next),
			Remedy:  "calibrate more nodes, or give a trace of fewer processes"}
	}
	const mostSeconds = 1e9
	if longest > mostSeconds {
		return Run{}, &power.InputError{Field: "trace", Problem: "the run lasts longer than 30 years",
			Remedy: "check the speed of a core and the amounts of the trace"}
	}
	r.Duration = time.Duration(longest * float64(time.Second))
	for i, host := range hosts {
		joules, before := 0.0, 0.0
		for k, until := range shares[i].seconds {
			joules += float64(host.state().At(len(shares[i].seconds)-k, host.Cores)) * (until - before)
			before = until
		}
		joules += float64(host.state().Idle) * (longest - before)
		r.Hosts = append(r.Hosts, power.Joules(joules))
		r.Energy += power.Joules(joules)
	}
	return r, nil
}

// Spread is how much equal nodes differ: the mean of their powers and the standard deviation as a part of it.
type Spread struct {
	Nodes     int
	Mean      power.Watts
	Variation float64
}

// SpreadOf returns the spread of nodes under one load (Heinrich et al., 6.1, figure 2), if there are two.
func SpreadOf(nodes []power.Watts) (spread Spread, ok bool) {
	watts := make([]float64, len(nodes))
	for i, w := range nodes {
		watts[i] = float64(w)
	}
	if len(nodes) < 2 {
		return Spread{}, false
	}
	mean, deviation := deviationOf(watts)
	if !(mean > 0) || math.IsInf(mean, 1) {
		return Spread{}, false
	}
	return Spread{len(nodes), power.Watts(mean), deviation / mean}, true
}

// NodeChange is what one node drew at two dates.
type NodeChange struct {
	Node           string
	Earlier, Later power.Watts
}

// Change is by how much the power rose; it is negative if it fell.
func (c NodeChange) Change() power.Watts { return c.Later - c.Earlier }

// MeasureAgain lists the nodes whose power changed by more than a part of what they drew before, the greatest change
// first: a calibration of theirs does not hold any more (Heinrich et al., section 6.1: taurus-12 rose by 11 W in two
// years, taurus-5 fell by 3 W).
func MeasureAgain(nodes []NodeChange, part float64) []NodeChange {
	moved := func(c NodeChange) float64 { return math.Abs(float64(c.Change() / c.Earlier)) }
	changed := slices.DeleteFunc(slices.Clone(nodes), func(c NodeChange) bool { return !(moved(c) > part) })
	slices.SortStableFunc(changed, func(a, b NodeChange) int { return cmp.Compare(moved(b), moved(a)) })
	return changed
}
