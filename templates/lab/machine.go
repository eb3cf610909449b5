// Package lab draws the energy models and the planning of a measurement: /models and /plan.
package lab

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lab"
	"green500/validation/lab/machine"
	"green500/validation/lab/whatif"
)

// MachinePage is the energy of runs on nodes of several kinds: GET and POST /models/merpsys/machine.
type MachinePage struct {
	templates.Page
	Values  map[string]string
	Example string           // whose values the form began with; empty if none
	Start   Start            // where the numbers come from; zero if from the publication
	Made    *machine.Machine // nil if something cannot be used
	Link    string           // the query of an address with these values; empty if it would be too long
	Errors  templates.FieldErrors
}

var kindFields = []templates.Input{
	{Name: "name", Label: "Name", Hint: "Logs begin with it"},
	{Name: "nodes", Label: "Nodes", Hint: "Number of nodes of this kind"},
	{Name: "cores", Label: "Cores of a node", Hint: "Power is compared with a line that bends there"},
	{Name: "idle", Label: "Idle power of a node, W", Hint: "Half of the highest power if empty"},
	{Name: "interval", Label: "Interval of the meter, s", Hint: "Runs shorter than ten intervals are marked"},
	{Name: "power", Label: "Power of a node against its load",
		Hint: "A line each: threads, or processes/nodes; watts; optionally standard deviation in watts and readings"},
}

// MachineFields are the fields of the form besides logs.
func MachineFields() []string {
	var all []string
	for i := range machine.FormKinds {
		for _, f := range kindFields {
			all = append(all, machine.FormField(i, f.Name))
		}
	}
	return append(append(all, "form", "runs", "work", "each"), lab.ImportFields()...)
}

func (p MachinePage) origin(field string) string {
	example, err := machine.Read(p.Example, machine.ExampleNamed(p.Example).Text)
	if p.Example == "" || err != nil ||
		strings.TrimSpace(example.Fields()[field]) != strings.TrimSpace(p.Values[field]) {
		return ""
	}
	origins := map[string]string{
		"kind-0-nodes": "from the publication, section IV", "kind-0-cores": "from the publication, section VI.A: " +
			"two processors of six cores", "kind-0-interval": "from the publication, section VI.D",
		"kind-0-idle": "from the publication, section IV: half of the 159 W of Table I", "kind-0-name": "assumed",
		"kind-0-power": "from the publication, Table I", "runs": "processes and simulated energies from the " +
			"publication, Table III; times assumed: those of the measured energies, because the publication draws them",
	}
	if p.Example == "dac" {
		origins["kind-0-power"], origins["runs"] = "from the publication, Table II", "processes and simulated "+
			"energies from the publication, Table IV; times assumed: a merge sort that takes the energies of the table"
	}
	return origins[field]
}

func (p MachinePage) problems() (all []templates.Link) {
	for _, one := range p.Errors.Of(append(MachineFields(), "logs", EntryParameter)...) {
		all = append(all, templates.Link{Href: one.Href, Text: p.fieldLabel(one.Href[1:]) + ": " + one.Text})
	}
	return all
}

func (p MachinePage) fieldLabel(field string) string {
	for i := range machine.FormKinds {
		for _, f := range kindFields {
			if field == machine.FormField(i, f.Name) {
				return fmt.Sprintf("Kind %d, %s", i+1, f.Label)
			}
		}
	}
	return map[string]string{
		"form": "Form", "runs": "Runs", "work": "Time on one process", "each": "Time that each process adds",
		"logs": "Logs", EntryParameter: "Entry",
		"timezone": "Time zone", "time": "Column of the time", "value": "Column of the readings",
		"unit": "Unit of the readings",
	}[field]
}

func runForms() []templates.Option {
	return []templates.Option{
		{Value: string(machine.SPMD), Label: "SPMD: all processes busy all the time"}, {Value: string(
			machine.DivideAndConquer), Label: "Divide and conquer: half of the processes end after each step"},
		{Value: string(machine.Phases), Label: "Phases: processes differ from phase to phase"},
	}
}

func orMissing(known bool, text string) string {
	if known {
		return text
	}
	return templates.Missing
}

func machineFigures(m machine.Machine) (all []chart.Figure) {
	for i, kind := range m.Kinds {
		all = append(all, curveFigure(i, kind))
	}
	if m.Least != nil {
		all = append(all, leastFigure(m))
	}
	return all
}

func curveFigure(i int, k machine.NodeKind) chart.Figure {
	f := chart.Figure{
		ID: fmt.Sprintf("curve-%d", i), Title: "Power of one node, kind " + k.Name, Kind: chart.Curves,
		X: chart.Axis{Name: "active threads"}, Y: chart.Axis{Name: "power", Unit: "W"},
		Note: "Hollow marks are left out.",
	}
	line := chart.Series{Name: "computed with", Points: []chart.FigurePoint{{Y: float64(k.Curve.Idle)}}}
	end := 0.0
	for _, p := range k.Points {
		end = max(end, p.Threads)
		if p.Left {
			f.Series = append(f.Series, chart.Series{Name: p.Load(),
				Points: []chart.FigurePoint{{X: p.Threads, Y: float64(p.Power), Doubt: true}}})
		} else if p.Threads > 0 {
			watts, _ := k.Curve.At(p.Threads)
			line.Points = append(line.Points, chart.FigurePoint{X: p.Threads, Y: float64(watts)})
		}
	}
	slices.SortFunc(line.Points, func(a, b chart.FigurePoint) int { return cmp.Compare(a.X, b.X) })
	watts, _ := k.Curve.At(end)
	line.Points = append(line.Points, chart.FigurePoint{X: end, Y: float64(watts)})
	f.Series = append([]chart.Series{line}, f.Series...)
	return f
}

