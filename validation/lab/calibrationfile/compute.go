package calibrationfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"green500/validation/lab"
	"green500/validation/lab/model"
	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/power"
)

type measured struct {
	node, log string
	clock     float64
	busy      int
	irregular bool
	at        []time.Time
	watts     []power.Watts
}

// Compute reads the logs from a folder, one after the other, and finds the model of each node.
func (f File) Compute(folder fs.FS, scratch canonical.Scratch) (Calibration, error) {
	var all []measured
	wrong := lab.Checks{}
	for i, log := range f.Logs {
		read, err := f.read(folder, log, scratch)
		if err := wrong.Note(fmt.Sprintf("logs[%d].log", i), err); err != nil {
			return Calibration{}, err
		}
		all = append(all, read...)
	}
	if err := wrong.OrNil(); err != nil {
		return Calibration{}, err
	}
	made := Calibration{Title: f.Title, NodeSet: f.NodeSet, Cores: f.Cores, Off: f.Off}
	for _, name := range nodesOf(all) {
		node, err := f.node(name, all)
		if err != nil {
			return made, err
		}
		made.Nodes = append(made.Nodes, node)
	}
	return made, nil
}

func nodesOf(all []measured) (names []string) {
	for _, one := range all {
		if !slices.Contains(names, one.node) {
			names = append(names, one.node)
		}
	}
	return names
}

func (f File) node(name string, all []measured) (Node, error) {
	of := slices.DeleteFunc(slices.Clone(all), func(m measured) bool { return m.node != name })
	node, clocks := Node{Name: name}, clocksOf(of)
	for _, clock := range clocks {
		state, outliers, err := f.state(name, clock, at(of, clock))
		if err != nil {
			return node, err
		}
		state.Speed = speedAt(f.Speed, clock, clocks[0])
		node.States = append(node.States, state)
		for _, outlier := range outliers {
			if !slices.Contains(node.Outliers, outlier) {
				node.Outliers = append(node.Outliers, outlier)
			}
		}
	}
	return node, nil
}

func clocksOf(of []measured) []float64 {
	clocks := map[float64]bool{}
	for _, one := range of {
		if one.busy > 0 {
			clocks[one.clock] = true
		}
	}
	if len(clocks) == 0 {
		return []float64{0}
	}
	sorted := slices.Sorted(maps.Keys(clocks))
	slices.Reverse(sorted)
	return sorted
}

// at are a node's readings that count for a clock; those of idle without a clock do if it has none there.
func at(of []measured, clock float64) (some []measured) {
	ownIdle := slices.ContainsFunc(of, func(m measured) bool { return m.busy == 0 && m.clock == clock })
	for _, one := range of {
		if one.clock == clock || one.busy == 0 && one.clock == 0 && !ownIdle {
			some = append(some, one)
		}
	}
	return some
}

func (f File) state(name string, clock float64, of []measured) (State, []Outlier, error) {
	var series []model.LoadSeries
	for _, one := range of {
		series = append(series, model.LoadSeries{Busy: one.busy, Watts: one.watts, Irregular: one.irregular})
	}
	fit, err := model.CalibrateState(name, f.Cores, series)
	if err != nil {
		return State{}, nil, err
	}
	state := State{
		Clock: clock, Idle: rounded(fit.Idle), One: rounded(fit.OneCore), All: rounded(fit.AllCores),
		RSquared: fit.RSquared, Residual: rounded(fit.Residual),
		Readings: fit.Readings, Dropped: fit.Dropped, Linear: fit.Assumed && f.Cores > 1, Rejected: fit.Rejected(),
	}
	var outliers []Outlier
	for i, some := range fit.Outliers {
		for _, one := range some {
			outliers = append(outliers, Outlier{of[i].log, power.Time{Time: of[i].at[one.Index]}, float64(one.Power)})
		}
	}
	return state, outliers, nil
}

func (f File) read(folder fs.FS, log Log, scratch canonical.Scratch) (all []measured, err error) {
	told := f.Import.Over(log.Import)
	told.Timezone = cmp.Or(told.Timezone, f.Timezone)
	s, err := lab.Log(folder, log.Log, told, scratch)
	if err != nil {
		return nil, err
	}
	if like := alike(s); told.Value == "" && like != "" {
		told.Value = like
		if err := s.Close(); err != nil {
			return nil, err
		}
		if s, err = lab.Log(folder, log.Log, told, scratch); err != nil {
			return nil, err
		}
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, trace := range s.Traces() {
		one := measured{node: log.Node, log: log.Log, clock: log.Clock, busy: log.Busy, irregular: log.Irregular}
		if one.node == "" || len(s.Traces()) > 1 {
			one.node = strings.TrimSpace(log.Node + " " + trace.Instrument)
		}
		if one.node == "" {
			return nil, &power.InputError{File: log.Log, Problem: "the node is not named",
				Remedy: "write node, the name of the node that the log shows"}
		}
		if one.at, one.watts, err = lab.Powers(log.Log, trace, power.Span{Start: log.From, End: log.To}); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

var digits = regexp.MustCompile(`[0-9]+`)

// alike is a pattern of columns that differ in their first number, such as node*_watts: each is a node.
func alike(s *contents.Survey) string {
	pattern := func(name string) string {
		at := digits.FindStringIndex(name)
		if at == nil {
			return ""
		}
		return name[:at[0]] + "*" + name[at[1]:]
	}
	first, others := pattern(s.Series.Value), 0
	if s.Understanding == nil || first == "" {
		return ""
	}
	for _, proposal := range s.Understanding.Series {
		if one := proposal.Series; one.Quantity == s.Series.Quantity && one.Value != s.Series.Value &&
			pattern(one.Value) == first {
			others++
		}
	}
	if others == 0 {
		return ""
	}
	return first
}
