package methodology

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

var sections12 = map[Label]Section{
	Accuracy:       {"3.1", "Measuring Device Specifications"},
	Sampling:       {"3.2.1", "Sampling"},
	Averages:       {"3.2.2", "Power-Averaged and Total Energy Measurements"},
	Levels:         {"3.3", "Aspect and Quality Levels"},
	CorePhase:      {"3.4.1", "Core Phase"},
	WholeRun:       {"3.4.2", "The Whole Run"},
	Level1:         {"3.4.3", "Level 1"},
	Level2:         {"3.4.4", "Level 2"},
	Level3:         {"3.4.5", "Level 3"},
	Format:         {"3.5", "Format of Reported Measurements"},
	Fraction:       {"3.6", "Aspect 2: Machine Fraction Instrumented"},
	Included:       {"3.7", "Aspect 3: Subsystems Included in Instrumented Power"},
	Heterogeneous:  {"3.7", "Aspect 3: Subsystems Included in Instrumented Power"},
	MeasuringPoint: {"3.8", "Aspect 4: Point where the Electrical Measurements are Taken"},
	PowerLoss:      {"3.8.1", "Adjusting for Power Loss"},
	Environment:    {"3.9", "Environmental Factors"},
	Devices:        {"2", "Checklist: Measuring Devices"},
	Workload:       {"2", "Checklist: Workload Requirement"},
	IdlePower:      {"2", "Checklist: Idle Power"},
	Tunables:       {"2", "Checklist: Tunable Parameters"},
}

// sections20 are numbered as in the text's public history (commit 62c7a01 of 2015-09-09); the printed edition was not at hand.
var sections20 = map[Label]Section{
	Accuracy:       {"3.1.1", "Accuracy Requirements"},
	Sampling:       {"3.1.2", "Sampling and Power Readings"},
	Averages:       {"3.1.3", "Power-Averaged and Total Energy Measurements"},
	Levels:         {"3.2", "Aspect and Quality Levels"},
	CorePhase:      {"3.3.1", "Core Phase"},
	WholeRun:       {"3.3.2", "The Whole Run"},
	Level1:         {"3.3.3", "Level 1"},
	Level2:         {"3.3.4", "Level 2"},
	Level3:         {"3.3.5", "Level 3"},
	Format:         {"3.4", "Format of Reported Measurements"},
	Fraction:       {"3.5", "Aspect 2: Machine Fraction Instrumented"},
	Included:       {"3.6", "Aspect 3: Subsystems Included in Instrumented Power"},
	Heterogeneous:  {"3.6.1", "Heterogeneous Systems"},
	MeasuringPoint: {"3.7", "Aspect 4: Instrumentation Location"},
	PowerLoss:      {"3.7.1", "Adjusting for Power Loss"},
	Environment:    {"3.8", "Environmental Factors"},
	Devices:        {"2", "Checklist: Measuring Devices"},
	Workload:       {"2", "Checklist: Workload Requirement"},
	IdlePower:      {"2", "Checklist: Idle Power"},
	Tunables:       {"2", "Checklist: Tunable Parameters"},
}

// sections30 leave out what the draft has dropped: sampling rates, and the workload on all nodes.
var sections30 = map[Label]Section{
	Accuracy:       {"3.1.1", "Accuracy Requirements"},
	Averages:       {"3.1.2", "Power Readings and Sampling"},
	Levels:         {"3.2", "Aspect and Quality Levels"},
	CorePhase:      {"3.3.1", "Core Phase"},
	WholeRun:       {"3.3.2", "The Whole Run"},
	Level1:         {"3.3.3", "Level 1"},
	Level2:         {"3.3.4", "Level 2"},
	Level3:         {"3.3.5", "Level 3"},
	Format:         {"3.4", "Format of Reported Measurements"},
	Fraction:       {"3.5", "Aspect 2: Machine Fraction Instrumented"},
	Included:       {"3.6", "Aspect 3: Subsystems Included in Instrumented Power"},
	Heterogeneous:  {"3.6.1", "Heterogeneous Systems"},
	MeasuringPoint: {"3.7", "Aspect 4: Instrumentation Location where the Electrical Measurements are Taken"},
	PowerLoss:      {"3.7.1", "Adjusting for Power Loss"},
	Environment:    {"3.8", "Environmental Factors"},
	Devices:        {"2", "Checklist: Measuring Devices"},
	IdlePower:      {"2", "Checklist: Idle Power"},
	Tunables:       {"2", "Checklist: Tunable Parameters"},
}

// Section returns where a passage stands in the edition; ok is false where it has none.
func (e Edition) Section(label Label) (s Section, ok bool) {
	table := map[Edition]map[Label]Section{V12: sections12, V20: sections20, V30: sections30}[e]
	s, ok = table[label]
	return s, ok
}
