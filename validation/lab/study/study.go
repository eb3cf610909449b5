// Package study compares runs of the same work under other tunables with a baseline: duration, mean power and energy of
// each come from its log, or from a submission.
package study

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// Facts are what grading found of the run that is submitted; a figure that is not known is 0.
type Facts struct {
	Idle    power.Watts // of the whole machine
	Loaded  power.Watts // of the whole machine over the core phase
	Rmax    power.GFlops
	PerWatt float64 // GFlops/W
}

// Quantity is what distinguishes runs, or what energy is divided by.
type Quantity string

// The quantities of a study.
const (
	Message    Quantity = "message" // KB
	Order      Quantity = "order"   // of the matrix
	Operations Quantity = "operations"
	Moved      Quantity = "moved" // MB
	Whole      Quantity = "whole" // the run as it is: nothing more is known
)

// gauge is how much of a quantity a run has; 0 if it is not stated.
type gauge struct {
	quantity Quantity
	of       func(power.StudyRun) float64
}

const gflop = 1e9

func operations(r power.StudyRun) float64 { return r.Operations() / gflop }
func moved(r power.StudyRun) float64      { return r.MovedMegabytes }

func sizes() []gauge {
	return []gauge{
		{Message, func(r power.StudyRun) float64 { return r.MessageKilobytes }},
		{Order, func(r power.StudyRun) float64 { return float64(r.Order) }},
		{Operations, operations}, {Moved, moved},
		{Whole, func(power.StudyRun) float64 { return 0 }},
	}
}

// amounts are what energy is divided by: the first that every run states.
func amounts() []gauge {
	return []gauge{{Operations, operations}, {Moved, moved}, {Whole, func(power.StudyRun) float64 { return 1 }}}
}

func choose(gauges []gauge, runs []power.StudyRun) gauge {
	for _, g := range gauges {
		if !slices.ContainsFunc(runs, func(r power.StudyRun) bool { return g.of(r) <= 0 }) {
			return g
		}
	}
	return gauges[len(gauges)-1]
}

// Study is runs of the same work compared with those of a baseline (Vishnu et al., 4.2 and 4.3).
type Study struct {
	Size     Quantity // what distinguishes the runs of a variant: KB, N, GFlop or MB
	Amount   Quantity // what energy is divided by: GFlop or MB
	Bound    float64  // by how much a variant may be slower, as a fraction
	Ceiling  float64  // how much power can be saved at most, as a fraction; 0 if unknown
	Baseline Variant
	Variants []Variant // the others, in the order of the document
	Left     []Excluded
}

// Excluded is a run that is not compared with the baseline.
type Excluded struct {
	Run      int // its place in the document, from 0
	Settings string
	Reason   string // a sentence
}

// Known reports whether there is anything to compare.
func (s Study) Known() bool { return len(s.Variants) > 0 }

// All lists the baseline and the variants.
func (s Study) All() []Variant { return append([]Variant{s.Baseline}, s.Variants...) }

// Submitted returns the variant with the settings of the run that is submitted, which may be the baseline; found is
// false if the document names none.
func (s Study) Submitted() (variant Variant, found bool) {
	for _, v := range s.All() {
		if v.Submitted {
			return v, true
		}
	}
	return Variant{}, false
}

