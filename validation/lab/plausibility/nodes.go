package plausibility

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation"
	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/model"
	"green500/validation/methodology"
	"green500/validation/power"
)

// NodesMeasured is an attached calibration: models of nodes, from logs beside the run; or the problem of its file.
type NodesMeasured struct {
	File    string
	Nodes   calibrationfile.Calibration
	Problem string
}

// Attached are the calibrations among the attachments of a submission, read from its files. A file that is not there,
// that was removed (its error is removed) or cannot be read as a calibration has its problem; other errors are those of
// the files.
func Attached(e *power.Entry, files fs.FS, removed error) (all []NodesMeasured, err error) {
	for _, file := range calibrationfile.Attached(e.Attachments, files) {
		one := NodesMeasured{File: file.Name, Nodes: file.Calibration}
		var many power.InputErrors
		var wrong *power.InputError
		switch {
		case file.Err == nil:
		case errors.As(file.Err, &many) || errors.As(file.Err, &wrong):
			one.Problem = file.Err.Error()
		case removed != nil && errors.Is(file.Err, removed):
			one.Problem = "the file was removed"
		default:
			return nil, file.Err
		}
		all = append(all, one)
	}
	return all, nil
}

// fromCalibrations predicts what the compute nodes draw under load from calibrations of some of them, one of each node
// set.
func (p *Panel) fromCalibrations(e *power.Entry, report *validation.Report, attached []NodesMeasured) {
	if len(attached) == 0 {
		return
	}
	of, problems := ofSets(e.NodeSets, attached)
	p.Missing = append(p.Missing, problems...)
	if len(of) == 0 || len(of) < len(e.NodeSets) {
		return
	}
	var compute power.Watts
	var spread float64
	var parts []string
	for i, set := range e.NodeSets {
		watts, off, words := calibrated(e, set.Nodes, of[i])
		compute, spread, parts = compute+watts, math.Hypot(spread, off), append(parts, words)
	}
	how := fmt.Sprintf("power of %s under full load, for all nodes; other subsystems unchanged",
		strings.Join(parts, " and "))
	p.hypothesis("Calibration", how, compute+others(report),
		math.Hypot(spread, model.SimGridAccuracy*float64(compute)), true)
}

// ofSets finds the calibration of each node set by its index, and says why one is not used and which set has none.
func ofSets(sets []power.NodeSet, attached []NodesMeasured) (of map[int]NodesMeasured, problems []string) {
	of = map[int]NodesMeasured{}
	for _, one := range attached {
		problem, at := one.Problem, 0
		if problem == "" {
			at, problem = one.set(sets)
		}
		if _, known := of[at]; known && problem == "" {
			problem = "the node set has another calibration"
		}
		if problem != "" {
			problems = append(problems, "Calibration "+one.File+": "+strings.TrimSuffix(problem, ".")+".")
			continue
		}
		of[at] = one
	}
	for i, set := range sets {
		if _, known := of[i]; !known && len(of) > 0 {
			problems = append(problems, fmt.Sprintf("Calibration: none is of the node set %q.", set.Name))
		}
	}
	return of, problems
}

func (n NodesMeasured) set(sets []power.NodeSet) (at int, problem string) {
	wanted := strings.TrimSpace(n.Nodes.NodeSet)
	switch {
	case len(sets) == 0:
		return 0, "the document has no node set"
	case wanted == "" && len(sets) > 1:
		return 0, "the machine has several sets of nodes, and the calibration does not say of which it is; " +
			"write its name as node_set"
	case wanted == "":
		return 0, ""
	}
	at = slices.IndexFunc(sets,
		func(s power.NodeSet) bool { return strings.EqualFold(strings.TrimSpace(s.Name), wanted) })
	if at < 0 {
		return 0, fmt.Sprintf("the document has no node set %q", wanted)
	}
	return at, ""
}

