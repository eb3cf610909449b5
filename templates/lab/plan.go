package lab

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/fields"
	"green500/validation/methodology"
	"green500/validation/plan"
	"green500/validation/power"
)

// PlanPage plans a measurement: GET /plan with the fields of a plan.Request by their paths.
type PlanPage struct {
	templates.Page
	Values map[string]string // as they were typed, by path
	Errors templates.FieldErrors
	Plan   *plan.Plan // nil if there is none yet
	Draft  string     // the submission.yaml, as text
	Query  url.Values
	Source string // name of the system that the machine was taken from; empty if it was typed
}

type planField struct {
	Path    string
	Label   string
	Unit    string
	Hint    string
	Choices []templates.Option // of a select; empty for a text
}

type planGroup struct {
	ID, Title, Lead string
	Fields          []planField
	Optional        bool // folded up until something is said in it
}

func (p PlanPage) groups() []planGroup {
	groups := []planGroup{setGroup(0), p.runGroup(), p.meterGroup(), p.wantedGroup()}
	for i := range min(max(fields.Count("node_sets", p.Values), 1)+1, mostPlanRows) - 1 { // an empty one more
		groups = append(groups, setGroup(i+1))
	}
	for i, name := range p.parts() {
		groups = append(groups, partGroup(i, name))
	}
	return groups
}

func (p PlanPage) folded(group planGroup) bool {
	return group.Optional && !slices.ContainsFunc(group.Fields,
		func(f planField) bool { return p.Values[f.Path] != "" || p.Errors[f.Path] != "" })
}

const mostPlanRows = 20

