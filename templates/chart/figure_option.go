package chart

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// FiguresJSON is what a page's figures are drawn of by a script: the options of each by its name.
func FiguresJSON(figures []Figure) ([]byte, error) {
	all := map[string]options{}
	for _, figure := range figures {
		all[figure.ID] = drawn(figure).options()
	}
	return json.Marshal(all)
}

func (d figureDrawing) options() options {
	top := "64"
	if len(d.legend()) == 0 {
		top = "44"
	}
	across, up := quantity(d.X, d.x), quantity(d.Y, d.y)
	across.NameLocation, across.NameGap, up.NameGap = "middle", 30, 12
	switch {
	case d.Kind.lying():
		up = opts.XAxis{Type: "category", Data: d.Stages, Inverse: opts.Bool(true)}
	case !d.Kind.quantities():
		across = opts.XAxis{Type: "category", Data: d.slotNames()}
	}
	guides := []map[string]any{}
	for _, g := range d.guides() {
		guides = append(guides,
			map[string]any{"name": g.Name, "from": []float64{g.fromX, g.fromY}, "to": []float64{g.toX, g.toY}})
	}
	o := options{
		Grid: []opts.Grid{{Left: fmt.Sprint(d.left), Right: fmt.Sprint(max(d.right, figureRight)), Top: top,
			Bottom: fmt.Sprint(figureBottom)}},
		XAxis: []opts.XAxis{across}, YAxis: []opts.XAxis{up},
		Green500: map[string]any{
			"x": d.X.Title(), "y": d.Y.Title(), "kind": [...]string{"courses", "marks", "stacks", "cloud", "curves",
				"bars", "strips"}[d.Kind], "legend": len(d.legend()) > 0,
			"stages": d.slotNames(), "named": d.labelled(), "breaks": d.breakSlots(), "guides": guides,
			"bands": d.Bands,
		},
	}
	for i := range d.Series {
		o.Series = append(o.Series, d.series(i))
	}
	return o
}

type figureItem struct {
	Name  string      `json:"name"`
	Value [2]any      `json:"value"`
	Href  string      `json:"href,omitempty"`
	Half  *float64    `json:"half,omitempty"`
	Doubt bool        `json:"doubt,omitempty"`
	About []string    `json:"about,omitempty"`
	Label *opts.Label `json:"label,omitempty"`
}

func (d figureDrawing) series(i int) charts.SingleSeries {
	s := charts.SingleSeries{Id: d.ink(i), Name: d.Series[i].Name, Type: "line", ConnectNulls: opts.Bool(false)}
	switch d.Kind {
	case Stacks, Bars:
		s.Type, s.Stack = "bar", "all"
	case Cloud, Strips:
		s.Type = "scatter"
	}
	data := []figureItem{}
	for n, p := range d.Series[i].Points {
		if d.Kind == Courses && n > 0 && !d.joined(d.Series[i].Points[n-1].Stage, p.Stage) {
			data = append(data, figureItem{Value: [2]any{d.slot(p.Stage) - 1, nil}}) // the line is broken here
		}
		item := figureItem{Name: p.Name, Href: p.Href, Half: p.Half, Doubt: p.Doubt, About: p.About}
		switch {
		case d.Kind.lying():
			item.Value = [2]any{p.X, p.Stage}
		case d.Kind.quantities():
			item.Value = [2]any{p.X, p.Y}
		default:
			item.Value = [2]any{d.slot(p.Stage), p.Y}
		}
		if p.Label != "" {
			item.Label = &opts.Label{Show: opts.Bool(true), Formatter: p.Label}
		}
		data = append(data, item)
		if p.Half != nil {
			if s.MarkLines == nil {
				s.MarkLines = &opts.MarkLines{}
			}
			low, high := [2]any{item.Value[0], max(p.Y-*p.Half, d.y.Low)}, [2]any{item.Value[0], p.Y + *p.Half}
			s.MarkLines.Data = append(s.MarkLines.Data, []opts.MarkAreaData{{Coord: low}, {Coord: high}})
		}
	}
	s.Data = data
	return s
}

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

func quantity(a Axis, s scale) opts.XAxis {
	axis := opts.XAxis{Type: "value", Name: a.Title(), Min: s.Low, Max: s.High}
	if s.Log {
		axis.Type = "log"
		// another one is too near the last power of ten
		axis.AxisLabel = &opts.AxisLabel{ShowMaxLabel: opts.Bool(math.Log10(s.High) == math.Trunc(math.Log10(s.High)))}
	}
	if s.Down {
		axis.Inverse, axis.Min, axis.NameLocation = opts.Bool(true), 1, "start"
	}
	return axis
}
