package watch

import (
	"slices"
	"time"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// State is what is known of a requirement while the run goes on.
type State string

// The states. What can only be told at the end is open, whatever the readings show until then.
const (
	Holds State = "holds"
	Fails State = "fails"
	Open  State = "open"
)

// Requirement is one of the wanted level.
type Requirement struct {
	Rule    string `json:"rule"`
	Title   string `json:"title"`
	State   State  `json:"state"`
	Message string `json:"message,omitempty"`
	Remedy  string `json:"remedy,omitempty"`
}

// atTheEnd are the rules that compare the readings with a core phase, a run or an output that is not over.
func atTheEnd() []string {
	return []string{
		"core-average", "core-edges-covered", "core-phase-covered", "core-phase-length", "energy-read-at-ends",
		"full-run-average", "full-run-covered", "idle-power", "level-1-window",
		"mean-by-duration", "optimised-run-apart", "reading-interval", "readings-beyond-run", "readings-in-core",
		"readings-regular", "readouts-in-core",
		"residual-passed", "run-edges-covered", "whole-core-averaged", "whole-run-covered",
	}
}

func underLoad() []string { return []string{"machine-fraction", "node-sets"} }

// warnings are the rules that affect no level, and whose finding somebody can act on while the run goes on.
func warnings() []string {
	return []string{
		"accelerator-power-plausible", "clocks-agree", "constant-interval", "interval-as-stated", "measured-changes",
		"no-codes", "no-cuts", "no-replays", "nodes-work", "range-holds-load", "timestamps-rise", "values-renewed",
	}
}

// How much load it takes to warn by it.
const (
	leastLoad          = time.Minute
	leastLoadIntervals = 30
)

// Requirements grades what is seen so far for the claimed level; with no load, all of it stands for one.
func Requirements(s *Seen, l Load) ([]Requirement, []Fault, error) {
	core := l.Core
	if core.IsZero() {
		core = power.NewSpan(s.first(s.known()), s.newest())
	}
	if core.Duration() < lastSteps*s.interval() {
		return nil, nil, nil
	}
	m := s.measurement(time.Unix(0, 0), core)
	if m.Entry.Run.FullRun.IsZero() && !l.Core.IsZero() {
		m.Entry.Run.FullRun = l.Run
	}
	if len(m.Entry.Idle) == 0 && l.Rest.Duration() >= leastIdle {
		m.Entry.Idle = []power.Idle{{Start: l.Rest.Start, End: l.Rest.End}}
	}
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: methodology.Edition(s.Entry.Methodology)})
	if err != nil {
		return nil, nil, err
	}
	all, faults := sorted(report, l, l.Core.Duration() >= max(leastLoad, leastLoadIntervals*s.interval()))
	return all, faults, nil
}

func sorted(report *validation.Report, l Load, long bool) (all []Requirement, faults []Fault) {
	for _, f := range report.Findings {
		switch {
		case !f.Asks(report.ClaimedLevel):
		case f.Severity == rules.Must && f.Outcome != rules.NotApplicable:
			all = append(all, requirement(f, l))
		case f.Outcome == rules.Fail && long && slices.Contains(warnings(), f.Rule):
			faults = append(faults, Fault{Kind: f.Rule, Message: f.Message, Remedy: f.Remedy})
		}
	}
	return all, faults
}

func requirement(f rules.Finding, l Load) Requirement {
	r := Requirement{Rule: f.Rule, Title: f.Title, State: Holds}
	if !f.Outcome.Open() {
		return r
	}
	r.State, r.Message, r.Remedy = Fails, f.Message, f.Remedy
	if f.Outcome == rules.Unknown || slices.Contains(atTheEnd(), f.Rule) ||
		l.Core.IsZero() && slices.Contains(underLoad(), f.Rule) {
		r.State = Open
	}
	return r
}

func (s *Seen) first(of []*Recording) time.Time {
	var first time.Time
	for _, r := range of {
		for _, i := range r.Instruments {
			if len(i.at) > 0 && (first.IsZero() || i.at[0] < first.UnixNano()) {
				first = time.Unix(0, i.at[0]).In(s.Now.Location())
			}
		}
	}
	return first
}
