package plan

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Phase is when something is to be done.
type Phase string

// The phases.
const (
	Before Phase = "before"
	During Phase = "during"
	After  Phase = "after"
)

// Phases lists the phases in the order of time.
func Phases() []Phase { return []Phase{Before, During, After} }

// Title is the heading of a phase.
func (p Phase) Title() string {
	return map[Phase]string{Before: "Before the run", During: "During the run", After: "After the run"}[p]
}

// Task is a line of the checklist: what to do for a demand of the level, in the numbers of the machine.
type Task struct {
	Rule    string `json:"rule"`
	Phase   Phase  `json:"phase"`
	Section string `json:"section"` // of the methodology
	Text    string `json:"text"`
}

// TasksOf returns the lines of a phase.
func (l *Level) TasksOf(phase Phase) []Task {
	return slices.DeleteFunc(slices.Clone(l.Tasks), func(t Task) bool { return t.Phase != phase })
}

func (l *Level) tasks() []Task {
	var all []Task
	for _, rule := range rules.For(l.Methodology) {
		if !l.asks[rule.ID] {
			continue
		}
		phase, text := Before, rule.Before
		switch line, computed := lines[rule.ID]; {
		case computed:
			phase, text = line.phase, line.text(l)
		case rule.During != "":
			phase, text = During, rule.During
		case rule.After != "":
			phase, text = After, rule.After
		}
		if text == "" || slices.ContainsFunc(all, func(t Task) bool { return t.Text == text }) {
			continue
		}
		section, _ := l.Methodology.Section(rule.Section)
		all = append(all, Task{rule.ID, phase, section.String(), text})
	}
	return all
}

type line struct {
	phase Phase
	text  func(l *Level) string
}

var lines = map[string]line{
	"sampling-rate":        {Before, (*Level).sampleOften},
	"sampling-rate-energy": {Before, (*Level).sampleOften},
	"reading-interval":     {Before, (*Level).readOften},
	"readings-in-core":     {Before, (*Level).readOften},
	"core-edges-covered":   {Before, (*Level).readOften},
	"core-phase-length": {Before, func(l *Level) string {
		return fmt.Sprintf("Choose a problem whose core phase takes at least %s; %s is expected.",
			Seconds(l.limits.CoreMinimum.Seconds()), Seconds(l.request.Run.Core))
	}},
	"machine-fraction": {Before, (*Level).putMeters},
	"node-sets": {Before,
		where((*Level).severalSets, "Record separate readings for every set of nodes: sets are scaled one by one.")},
	"random-selection": {Before, where((*Level).partOfSet, "Choose the measured nodes at random before the run, "+
		"for example by drawing lots among whole chassis, and note how.")},
	"subsystems-measured": {Before,
		naming(power.Measured, "Put meters on the %s too: everything that takes part is measured.")},
	"interconnect-included": {Before, (*Level).includeSubsystems},
	"subsystems-included":   {Before, (*Level).includeSubsystems},
	"subsystem-fraction":    {Before, (*Level).enoughUnits},
	"estimates-founded": {Before,
		naming(power.Estimated, "Keep the specification and the formula of the estimate of the %s.")},
	"conversion-loss": {Before, (*Level).findLoss},
	"loss-interval":   {During, (*Level).measureLoss},
	"loss-evidence": {After, where((*Level).downstream,
		"Keep the record of how the conversion loss was determined: the record is part of the submission.")},
	"meter-accuracy": {Before, (*Level).accurate},
	"energy-total-rises": {During, where((*Level).energy,
		"Do not reset, restart or replace a meter while it counts: totals must rise throughout.")},
	"no-time-lost": {During, func(l *Level) string {
		return "Leave no gap in the log, and check that its values are new ones. What may be lost is " + l.lostWords()
	}},
	"level-1-window": {After, (*Level).averageWindow},
}

// Section is where the text of the edition says what a label is about.
func (l *Level) Section(label methodology.Label) string {
	section, _ := l.Methodology.Section(label)
	return section.String()
}
