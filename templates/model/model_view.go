// Package model draws the energy models and the planning of a measurement: /models and /plan.
package model

import (
	"net/url"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/whatif"
)

func (p ModelPage) typedOr(field string) string {
	if p.Errors[field] != "" {
		return p.Typed.Get(field)
	}
	return whatif.Number(p.Values[field])
}

func (p ModelPage) modelOrigin(field whatif.Field) string {
	origin := map[whatif.Origin]string{
		whatif.Example: "from the publication", whatif.Chosen: "assumed", whatif.OfEntry: p.Start.Marked, whatif.Derived: "assumed", whatif.Unstated: "not stated",
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
			ID: drawing.ID, Title: drawing.Title, Note: drawing.Note, Source: "Model: " + p.Model.Source.Text(), Kind: chart.Curves, X: axisOf(drawing.X), Y: axisOf(drawing.Y),
			Data: p.address("figures.json", nil), CSV: p.address("figures.csv", url.Values{"figure": {drawing.ID}}), Table: modelTable(drawing),
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
		{Name: "line", Title: "Line"}, {Name: "x", Title: d.X.Name, Unit: d.X.Unit, Numeric: true}, {Name: "y", Title: d.Y.Name, Unit: d.Y.Unit, Numeric: true},
	}}
	for _, line := range d.Lines {
		for _, point := range line.Points {
			table.Rows = append(table.Rows, []chart.FigureCell{chart.Said(line.Name), rounded(point.X), rounded(point.Y)})
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
	Name      string // as a link says it
	Href      string // of its page
	Marked    string // how a field says that its value comes from it
	Platform  string // address of the platform file of all nodes; empty where they are not known
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
