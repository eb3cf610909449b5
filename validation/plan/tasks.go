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

// tasks is the checklist: a line for each rule that the level grants nothing without, in the order of
// the catalogue, but for those that ask nothing of this machine.
func (l *Level) tasks() []Task {
	var all []Task
	for _, rule := range rules.For(l.Methodology) {
		line, known := lines[rule.ID]
		if !known || !l.asks[rule.ID] {
			continue
		}
		text := line.text(l)
		if text == "" || slices.ContainsFunc(all, func(t Task) bool { return t.Text == text }) {
			continue
		}
		section, _ := l.Methodology.Section(rule.Section)
		all = append(all, Task{rule.ID, line.phase, section.String(), text})
	}
	return all
}

// line is what a rule asks somebody to do; an empty text is nothing.
type line struct {
	phase Phase
	text  func(l *Level) string
}

func always(text string) func(*Level) string { return func(*Level) string { return text } }

var lines = map[string]line{
	"integrated-energy":    {Before, always("Set every meter to integrate energy by itself, and log its running total, not power.")},
	"sampling-rate":        {Before, (*Level).sampleOften},
	"sampling-rate-energy": {Before, (*Level).sampleOften},
	"reading-interval":     {Before, (*Level).readOften},
	"readings-in-core":     {Before, (*Level).readOften},
	"core-edges-covered":   {Before, (*Level).readOften},
	"core-phase-length": {Before, func(l *Level) string {
		return fmt.Sprintf("Choose a problem whose core phase takes at least %s; %s is expected.", Seconds(l.limits.CoreMinimum.Seconds()), Seconds(l.request.Run.Core))
	}},
	"machine-fraction":      {Before, (*Level).putMeters},
	"node-sets":             {Before, where((*Level).severalSets, "Record separate readings for every set of nodes: sets are scaled one by one.")},
	"random-selection":      {Before, where((*Level).partOfSet, "Choose the measured nodes at random before the run, for example by drawing lots among whole chassis, and note how.")},
	"whole-chassis":         {Before, always("Measure whole chassis with all their power supplies, and note how many nodes share one.")},
	"equal-fractions":       {Before, always("If meters share the limit of accuracy, let each measure the same number of nodes, and log each by itself.")},
	"subsystems-measured":   {Before, naming(power.Measured, "Put meters on the %s too: everything that takes part is measured.")},
	"interconnect-included": {Before, (*Level).includeSubsystems},
	"subsystems-included":   {Before, (*Level).includeSubsystems},
	"subsystem-fraction":    {Before, (*Level).enoughUnits},
	"estimates-founded":     {Before, naming(power.Estimated, "Keep the specification and the formula of the estimate of the %s.")},
	"measuring-point":       {Before, always("Note where each meter sits: upstream of the machine (A), at its supply (B), just inside (C), or downstream of a conversion.")},
	"conversion-loss":       {Before, (*Level).findLoss},
	"loss-interval":         {During, (*Level).measureLoss},
	"loss-evidence":         {After, where((*Level).downstream, "Keep the record of how the conversion loss was determined: the record is part of the submission.")},
	"meter-accuracy":        {Before, (*Level).accurate},
	"meters-described":      {Before, always("Note make and model of every meter, and keep the data sheets.")},
	"meters-synchronised":   {Before, always("Synchronise the clocks of all meters and of the node that prints the output with NTP, and note how readings of several meters are combined.")},
	"idle-power":            {During, always("Record idle power with the same meters before the job starts: the machine is ready for work but idle.")},
	"energy-total-rises":    {During, where((*Level).energy, "Do not reset, restart or replace a meter while it counts: totals must rise throughout.")},
	"core-phase-covered":    {During, always("Record all of the core phase: start the log before the job, and stop it after.")},
	"full-run-covered":      {During, always("Record the whole job: start the log before it, and stop it after.")},
	"readings-beyond-run":   {During, always("Continue the log past the end of the job: a reading before the job and one after it are required.")},
	"mean-by-duration":      {During, always("Keep the interval between readings constant: the mean of unequal intervals does not count.")},
	"no-time-lost": {During, func(l *Level) string {
		return "Leave no gap in the log, and check that its values are new ones. What may be lost is " + l.lostWords()
	}},
	"readings-regular":      {During, always("Read the energy totals at regular intervals throughout the core phase.")},
	"run-edges-covered":     {During, always("Read the energy totals close to the start and to the end of the job, as to those of the core phase.")},
	"equally-spaced":        {During, always("Leave no gap in the log, and do not change the interval.")},
	"workload-on-all-nodes": {During, always("Run the workload on every compute node, including unmeasured ones.")},
	"cooling-temperature":   {During, always("Note the inlet and outlet temperature of the cooling medium during the core phase, and where they were measured.")},
	"core-average":          {After, always("Check that every log has readings throughout the core phase.")},
	"level-1-window":        {After, (*Level).averageWindow},
	"whole-core-averaged":   {After, always("Average the whole core phase: choose no window.")},
	"full-run-average":      {After, always("State when the job started and ended.")},
	"residual-passed":       {After, always("Keep the whole output of HPL: the result must be marked PASSED.")},
	"optimised-run-apart":   {After, always("If the run was tuned for power, say so, and give its own output.")},
	"compute-measured":      {After, always("List the compute nodes as measured.")},
	"others-listed":         {After, always("List every other subsystem as left out: unmeasured subsystems are named, not estimated.")},
	"no-estimates":          {After, always("List every other subsystem as left out: unmeasured subsystems are named, not estimated.")},
	"measured-is-covered":   {After, always("Name the file and the column of the readings of everything that was measured.")},
}

// Section is where the text of the edition says what a label is about.
func (l *Level) Section(label methodology.Label) string {
	section, _ := l.Methodology.Section(label)
	return section.String()
}