func (p PlanPage) parts() []string {
	var names []string
	for i := range min(fields.Count("subsystems", p.Values), mostPlanRows) {
		names = append(names, p.Values[fields.ItemPath("subsystems[].name", i)])
	}
	for _, name := range power.SubsystemNames() {
		if name != power.Compute && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (p PlanPage) wantedGroup() planGroup {
	var levels, editions []templates.Option
	for _, level := range power.Levels() {
		levels = append(levels, templates.Option{Value: strconv.Itoa(int(level)), Label: level.String()})
	}
	for _, edition := range methodology.Listed() {
		editions = append(editions, templates.Option{Value: string(edition), Label: string(edition)})
	}
	slices.Reverse(editions)
	return planGroup{ID: "wanted", Title: "Goal",
		Lead: "All levels are compared; the checklist and the draft are for this one.", Fields: []planField{
			{"level", "Level", "", "The quality level to be claimed", levels},
			{"methodology", "Methodology", "", "The edition that the list requires", editions},
			{"wanted_percent", "Uncertainty", "%",
				"Target half width, if any: the plan shows how many nodes are needed", nil},
			{"edition", "List", "", "Edition, such as 2026-11; copied to the draft", nil},
			{"system", "System", "", "Name of the system; copied to the draft", nil},
		}}
}

func (p PlanPage) runGroup() planGroup {
	return planGroup{ID: "run", Title: "The run",
		Lead: "Expected values. An earlier run of the same problem is the best estimate.", Fields: []planField{
			{"run.core_phase_s", "Core phase", "s", "From the start to the end of the solve that HPL prints", nil},
			{"rmax_tflops", "Rmax", "TFlop/s", "Optional, for the expected efficiency", nil},
			{"rpeak_tflops", "Rpeak", "TFlop/s", "Optional, for the balance of the machine", nil},
			{"run.idle_nodes", "Idle nodes", "", "Nodes that the run does not use; they draw idle power", nil},
			{"run.before_s", "Before the core phase", "s",
				"Time from the start of the job: launch and matrix generation", nil},
			{"run.after_s", "After the core phase", "s", "Time to the end of the job: check of the result", nil},
			{"run.start", "Start of the job", "",
				"With its offset, such as 2026-11-05T10:00:00+01:00; then the plan shows times of day", nil},
		}}
}

func (p PlanPage) meterGroup() planGroup {
	unsaid := templates.Option{Label: "not known yet"}
	var points []templates.Option
	for _, point := range fields.MeasuringPoints() {
		points = append(points, templates.Option{Value: string(point.Location), Label: point.Title})
	}
	return planGroup{ID: "meter", Title: "The meters", Lead: "The meters available for the compute nodes. " +
		"The plan states requirements for what you leave open.", Fields: []planField{
		{"meter.measures", "Quantity", "", "Energy is a running total that the meter integrates internally",
			[]templates.Option{unsaid, {Value: string(power.Power), Label: "power"},
				{Value: string(power.Energy), Label: "energy, integrated by the meter"}}},
		{"meter.reading_interval_s", "Interval", "s", "Shortest possible time between readings", nil},
		{"meter.accuracy.of_reading_percent", "Error", "%", "Of the reading, from its data sheet", nil},
		{"meter.sampling_hz", "Internal sampling rate", "Hz",
			"How often the meter samples internally, from its data sheet", nil},
		{"meter.current", "Current", "", "Current that it measures; Level 3 requires a higher sampling rate for AC",
			[]templates.Option{unsaid, {Value: "AC", Label: "AC"}, {Value: "DC", Label: "DC"}}},
		{"meter.location", "Location", "", "Position in the power path from the mains to the nodes",
			append([]templates.Option{unsaid}, points...)},
		{"meter.count", "Identical meters", "",
			"Number of meters that measure equal fractions of the nodes, if several", nil},
	}}
}

func setGroup(i int) planGroup {
	at := fields.ItemPath("node_sets[].", i)
	group := planGroup{ID: fmt.Sprintf("set-%d", i), Title: fmt.Sprintf("Compute nodes, set %d",
		i+1), Lead: "A set of identical nodes.", Fields: []planField{
		{at + "name", "Name", "", "Name of the set, such as gpu", nil},
		{at + "nodes", "Nodes", "", "Number of nodes in the machine", nil},
		{at + "power_per_node_w", "Power of a node", "W",
			"Average over the core phase, at the location of the meter", nil},
		{at + "idle_per_node_w", "Idle power of a node", "W", "Ready, but without work", nil},
		{at + "variation_percent", "Variation between nodes", "%",
			"Standard deviation in an earlier run; 2% if empty", nil},
		{at + "memory_gb_s", "Memory bandwidth of a node", "GB/s", "As STREAM measures it, for the balance", nil},
		{at + "nodes_per_chassis", "Nodes per chassis", "",
			"If nodes share power supplies: whole chassis are measured", nil},
	}}
	if i > 0 {
		group.Lead, group.Optional = "Only if the machine has nodes of another kind.", true
	}
	return group
}

func partGroup(i int, name string) planGroup {
	at := fields.ItemPath("subsystems[].", i)
	return planGroup{ID: fmt.Sprintf("part-%d", i), Title: cmp.Or(map[string]string{power.Interconnect: "Interconnect",
		power.HeadNodes: "Head nodes", power.Storage: "Storage", power.Cooling: "Cooling in the machine"}[name],
		name), Optional: true, Fields: []planField{
		{at + "can_be_measured", "Can it be measured?", "", "If not, Level 3 cannot be reached", []templates.Option{
			{Value: "", Label: "not known yet"}, {Value: "true", Label: "yes"}, {Value: "false", Label: "no"}}},
		{at + "participates", "Does the run use it?", "", "Subsystems that the run does not use are left out",
			[]templates.Option{{Value: "", Label: "yes"}, {Value: "false", Label: "no"}}},
		{at + "power_w", "Maximum power", "W", "Maximum of the whole subsystem by specification: the estimate", nil},
		{at + "units", "Identical units", "", "Such as feeds or switches, if there are several", nil},
	}}
}

func (p PlanPage) unshown() []templates.Option {
	values := maps.Clone(p.Values)
	for i, name := range p.parts() {
		values[fields.ItemPath("subsystems[].name", i)] = name
	}
	for _, group := range p.groups() {
		for _, field := range group.Fields {
			delete(values, field.Path)
		}
	}
	var hidden []templates.Option
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if p.Errors[path] == "" {
			hidden = append(hidden, templates.Option{Value: path, Label: values[path]})
		}
	}
	return hidden
}

func (p PlanPage) problems() []templates.Link {
	var list []templates.Link
	told := map[string]bool{}
	for _, group := range p.groups() {
		for _, field := range group.Fields {
			if sentence := p.Errors[field.Path]; sentence != "" {
				list = append(list, templates.Link{Href: "#" + fields.FieldID(field.Path),
					Text: group.Title + ", " + field.Label + ": " + sentence})
				told[field.Path] = true
			}
		}
	}
	var others []string
	for path := range p.Errors {
		if !told[path] {
			others = append(others, path)
		}
	}
	slices.Sort(others)
	for _, path := range others {
		href := "#plan-form"
		if path == "node_sets" {
			href = "#" + fields.FieldID("node_sets[0].nodes")
		}
		list = append(list, templates.Link{Href: href, Text: path + ": " + p.Errors[path]})
	}
	return list
}

func planExample() string {
	return "/plan?" + url.Values{
		"node_sets[0].name": {"cpu"}, "node_sets[0].nodes": {"160"},
		"node_sets[0].power_per_node_w": {"640"}, "node_sets[0].idle_per_node_w": {"240"},
		"run.core_phase_s": {"600"}, "run.before_s": {"80"}, "run.after_s": {"30"}, "rmax_tflops": {"600"},
		"wanted_percent": {"1.2"},
		"meter.measures": {"power"}, "meter.reading_interval_s": {"1"}, "meter.accuracy.of_reading_percent": {"0.5"},
		"meter.sampling_hz": {"1000"}, "meter.location": {"delivery"},
	}.Encode()
}

type planBar struct {
	plan.TimelineItem
	x, y, width, textY string
	class              string
}

// The drawing of a timeline, in its own units.
const (
	planRow   = 34.0
	planLeft  = 96.0
	planRight = 16.0
	planTop   = 8.0
	planThin  = 3.0 // of what is too short to be seen
)

func planBars(timeline []plan.TimelineItem) []planBar {
	first, last := timeline[0].From, timeline[0].To
	at := func(v float64) float64 {
		return planLeft + (v-first)/(last-first)*(chart.FigureWidth-planLeft-planRight)
	}
	var bars []planBar
	for i, s := range timeline {
		y := planTop + planRow*float64(i)
		bars = append(bars, planBar{s, chart.Coordinate(at(s.From)), chart.Coordinate(y),
			chart.Coordinate(max(planThin, at(s.To)-at(s.From))), chart.Coordinate(y + planRow/2), chart.InTheme(i)})
	}
	return bars
}

func planHeight(timeline []plan.TimelineItem) float64 {
	return planTop + planRow*float64(len(timeline)) + 28
}

type planMark struct{ x, text, anchor string }

func planMarks(timeline []plan.TimelineItem) []planMark {
	bars := planBars(timeline)
	end := chart.FigureWidth - planRight
	return []planMark{{bars[0].x, plan.Offset(timeline[0].From), "start"},
		{chart.Coordinate(end), plan.Offset(timeline[0].To), "end"}}
}

func planTreatments(l *plan.Level) []string {
	var asked []string
	names := map[string][]string{}
	for _, s := range l.Subsystems {
		word := "not used"
		if s.TakesPart {
			word = map[power.Treatment]string{power.Measured: "measured", power.Estimated: "measured or estimated",
				power.LeftOut: "listed"}[s.Treatment]
		}
		if names[word] == nil {
			asked = append(asked, word)
		}
		names[word] = append(names[word], strings.ReplaceAll(s.Name, "_", " "))
	}
	for i, word := range asked {
		asked[i] = word + ": " + strings.Join(names[word], ", ")
	}
	return asked
}

func nodesFigure(made *plan.Plan) chart.Figure {
	figure := chart.Figure{
		ID: "nodes", Title: "Uncertainty by number of measured nodes", Kind: chart.Courses,
		X: chart.Axis{Name: "nodes measured"}, Y: chart.Axis{Name: "uncertainty", Unit: "%", Log: true},
		Note: "Half width of the power of the whole machine, with each set measured in proportion to its size. " +
			"Logarithmic scale. With all nodes measured, only the error of the meter remains.",
		Source: fmt.Sprintf("Calculated at %s, with a variation of %s between nodes, as found in surveys.",
			templates.InPercent(methodology.Confidence), templates.InPercent(methodology.AssumedVariation)),
		Table: chart.FigureTable{Columns: []chart.FigureColumn{{Name: "nodes", Title: "Nodes measured", Numeric: true},
			{Name: "uncertainty_percent", Title: "Uncertainty", Unit: "%", Numeric: true}}},
	}
	series := chart.Series{Name: "uncertainty"}
	for i, one := range made.Sampling() {
		figure.Stages = append(figure.Stages, strconv.Itoa(one.Nodes))
		if one.Percent > 0 { // there is no ratio to nothing, which is what a meter without error leaves
			series.Points = append(series.Points, chart.FigurePoint{Stage: i, Y: one.Percent})
		}
		figure.Table.Rows = append(figure.Table.Rows,
			[]chart.FigureCell{chart.Counted(one.Nodes), chart.Figured(&one.Percent, 2)})
	}
	figure.Series = []chart.Series{series}
	return figure
}
