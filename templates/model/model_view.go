package model

import (
	"net/url"

	"green500/templates/chart"
	"green500/validation/whatif"
)

// typedOr is what a field holds: what was typed where it cannot be read, else its value.
func (p ModelPage) typedOr(field string) string {
	if p.Errors[field] != "" {
		return p.Typed.Get(field)
	}
	return whatif.Number(p.Values[field])
}

// modelOrigin says where a value comes from, unless somebody typed it.
func (p ModelPage) modelOrigin(field whatif.Field) string {
	origin := map[whatif.Origin]string{
		whatif.Example: "from the publication", whatif.Chosen: "assumed", whatif.OfEntry: p.Start.Marked, whatif.Derived: "assumed", whatif.Unstated: "not stated",
	}[p.Origins[field.Name]]
	if origin == "assumed" && field.Basis != "" {
		origin += ": " + field.Basis
	}
	return origin
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

// address is where the same numbers are given in another form.
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

// modelTable is a drawing in numbers, a row for each value.
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

// rounded is a number with the digits that a reader can use.
func rounded(v float64) chart.FigureCell {
	return chart.FigureCell{Text: chart.AxisNumber(v), Number: &v}
}

func axisOf(a whatif.Axis) chart.Axis { return chart.Axis{Name: a.Name, Unit: a.Unit, Log: a.Log} }
