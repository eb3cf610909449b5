package chart

import (
	"encoding/json"
	"math"

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
	case Stacks, Bars:
		bar := charts.NewBar()
		bar.SetGlobalOptions(charts.WithAnimation(false), charts.WithColorsOpts(palette))
		for i, s := range d.Series {
			bar.AddSeries(s.Name, nil, charts.WithSeriesOpts(d.series(i)))
		}
		bar.Validate()
		made = bar.JSON()
	case Cloud, Strips:
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
				data = append(data, map[string]any{"value": []any{d.slot(p.Stage) - 1, nil}}) // the line is broken here
			}
			data = append(data, d.item(p))
			if p.Half != nil {
				x := d.place(p)
				whiskers.Data = append(whiskers.Data, []any{
					map[string]any{"coord": []any{x, max(p.Y-*p.Half, d.y.Low)}}, map[string]any{"coord": []any{x, p.Y + *p.Half}},
				})
			}
		}
		s.Id, s.Data, s.ConnectNulls = d.ink(i), data, opts.Bool(false)
		if len(whiskers.Data) > 0 {
			s.MarkLines = whiskers
		}
		if d.Kind == Stacks || d.Kind == Bars {
			s.Stack = "all"
		}
	}
}

// place is where a point lies along the horizontal axis, as the library counts it.
func (d figureDrawing) place(p FigurePoint) any {
	if d.Kind.quantities() || d.Kind.lying() {
		return p.X
	}
	return d.slot(p.Stage)
}

func (d figureDrawing) item(p FigurePoint) map[string]any {
	item := map[string]any{"value": []any{d.place(p), p.Y}, "name": p.Name}
	if d.Kind.lying() {
		item["value"] = []any{p.X, p.Stage}
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
	if len(p.About) > 0 {
		item["about"] = p.About
	}
	if p.Label != "" {
		item["label"] = map[string]any{"show": true, "formatter": p.Label}
	}
	return item
}

// finish says what go-echarts has no words for, or drops on the way.
func (d figureDrawing) finish(option map[string]any) map[string]any {
	trigger := "axis"
	if d.Kind == Cloud || d.Kind.lying() {
		trigger = "item"
	}
	top := 64
	if len(d.legend()) == 0 {
		top = 44
	}
	option["tooltip"] = map[string]any{"trigger": trigger, "renderMode": "richText", "confine": true}
	option["legend"] = map[string]any{"type": "scroll", "top": 0, "left": 0, "show": len(d.legend()) > 0}
	option["grid"] = map[string]any{"left": d.left, "right": max(d.right, figureRight), "top": top, "bottom": figureBottom}
	d.axes(option)
	option["green500"] = map[string]any{
		"x": d.X.Title(), "y": d.Y.Title(), "kind": [...]string{"courses", "marks", "stacks", "cloud", "curves", "bars", "strips"}[d.Kind],
		"stages": d.slotNames(), "named": d.labelled(), "breaks": d.breakSlots(), "guides": d.guideEnds(), "bands": d.Bands,
	}
	delete(option, "title")
	delete(option, "toolbox")
	return option
}

func (d figureDrawing) axes(option map[string]any) {
	across := d.quantity(d.X, d.x, map[string]any{"nameLocation": "middle", "nameGap": 30})
	option["yAxis"] = []any{d.quantity(d.Y, d.y, map[string]any{"nameGap": 12})}
	switch {
	case d.Kind.lying():
		option["yAxis"] = []any{map[string]any{"type": "category", "data": d.Stages, "inverse": true}}
		option["xAxis"] = []any{across}
	case d.Kind.quantities():
		option["xAxis"] = []any{across}
	default:
		option["xAxis"] = []any{map[string]any{"type": "category", "data": d.slotNames()}}
	}
}

// slotNames are the names of the slots; those of breaks have none.
func (d figureDrawing) slotNames() []string {
	if d.Kind.quantities() {
		return nil
	}
	names := make([]string, len(d.Stages)+len(d.Breaks))
	for i, stage := range d.Stages {
		names[d.slot(i)] = stage
	}
	return names
}

// drawnBreak is the slot of a break, with its name if there is room for it behind the name of the break before.
type drawnBreak struct {
	Slot int    `json:"slot"`
	Name string `json:"name"`
}

func (d figureDrawing) breakSlots() []drawnBreak {
	slots := make([]drawnBreak, 0, len(d.Breaks))
	ends := math.Inf(-1)
	for _, stage := range d.Breaks {
		one := drawnBreak{Slot: d.slot(stage) - 1}
		if x := d.slotAt(one.Slot); x-ends >= breakRoom {
			one.Name, ends = breakWord, x
		}
		slots = append(slots, one)
	}
	return slots
}

// guideEnds are the lines of equal ratio with their ends.
func (d figureDrawing) guideEnds() []map[string]any {
	ends := make([]map[string]any, 0, len(d.Guides))
	for _, g := range d.guides() {
		ends = append(ends, map[string]any{"name": g.Name, "from": []float64{g.fromX, g.fromY}, "to": []float64{g.toX, g.toY}})
	}
	return ends
}

// quantity is an axis of the library.
func (d figureDrawing) quantity(a Axis, s scale, more map[string]any) map[string]any {
	axis := map[string]any{"type": "value", "name": a.Title(), "min": s.Low, "max": s.High}
	if s.Log {
		axis["type"] = "log"
		axis["axisLabel"] = map[string]any{"showMaxLabel": math.Log10(s.High) == math.Trunc(math.Log10(s.High))} // another one is too near the last power of ten
	}
	if s.Down {
		axis["inverse"], axis["min"], axis["nameLocation"] = true, 1, "start"
	}
	for name, value := range more {
		axis[name] = value
	}
	return axis
}
