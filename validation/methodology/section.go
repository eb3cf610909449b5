package methodology

import "cmp"

// Label names a passage of the text whatever its number is in an edition.
type Label string

// The passages that rules cite.
const (
	Accuracy       Label = "accuracy"
	Sampling       Label = "sampling"
	Averages       Label = "averages"
	Levels         Label = "levels"
	CorePhase      Label = "core phase"
	WholeRun       Label = "whole run"
	Level1         Label = "level 1"
	Level2         Label = "level 2"
	Level3         Label = "level 3"
	Format         Label = "format"
	Fraction       Label = "machine fraction"
	Included       Label = "subsystems"
	Heterogeneous  Label = "heterogeneous sets"
	MeasuringPoint Label = "measuring point"
	PowerLoss      Label = "power loss"
	Environment    Label = "environment"
	Devices        Label = "checklist: measuring devices"
	Workload       Label = "checklist: workload"
	IdlePower      Label = "checklist: idle power"
	Tunables       Label = "checklist: tunable parameters"
)

// Section is where a passage stands in one edition.
type Section struct {
	Number string
	Title  string
}

// String is the section as a finding cites it.
func (s Section) String() string { return s.Number + " " + s.Title }

// sections are number and title in each edition, the title only if it is another than before; the draft has dropped
// sampling rates, and the workload on all nodes. 2.0 is numbered as in the text's public history (commit 62c7a01 of
// 2015-09-09); the printed edition was not at hand.
var sections = map[Label][3]Section{
	Accuracy: {{"3.1", "Measuring Device Specifications"}, {"3.1.1", "Accuracy Requirements"}, {"3.1.1", ""}},
	Sampling: {{"3.2.1", "Sampling"}, {"3.1.2", "Sampling and Power Readings"}, {}},
	Averages: {{"3.2.2", "Power-Averaged and Total Energy Measurements"}, {"3.1.3", ""},
		{"3.1.2", "Power Readings and Sampling"}},
	Levels:    {{"3.3", "Aspect and Quality Levels"}, {"3.2", ""}, {"3.2", ""}},
	CorePhase: {{"3.4.1", "Core Phase"}, {"3.3.1", ""}, {"3.3.1", ""}},
	WholeRun:  {{"3.4.2", "The Whole Run"}, {"3.3.2", ""}, {"3.3.2", ""}},
	Level1:    {{"3.4.3", "Level 1"}, {"3.3.3", ""}, {"3.3.3", ""}},
	Level2:    {{"3.4.4", "Level 2"}, {"3.3.4", ""}, {"3.3.4", ""}},
	Level3:    {{"3.4.5", "Level 3"}, {"3.3.5", ""}, {"3.3.5", ""}},
	Format:    {{"3.5", "Format of Reported Measurements"}, {"3.4", ""}, {"3.4", ""}},
	Fraction:  {{"3.6", "Aspect 2: Machine Fraction Instrumented"}, {"3.5", ""}, {"3.5", ""}},
	Included:  {{"3.7", "Aspect 3: Subsystems Included in Instrumented Power"}, {"3.6", ""}, {"3.6", ""}},
	Heterogeneous: {{"3.7", "Aspect 3: Subsystems Included in Instrumented Power"}, {"3.6.1", "Heterogeneous Systems"},
		{"3.6.1", ""}},
	MeasuringPoint: {{"3.8", "Aspect 4: Point where the Electrical Measurements are Taken"},
		{"3.7", "Aspect 4: Instrumentation Location"},
		{"3.7", "Aspect 4: Instrumentation Location where the Electrical Measurements are Taken"}},
	PowerLoss:   {{"3.8.1", "Adjusting for Power Loss"}, {"3.7.1", ""}, {"3.7.1", ""}},
	Environment: {{"3.9", "Environmental Factors"}, {"3.8", ""}, {"3.8", ""}},
	Devices:     {{"2", "Checklist: Measuring Devices"}, {"2", ""}, {"2", ""}},
	Workload:    {{"2", "Checklist: Workload Requirement"}, {"2", ""}, {}},
	IdlePower:   {{"2", "Checklist: Idle Power"}, {"2", ""}, {"2", ""}},
	Tunables:    {{"2", "Checklist: Tunable Parameters"}, {"2", ""}, {"2", ""}},
}

// Section returns where a passage stands in the edition; ok is false if it has none.
func (e Edition) Section(label Label) (s Section, ok bool) {
	title := ""
	for i, edition := range Editions() {
		s = sections[label][i]
		if title = cmp.Or(s.Title, title); edition == e && s.Number != "" {
			return Section{s.Number, title}, true
		}
	}
	return Section{}, false
}
