package lab

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lab"
	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/lab/whatif"
	"green500/validation/power"
)

// LogStudyFields are the fields of the form besides logs.
func LogStudyFields() []string {
	return append([]string{"times", "idle", "lower", "higher", "slower"}, lab.ImportFields()...)
}

func importStated(values map[string]string, wrong templates.FieldErrors) bool {
	for _, name := range lab.ImportFields() {
		if values[name] != "" || wrong[name] != "" {
			return true
		}
	}
	return false
}

func primitiveTitle(p study.Part) string { return cmp.Or(p.Primitive, "Runs") }

func primitiveID(p study.Part) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(primitiveTitle(p)))
}

func logFigures(p study.Part) []chart.Figure {
	var figures []chart.Figure
	for _, one := range []struct {
		id, title string
		of        func(study.Comparison) float64
	}{
		{"latency", "Latency over the baseline’s", func(a study.Comparison) float64 { return a.Latency }},
		{"power", "Power over the baseline’s", func(a study.Comparison) float64 { return a.Power }},
		{"energy", "Energy over the baseline’s", func(a study.Comparison) float64 { return a.Energy }},
	} {
		f := chart.Figure{
			ID: one.id + "-" + primitiveID(p), Title: primitiveTitle(p) + ": " + one.title, Kind: chart.Courses,
			X: chart.Axis{Name: "size"}, Y: chart.Axis{Name: "over the baseline’s"},
			Note: "Hollow marks are not to be relied on.",
		}
		for _, b := range p.Baseline.Points {
			f.Stages = append(f.Stages, study.SizeText(p.Size, b.Size))
		}
		for _, v := range p.All() {
			series := chart.Series{Name: v.Settings}
			for stage, b := range p.Baseline.Points {
				if against, found := v.At(b.Size); found && one.of(against) > 0 {
					series.Points = append(series.Points, chart.FigurePoint{Stage: stage, Y: one.of(against),
						Name: v.Settings, Doubt: against.Unreliable()})
				}
			}
			f.Series = append(f.Series, series)
		}
		figures = append(figures, f)
	}
	return figures
}

func logTable(p study.Part) chart.FigureTable {
	t := chart.FigureTable{Columns: []chart.FigureColumn{
		{Title: "Settings"}, {Title: "Size"}, {Title: "Duration", Unit: "s", Numeric: true},
		{Title: "Mean power", Unit: "W", Numeric: true}, {Title: "Energy", Unit: "kJ", Numeric: true},
		{Title: "Readings", Numeric: true}, {Title: "Latency", Numeric: true}, {Title: "Power", Numeric: true},
		{Title: "Energy", Numeric: true}, {Title: "Doubt"},
	}}
	const kilo = 1e3
	for _, v := range p.All() {
		for _, point := range v.Points {
			against, _ := v.At(point.Size)
			seconds, watts := point.Latency.Seconds(), float64(point.Power)
			energy := seconds * watts / kilo
			t.Rows = append(t.Rows, []chart.FigureCell{
				chart.Said(v.Settings), chart.Said(study.SizeText(p.Size, point.Size)), chart.Figured(&seconds, 1),
				chart.Figured(&watts, 1), chart.Figured(&energy, 1),
				chart.Counted(point.Readings), ratioCell(against.Latency), ratioCell(against.Power),
				ratioCell(against.Energy), chart.Said(study.Doubt(against)),
			})
		}
	}
	return t
}

func ratioCell(ratio float64) chart.FigureCell {
	if ratio <= 0 {
		return chart.Said(templates.Missing)
	}
	return chart.Figured(&ratio, 3)
}

// StatesParameter is the states of a node in the address of its model.
const StatesParameter = "states"

// SimGridSource cites the publication of the model.
func SimGridSource() whatif.Citation {
	found, _ := whatif.Named(whatif.SimGrid)
	return found.Source
}

// HostModel is the address of the model of a node, in one of its states. All states go with it.
func HostModel(host model.Host, state int) string {
	query := url.Values{}
	for name, value := range whatif.FieldsOf(host, state) {
		query.Set(name, whatif.Number(value))
	}
	if len(host.States) > 1 {
		query.Set(StatesParameter, whatif.StatesText(host, state))
	}
	return Start{}.Model(whatif.SimGrid) + "?" + query.Encode()
}