func calibrated(e *power.Entry, count int, measured NodesMeasured) (compute power.Watts, spread float64, words string) {
	nodes, state := measured.Nodes.AtClock(clockOf(e, measured.Nodes))
	mean, deviation, residual := nodes.Mean()
	of := len(nodes.Nodes)
	compute = mean.At(1) * power.Watts(count)
	spread = float64(residual) * float64(count) / math.Sqrt(float64(max(1, of)))
	if of < count && of > 1 {
		sampling := float64(deviation) * float64(count) / math.Sqrt(float64(of)) *
			math.Sqrt(1-float64(of)/float64(count))
		spread = math.Hypot(spread, sampling)
	}
	if of == 1 && count > 1 { // one node does not show how much nodes differ
		spread = math.Hypot(spread, methodology.AssumedVariation*float64(compute))
	}
	words = strconv.Itoa(of) + " nodes in " + measured.File
	if of == 1 {
		words = "1 node in " + measured.File
	}
	if state != 0 {
		words += " at " + calibrationfile.ClockText(state)
	}
	return compute, spread, words
}

// tunedClock is a clock in the words of a tunable, such as 1.9 GHz or 1900MHz.
var tunedClock = regexp.MustCompile(`(?i)([0-9]+(?:\.[0-9]+)?)\s*(MHz|GHz)`)

func clockOf(e *power.Entry, c calibrationfile.Calibration) float64 {
	for _, tunable := range e.Tunables {
		for _, found := range tunedClock.FindAllStringSubmatch(tunable.Value, -1) {
			megahertz, err := strconv.ParseFloat(found[1], 64)
			if strings.EqualFold(found[2], "GHz") {
				megahertz *= 1000
			}
			for _, state := range c.Nodes[0].States {
				if err == nil && math.Abs(state.Clock-megahertz) < 1 {
					return state.Clock
				}
			}
		}
	}
	return 0
}

const mostHosts = 1 << 17

// Hosts describes the nodes of the machine for people who simulate, one host a node: a node that an instrument sees
// draws what this instrument shows, the others the mean of their set. A core is one of the node's processors, and its
// speed the part of Rmax that falls to it, accelerators included. There are none if no node model was found of a set,
// or no Rmax is known.
func (p Panel) Hosts(e *power.Entry, report *validation.Report) (hosts []model.Host) {
	one, ok := p.host(e, report)
	if !ok {
		return nil
	}
	for _, set := range p.Sets {
		seen := set.each()
		for i := range set.Nodes {
			host := one
			host.Name = fmt.Sprintf("%s-%d", cmp.Or(set.Name, "node"), i+1)
			node := set.Power
			if at := i / seen; at < len(set.Instruments) {
				node = set.Instruments[at].Calibration.Node()
			}
			host.States = []model.HostState{{Speed: one.States[0].Speed, PowerState: node.State(one.Cores)}}
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// Node is the average node of the machine, as Hosts describes the nodes; ok is false if they are not known.
func (p Panel) Node(e *power.Entry, report *validation.Report) (host model.Host, ok bool) {
	host, ok = p.host(e, report)
	if !ok {
		return model.Host{}, false
	}
	var mean model.NodePower
	all := power.Watts(p.nodes())
	for _, set := range p.Sets {
		mean.Static += set.Power.Static * power.Watts(set.Nodes) / all
		mean.Dynamic += set.Power.Dynamic * power.Watts(set.Nodes) / all
	}
	host.States[0].PowerState = mean.State(host.Cores)
	return host, true
}

func (p Panel) host(e *power.Entry, report *validation.Report) (host model.Host, ok bool) {
	all := p.nodes()
	if report.Numbers.Rmax == nil || report.Numbers.Rmax.Value <= 0 || all == 0 || all > mostHosts || !p.Calibrated() {
		return model.Host{}, false
	}
	cores := max(1, (e.System.TotalCores-e.System.AcceleratorCores)/all)
	return model.Host{Name: "node", Cores: cores,
		States: []model.HostState{{Speed: power.GFlops(report.Numbers.Rmax.Value / float64(all*cores))}}}, true
}

func (p Panel) nodes() (all int) {
	for _, set := range p.Sets {
		all += set.Nodes
	}
	return all
}