// Of holds the runs of a document's study against its baseline. bound is by how much a variant may be slower, as a
// fraction.
func Of(runs []power.StudyRun, facts Facts, bound float64) Study {
	s := Study{Bound: bound}
	if len(runs) > mostRuns {
		s.Left = append(s.Left, Excluded{mostRuns, runs[mostRuns].Settings,
			fmt.Sprintf("A study has at most %d runs; this run and those after it are left out.", mostRuns)})
		runs = runs[:mostRuns]
	}
	usable := s.usable(runs)
	size, amount := choose(sizes(), usable), choose(amounts(), usable)
	s.Size, s.Amount = size.quantity, amount.quantity
	variants := gather(usable, size, amount)
	if len(variants) == 0 {
		return s
	}
	at := max(0, slices.IndexFunc(variants, func(v Variant) bool { return v.baseline }))
	s.Baseline = variants[at]
	s.Variants = slices.Delete(variants, at, at+1)
	usual := model.SplitOf(facts.Idle, s.usual(facts.Loaded))
	s.Ceiling = model.IdleCeiling(usual.Constant, usual.Total())
	s.Baseline.against(s.Baseline, s)
	for i := range s.Variants {
		s.Variants[i].against(s.Baseline, s)
		s.Variants[i].expect(s.Baseline, usual)
	}
	s.without(runs, size)
	return s
}

// Part is the study of one primitive.
type Part struct {
	Primitive string // empty if the runs name none
	Study
}

// ByPrimitive holds the runs of each primitive against the baseline of the primitive, in the order of the document.
// facts are those of the runs of a primitive.
func ByPrimitive(runs []power.StudyRun, facts func(own []power.StudyRun) Facts, bound float64) (all []Part) {
	var names []string
	places := map[string][]int{}
	for i, run := range runs {
		if places[run.Primitive] == nil {
			names = append(names, run.Primitive)
		}
		places[run.Primitive] = append(places[run.Primitive], i)
	}
	for _, name := range names {
		var own []power.StudyRun
		for _, i := range places[name] {
			own = append(own, runs[i])
		}
		part := Part{name, Of(own, facts(own), bound)}
		for i, left := range part.Left {
			part.Left[i].Run = places[name][left.Run]
		}
		all = append(all, part)
	}
	return all
}

// usual is what the machine that was graded would draw with the settings of the baseline: what it drew, over what the
// settings it was submitted with draw of the baseline's power. If the document does not name those, it is what it drew.
func (s *Study) usual(loaded power.Watts) power.Watts {
	submitted, found := s.Submitted()
	if !found {
		return loaded
	}
	submitted.Against = nil
	submitted.against(s.Baseline, *s)
	if a, found := submitted.Largest(); found && !a.Spiky {
		return loaded / power.Watts(a.Power)
	}
	return loaded
}

// mostRuns is how many runs are compared, which is as many as a form takes; a page has to hold them.
const mostRuns = 500

// shortest is how long a run takes at least: one message does.
const shortest = time.Microsecond

func (s *Study) usable(runs []power.StudyRun) []power.StudyRun {
	var all []power.StudyRun
	for i, run := range runs {
		reason := ""
		switch {
		case run.Settings == "":
			reason = "The settings are not stated."
		case run.DurationSeconds <= 0:
			reason = "The time is not stated."
		case run.Duration() < shortest:
			reason = "Too short to be a run."
		case run.PowerWatts <= 0:
			reason = "The average power is not stated."
		}
		if reason != "" {
			s.Left = append(s.Left, Excluded{i, run.Settings, reason})
			continue
		}
		all = append(all, run)
	}
	return all
}

// without leaves runs whose size the baseline lacks, and says if the document names a second baseline.
func (s *Study) without(runs []power.StudyRun, size gauge) {
	for i, run := range runs {
		if slices.ContainsFunc(s.Left, func(l Excluded) bool { return l.Run == i }) {
			continue
		}
		has := func(p Point) bool { return p.Size == size.of(run) }
		switch {
		case !slices.ContainsFunc(s.Baseline.Points, has):
			s.Left = append(s.Left, Excluded{i, run.Settings, "The baseline has no run of this size."})
		case run.Role == power.StudyBaseline && run.Settings != s.Baseline.Settings:
			s.Left = append(s.Left,
				Excluded{i, run.Settings, "Also marked as baseline; compared with the first baseline."})
		}
	}
	slices.SortStableFunc(s.Left, func(a, b Excluded) int { return cmp.Compare(a.Run, b.Run) })
}
