package chart

import (
	"encoding/json"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// FiguresJSON is what a page's figures are drawn of by a script: the options of each by its name.
func FiguresJSON(figures []Figure) ([]byte, error) {
	all := map[string]any{}
	for _, figure := range figures {
		all[figure.ID] = drawn(figure).options()
	}
	return json.Marshal(all)
}

// options are those of the library. Colours are the script's, which knows the style sheet.
func (d figureDrawing) options() map[string]any {
	var made map[string]any
	switch d.Kind {
	case Stacks:
		bar := charts.NewBar()
		bar.SetGlobalOptions(charts.WithAnimation(false), charts.WithColorsOpts(palette))
		for i, s := range d.Series {
			bar.AddSeries(s.Name, nil, charts.WithSeriesOpts(d.series(i)))
		}
		bar.Validate()
		made = bar.JSON()
	case Cloud:
		scatter := charts.NewScatter()
		scatter.SetGlobalOptions(charts.WithAnimation(false), charts.WithColorsOpts(palette))
		for i, s := range d.Series {
			scatter.AddSeries(s.Name, nil, charts.WithSeriesOpts(d.series(i)))
		}
		scatter.Validate()
		made = scatter.JSON()
	default:
		line := charts.NewLine()
		line.SetGlobalOptions(charts.WithAnimation(false), charts.WithColorsOpts(palette))
		for i, s := range d.Series {
			line.AddSeries(s.Name, nil, charts.WithSeriesOpts(d.series(i)))
		}
		line.Validate()
		made = line.JSON()
	}
	return d.finish(made)
}

// series is what the library draws of one; what it is of and where it leads go along with each value.
func (d figureDrawing) series(i int) charts.SingleSeriesOptFunc {
	return func(s *charts.SingleSeries) {
		data := make([]map[string]any, 0, len(d.Series[i].Points))
		whiskers := &opts.MarkLines{}
		for n, p := range d.Series[i].Points {
			if d.Kind == Courses && n > 0 && !d.joined(d.Series[i].Points[n-1].Stage, p.Stage) {
				data = append(data, map[string]any{"value": []any{p.Stage - 1, nil}}) // the line is broken here
			}
			data = append(data, d.item(p))
			if p.Half != nil {
				x := d.place(p)
				whiskers.Data = append(whiskers.Data, []any{
					map[string]any{"coord": []any{x, max(p.Y-*p.Half, d.y.Low)}}, map[string]any{"coord": []any{x, p.Y + *p.Half}},
				})
			}
		}
		s.Id, s.Data, s.ConnectNulls = InTheme(i), data, opts.Bool(false)
		if len(whiskers.Data) > 0 {
			s.MarkLines = whiskers
		}
		if d.Kind == Stacks {
			s.Stack = "all"
		}
	}
}

// place is where a point lies along the horizontal axis, as the library counts it.
func (d figureDrawing) place(p FigurePoint) any {
	if d.Kind.quantities() {
		return p.X
	}
	return d.Stages[p.Stage]
}

func (d figureDrawing) item(p FigurePoint) map[string]any {
	item := map[string]any{"value": []any{d.place(p), p.Y}, "name": p.Name}
	if !d.Kind.quantities() {
		item["value"] = []any{p.Stage, p.Y}
	}
	if p.Href != "" {
		item["href"] = p.Href
	}
	if p.Half != nil {
		item["half"] = *p.Half
	}
	if p.Doubt {
		item["doubt"] = true
	}
	return item
}

// finish says what go-echarts has no words for, or drops on the way.
func (d figureDrawing) finish(option map[string]any) map[string]any {
	trigger := "axis"
	if d.Kind == Cloud {
		trigger = "item"
	}
	option["tooltip"] = map[string]any{"trigger": trigger, "renderMode": "richText", "confine": true}
	option["legend"] = map[string]any{"type": "scroll", "top": 0, "left": 0, "show": len(d.Series) > 1}
	option["grid"] = map[string]any{"left": figureLeft, "right": figureRight, "top": 64, "bottom": figureBottom}
	option["yAxis"] = []any{d.quantity(d.Y, d.y, map[string]any{"nameGap": 12})}
	option["xAxis"] = []any{map[string]any{"type": "category", "data": d.Stages}}
	if d.Kind.quantities() {
		option["xAxis"] = []any{d.quantity(d.X, d.x, map[string]any{"nameLocation": "middle", "nameGap": 30})}
	}
	option["green500"] = map[string]any{"x": d.X.Title(), "y": d.Y.Title(), "kind": [...]string{"courses", "marks", "stacks", "cloud", "curves"}[d.Kind]}
	delete(option, "title")
	delete(option, "toolbox")
	return option
}

// quantity is an axis of the library.
func (d figureDrawing) quantity(a Axis, s scale, more map[string]any) map[string]any {
	axis := map[string]any{"type": "value", "name": a.Title(), "min": s.Low, "max": s.High}
	if s.Log {
		axis["type"] = "log"
	}
	for name, value := range more {
		axis[name] = value
	}
	return axis
}