func hostModel(c calibrationfile.Calibration, node calibrationfile.Node, state int) string {
	c.Nodes = []calibrationfile.Node{node}
	at := HostModel(c.Hosts()[0], state)
	low, medium, high, ok := node.Three()
	if !ok {
		return at
	}
	query := url.Values{}
	for name, s := range map[string]calibrationfile.State{"low": low, "medium": medium, "high": high} {
		query.Set(name+"_f", whatif.Number(s.Clock))
		query.Set(name+"_p", whatif.Number(s.All))
	}
	query.Set("ask_f", whatif.Number(node.States[state].Clock))
	return at + "&" + query.Encode()
}

func outliersOf(c calibrationfile.Calibration) (all []string) {
	for _, node := range c.Nodes {
		for _, one := range node.Outliers {
			all = append(all,
				node.Name+": "+templates.Digits(one.Watts, 2)+" W at "+one.At.Format(time.RFC3339)+" in "+one.Log)
		}
	}
	return all
}

const mostNodesDrawn = 12

// calibrationFigures are those of Heinrich et al., figures 2, 4 and 5.
func calibrationFigures(c calibrationfile.Calibration) (figures []chart.Figure) {
	node := c.Nodes[0]
	load := chart.Figure{
		ID: "load", Kind: chart.Curves, Title: "Power of " + node.Name + " against busy cores", Note: "After figure " +
			"4 of Heinrich et al.: a line for each clock, from one core to all; the highest clock is the topmost.",
		X: chart.Axis{Name: "busy cores"}, Y: chart.Axis{Name: "power", Unit: "W"},
	}
	for _, s := range node.States {
		name := calibrationfile.ClockText(s.Clock)
		load.Series = append(load.Series, chart.Series{Name: name,
			Points: []chart.FigurePoint{{X: 1, Y: s.One, Name: name}, {X: float64(c.Cores), Y: s.All, Name: name}}})
	}
	if c.Cores > 1 {
		figures = append(figures, load)
	}
	if len(node.States) > 1 {
		figures = append(figures, clockFigure(node))
	}
	if len(c.Nodes) > 1 {
		figures = append(figures, nodeFigure(c))
	}
	return figures
}

func clockFigure(node calibrationfile.Node) chart.Figure {
	clock := chart.Figure{
		ID: "clock", Kind: chart.Curves, Title: "Power of " + node.Name + " against its clock",
		Note: "After figure 5 of Heinrich et al.: all cores, one core and idle, from top to bottom.",
		X:    chart.Axis{Name: "clock", Unit: "MHz"}, Y: chart.Axis{Name: "power", Unit: "W"},
	}
	for _, one := range []struct {
		name string
		of   func(model.PowerState) power.Watts
	}{
		{"all cores", func(s model.PowerState) power.Watts { return s.AllCores }},
		{"one core", func(s model.PowerState) power.Watts { return s.OneCore }},
		{"idle", func(s model.PowerState) power.Watts { return s.Idle }},
	} {
		series := chart.Series{Name: one.name}
		for _, s := range node.States {
			series.Points = append(series.Points,
				chart.FigurePoint{X: s.Clock, Y: float64(one.of(s.Power())), Name: one.name})
		}
		clock.Series = append(clock.Series, series)
	}
	return clock
}

func nodeFigure(c calibrationfile.Calibration) chart.Figure {
	nodes := c.Nodes[:min(len(c.Nodes), mostNodesDrawn)]
	f := chart.Figure{
		ID: "nodes", Kind: chart.Courses, Title: "The nodes beside each other",
		Note: "At the highest clock. " + strconv.Itoa(len(nodes)) + " of " + strconv.Itoa(len(c.Nodes)) + " nodes.",
		X:    chart.Axis{Name: "node"}, Y: chart.Axis{Name: "power", Unit: "W"},
		Series: []chart.Series{{Name: "idle"}, {Name: "all cores"}},
	}
	for i, node := range nodes {
		f.Stages = append(f.Stages, node.Name)
		f.Series[0].Points = append(f.Series[0].Points,
			chart.FigurePoint{Stage: i, Y: node.States[0].Idle, Name: "idle"})
		f.Series[1].Points = append(f.Series[1].Points,
			chart.FigurePoint{Stage: i, Y: node.States[0].All, Name: "all cores"})
	}
	return f
}
