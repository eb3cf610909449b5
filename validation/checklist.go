package validation

import (
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// CheckItem is an item of the checklist that the methodology opens with (section 2).
type CheckItem struct {
	ID     string
	Title  string
	Ask    string // what it asks for, in one line
	Labels []methodology.Label
	Fields []string // of the document, by their beginning: "meters[].accuracy"
	Given  func(*power.Entry) bool
}

// Checklist lists the items in the order of the text.
func Checklist() []CheckItem { return slices.Clone(checklist) }

type labels = []methodology.Label

var checklist = []CheckItem{
	{"quality-level", "Quality level", "The level that is claimed.", labels{methodology.Levels},
		[]string{"claimed_level"}, func(e *power.Entry) bool { return e.ClaimedLevel > 0 }},
	{"measurement-locations", "Power measurement locations", "Where each meter sits in the power distribution.",
		labels{methodology.MeasuringPoint},
		[]string{"meters[].location"}, everyMeter(func(m power.Meter) bool { return m.Location != "" })},
	{"power-loss", "Power loss", "How losses between the measurement and the supply were determined, if there are any.",
		labels{methodology.PowerLoss},
		[]string{"meters[].loss"}, func(e *power.Entry) bool {
			return slices.ContainsFunc(e.Meters, func(m power.Meter) bool { return m.Loss != nil })
		}},
	{"measuring-devices", "Measuring devices", "The measuring devices, with a reference to their specification.",
		labels{methodology.Devices, methodology.Accuracy, methodology.Sampling},
		[]string{"meters[]"}, everyMeter(func(m power.Meter) bool { return m.Make != "" && m.Model != "" })},
	{"several-meters", "Several meters",
		"How the readings of several meters were combined, and how their clocks were synchronised.", nil,
		[]string{"meters[].aggregation", "run.clock"},
		func(e *power.Entry) bool { return len(e.Meters) < 2 || e.Run.Clock.SynchronisedBy != "" }},
	{"workload", "Workload requirement", "The workload runs on all compute nodes.", labels{methodology.Workload},
		[]string{"run.workload", "run.all_compute_nodes"}, func(e *power.Entry) bool { return e.Run.AllComputeNodes }},
	{"core-phase", "Core phase", "Start and end of the part of the run that performance is computed from.",
		labels{methodology.CorePhase, methodology.Averages},
		[]string{"run.output", "run.core_phase"},
		func(e *power.Entry) bool { return e.Run.Output != "" || !e.Run.CorePhase.IsZero() }},
	{"full-run", "Full run", "Start and end of the job: Levels 2 and 3 also report its average power.",
		labels{methodology.WholeRun},
		[]string{"run.full_run"}, func(e *power.Entry) bool { return !e.Run.FullRun.IsZero() }},
	{"level-3-measurement", "Level 3 power measurement", "All readings of total energy.", labels{methodology.Level3},
		[]string{"series[]"}, hasSeries(power.Energy)},
	{"level-2-measurement", "Level 2 power measurement", "The complete series of readings, over the full run.",
		labels{methodology.Level2, methodology.Format}, []string{"series[]"}, hasSeries(power.Power, power.Energy)},
	{"level-1-measurement", "Level 1 power measurement", "At least one average; edition 1.2 allows choosing a window.",
		labels{methodology.Level1},
		[]string{"series[]", "run.averaging_window"}, hasSeries(power.Power, power.Energy)},
	{"idle-power", "Idle power", "The power of the system when it is ready for work but idle.",
		labels{methodology.IdlePower},
		[]string{"idle[]"}, func(e *power.Entry) bool { return len(e.Idle) > 0 }},
	{"included-subsystems", "Included subsystems", "Everything that takes part in the workload: measured, " +
		"estimated with its specification, or left out.", labels{methodology.Included},
		[]string{"subsystems[]"}, func(e *power.Entry) bool { return len(e.Subsystems) > 0 }},
	{"machine-fraction", "Machine fraction",
		"The fraction of the compute nodes that was measured, and how it was chosen.", labels{methodology.Fraction},
		[]string{"node_sets[]"}, func(e *power.Entry) bool { _, measured := e.Nodes(); return measured > 0 }},
	{"heterogeneous-sets", "Heterogeneous sets",
		"Every set of different compute nodes, with the number of measured nodes.", labels{methodology.Heterogeneous},
		[]string{"node_sets[]"}, func(e *power.Entry) bool { return len(e.NodeSets) > 0 }},
	{"tunable-parameters", "Tunable parameters", "Parameters that were changed for the run: default and value.",
		labels{methodology.Tunables},
		[]string{"tunables[]"}, func(e *power.Entry) bool { return len(e.Tunables) > 0 }},
	{"environmental-factors", "Environmental factors", "Inlet and outlet temperature of the cooling medium, " +
		"and other facts about the environment.", labels{methodology.Environment},
		[]string{"environment"}, func(e *power.Entry) bool { return e.Environment != (power.Environment{}) }},
}

func everyMeter(has func(power.Meter) bool) func(*power.Entry) bool {
	return func(e *power.Entry) bool {
		return len(e.Meters) > 0 && !slices.ContainsFunc(e.Meters, func(m power.Meter) bool { return !has(m) })
	}
}

func hasSeries(of ...power.Quantity) func(*power.Entry) bool {
	return func(e *power.Entry) bool {
		return slices.ContainsFunc(e.Series, func(s power.Series) bool { return slices.Contains(of, s.Quantity) })
	}
}

// CheckAnswer says how an entry stands with an item of the checklist.
type CheckAnswer string

// The answers. Missing is what the claimed level demands and the entry does not show.
const (
	Given    CheckAnswer = "given"
	Missing  CheckAnswer = "missing"
	NotGiven CheckAnswer = "not_given" // and not demanded
)

// CheckResult is an item of the checklist as a report has it.
type CheckResult struct {
	ID      string      `json:"id"`
	Title   string      `json:"title"`
	Section string      `json:"section"`
	Answer  CheckAnswer `json:"answer"`
	Rules   []string    `json:"rules"` // that keep it from being answered
}

func checked(e *power.Entry, edition methodology.Edition, found []rules.Finding) []CheckResult {
	sections := map[string]methodology.Label{}
	for _, rule := range rules.For(edition) {
		sections[rule.ID] = rule.Section
	}
	var results []CheckResult
	for _, item := range Checklist() {
		section, asked := item.Section(edition)
		if !asked {
			continue
		}
		result := CheckResult{ID: item.ID, Title: item.Title, Section: section.String(), Answer: NotGiven,
			Rules: []string{}}
		if item.Given(e) {
			result.Answer = Given
		}
		for _, f := range found {
			if slices.Contains(item.Labels, sections[f.Rule]) && f.Severity == rules.Must && f.Asks(e.ClaimedLevel) &&
				f.Outcome.Open() {
				result.Answer, result.Rules = Missing, append(result.Rules, f.Rule)
			}
		}
		results = append(results, result)
	}
	return results
}

// Section is where the text of an edition says more about the item; ok is false if the edition has dropped it.
func (item CheckItem) Section(edition methodology.Edition) (section methodology.Section, ok bool) {
	return edition.Section(append(item.Labels, methodology.Devices)[0])
}