func leastFigure(m machine.Machine) chart.Figure {
	f := chart.Figure{
		ID: "least", Title: "Energy against processes", Kind: chart.Curves, X: chart.Axis{Name: "processes", Log: true},
		Y:    chart.Axis{Name: "energy", Unit: "Wh", Log: true},
		Note: "Both axes have a logarithmic scale. The line follows the law of run times, the marks are the runs.",
	}
	line, runs := chart.Series{Name: "by the law"}, chart.Series{Name: "runs"}
	last := 0.0
	for _, at := range m.Least.Course {
		const apart = 1.08
		if n := float64(at.Processes); n >= last*apart {
			line.Points = append(line.Points, chart.FigurePoint{X: n, Y: machine.WattHours(at.Energy)})
			last = n
		}
	}
	for _, run := range m.Runs {
		runs.Points = append(runs.Points,
			chart.FigurePoint{X: float64(run.Processes), Y: machine.WattHours(run.Total()), Doubt: len(run.Doubts) > 0})
	}
	f.Series = []chart.Series{line}
	if len(runs.Points) > 0 {
		f.Series = append(f.Series, runs)
	}
	return f
}

func wattHours(e float64) string { return templates.Digits(e, 2) }

func (p ModelPage) typedOr(field string) string {
	if p.Errors[field] != "" {
		return p.Typed.Get(field)
	}
	return whatif.Number(p.Values[field])
}

func (p ModelPage) modelOrigin(field whatif.Field) string {
	origin := map[whatif.Origin]string{
		whatif.Example: "from the publication", whatif.Chosen: "assumed", whatif.OfEntry: p.Start.Marked,
		whatif.Derived: "assumed", whatif.Unstated: "not stated",
	}[p.Origins[field.Name]]
	if origin == "assumed" && field.Basis != "" {
		origin += ": " + field.Basis
	}
	return origin
}

func (p ModelPage) problems() []templates.Link {
	all := p.Errors.Of("entry", "platform", "host", "states")
	for _, field := range p.Model.Fields() {
		for _, one := range p.Errors.Of(field.Name) {
			all = append(all, templates.Link{Href: one.Href, Text: field.Label + ": " + one.Text})
		}
	}
	return all
}

// Figures are those of all parts.
func (p ModelPage) Figures() []chart.Figure {
	var all []chart.Figure
	for _, outcome := range p.Outcomes {
		all = append(all, p.figuresOf(outcome)...)
	}
	return all
}

func (p ModelPage) figuresOf(outcome whatif.Outcome) []chart.Figure {
	var figures []chart.Figure
	for _, drawing := range outcome.Drawings {
		f := chart.Figure{
			ID: drawing.ID, Title: drawing.Title, Note: drawing.Note, Source: "Model: " + p.Model.Source.Text(),
			Kind: chart.Curves, X: axisOf(drawing.X), Y: axisOf(drawing.Y),
			Data: p.address("figures.json", nil), CSV: p.address("figures.csv", url.Values{"figure": {drawing.ID}}),
			Table: modelTable(drawing),
		}
		for _, line := range drawing.Lines {
			series := chart.Series{Name: line.Name}
			for _, point := range line.Points {
				series.Points = append(series.Points, chart.FigurePoint{X: point.X, Y: point.Y, Name: line.Name})
			}
			f.Series = append(f.Series, series)
		}
		figures = append(figures, f)
	}
	return figures
}

func (p ModelPage) address(file string, more url.Values) string {
	query := url.Values{}
	for _, values := range []url.Values{p.Typed, more} {
		for name, value := range values {
			if value[0] != "" {
				query[name] = value
			}
		}
	}
	at := "/models/" + url.PathEscape(p.Model.Name) + "/" + file
	if len(query) > 0 {
		at += "?" + query.Encode()
	}
	return at
}

func modelTable(d whatif.Drawing) chart.FigureTable {
	table := chart.FigureTable{Columns: []chart.FigureColumn{
		{Name: "line", Title: "Line"}, {Name: "x", Title: d.X.Name, Unit: d.X.Unit, Numeric: true},
		{Name: "y", Title: d.Y.Name, Unit: d.Y.Unit, Numeric: true},
	}}
	for _, line := range d.Lines {
		for _, point := range line.Points {
			table.Rows = append(table.Rows,
				[]chart.FigureCell{chart.Said(line.Name), rounded(point.X), rounded(point.Y)})
		}
	}
	return table
}

func rounded(v float64) chart.FigureCell {
	return chart.FigureCell{Text: chart.AxisNumber(v), Number: &v}
}

func axisOf(a whatif.Axis) chart.Axis { return chart.Axis{Name: a.Name, Unit: a.Unit, Log: a.Log} }

// Start is what the numbers of a model come from; its zero value is the example of the publication.
type Start struct {
	Parameter string // of the address: entry, plan or system
	Value     string
	Name      string
	Href      string
	Marked    string // how a field says that its value comes from it
	Platform  string // address of the platform file of all nodes; empty if they are not known
}

// Parameters of an address that name what a model starts from.
const (
	EntryParameter  = "entry"
	PlanParameter   = "plan"
	SystemParameter = "system"
)

// Model is the address of a model that starts from these numbers.
func (s Start) Model(name string) string {
	at := (&url.URL{Path: "/models/" + name}).EscapedPath()
	if s.Value == "" {
		return at
	}
	return at + "?" + url.Values{s.Parameter: {s.Value}}.Encode()
}

// PlanModel is the address of a model that starts from the numbers of a plan.
func PlanModel(name string, query url.Values) string {
	return Start{Parameter: PlanParameter, Value: query.Encode()}.Model(name)
}
