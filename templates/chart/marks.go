package chart

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"green500/validation/power"
)

// mark makes an overlay a series without data, which the script knows by its id: it colours and switches it.
func (c Chart) mark(o overlay) charts.SingleSeriesOptFunc {
	if o.Kind.band() {
		return c.bandMark(o)
	}
	return c.barMark(o)
}

// bandMark is bands behind the curve, named on top; what lies within another band, below.
func (c Chart) bandMark(o overlay) charts.SingleSeriesOptFunc {
	area, places := &opts.MarkAreas{}, bandPlaces
	if o.Kind == legalBand {
		places = innerPlaces
	}
	for _, s := range o.Spans {
		area.Data = append(area.Data, []any{
			map[string]any{"name": o.Name, "xAxis": c.millis(s.Start.Time), "label": map[string]any{"position": c.namePlace(s, places)}},
			map[string]any{"xAxis": c.millis(s.End.Time)},
		})
	}
	return func(series *charts.SingleSeries) { series.Id, series.MarkAreas = o.ID, area }
}

// barMark is level lines over the plot.
func (c Chart) barMark(o overlay) charts.SingleSeriesOptFunc {
	marks := &opts.MarkLines{}
	for i, s := range o.Spans {
		bar := c.bar(o.Name, s, o.lane+c.extra())
		if o.number > 0 {
			bar = c.numberedBar(o, i, s)
		}
		marks.Data = append(marks.Data, bar)
	}
	return func(series *charts.SingleSeries) { series.Id, series.MarkLines = o.ID, marks }
}

// Where bands and bars are named, as the library calls it: near the left edge of the drawing, in
// between, and near the right edge, where a name longer than its span would be cut off.
var (
	bandPlaces  = [3]string{"insideTopLeft", "insideTop", "insideTopRight"}
	innerPlaces = [3]string{"insideBottomLeft", "insideBottom", "insideBottomRight"}
	barPlaces   = [3]string{"insideStartTop", "insideMiddleTop", "insideEndTop"}
)

func (c Chart) namePlace(s power.Span, places [3]string) string {
	middle := s.Start.Add(s.Duration() / 2)
	switch part := float64(middle.Sub(c.Whole.Start.Time)) / float64(c.Whole.Duration()); {
	case part < nearEdge:
		return places[0]
	case part > 1-nearEdge:
		return places[2]
	}
	return places[1]
}

// nearEdge is the part of the drawing at either side in which names are set flush with their band.
const nearEdge = 0.08

// bar is a level line from the start to the end of a span, at a height above the plot.
func (c Chart) bar(name string, s power.Span, y int) []any {
	return []any{
		map[string]any{"name": name, "xAxis": c.millis(s.Start.Time), "y": y, "label": map[string]any{"position": c.namePlace(s, barPlaces)}},
		map[string]any{"xAxis": c.millis(s.End.Time), "y": y},
	}
}

// numberedBar is a place of a fault. The first has its number at its left end.
func (c Chart) numberedBar(o overlay, i int, s power.Span) []any {
	name := ""
	if i == 0 {
		name = Circled(o.number)
	}
	return []any{
		map[string]any{"name": name, "xAxis": c.millis(s.Start.Time), "y": o.lane + c.extra(), "label": map[string]any{"position": "start"}},
		map[string]any{"xAxis": c.millis(s.End.Time), "y": o.lane + c.extra()},
	}
}

// laneHeight is where the spans of the n-th marked finding lie; from some point on they share a lane.
func laneHeight(n int) int { return findingLane + min(n, findingLanes-1)*laneStep }

// finish says what go-echarts has no words for, or drops on the way.
type finish struct {
	charts.BaseConfigurationVisitor
	c        Chart
	overlays []overlay // of the chart
}

// Visit sets the parts of the options that are ours alone.
func (f finish) Visit(option map[string]any) {
	shown := f.c.Curve.Span()
	option["useUTC"] = true
	option["tooltip"] = map[string]any{"trigger": "axis", "renderMode": "richText", "confine": true, "axisPointer": map[string]any{"type": "line"}}
	option["legend"] = map[string]any{"type": "scroll", "top": 0, "left": 0, "icon": "roundRect", "data": f.names()}
	axes := f.axes()
	option["axisPointer"] = map[string]any{"link": []any{map[string]any{"xAxisIndex": "all"}}}
	option["dataZoom"] = []any{
		map[string]any{"type": "inside", "filterMode": "none", "zoomOnMouseWheel": "ctrl", "moveOnMouseMove": "shift", "xAxisIndex": axes},
		map[string]any{"type": "slider", "filterMode": "none", "bottom": 12, "height": 28, "xAxisIndex": axes},
	}
	option["green500"] = map[string]any{
		"offset":   f.c.Offset().Milliseconds(),
		"from":     f.c.millis(shown.Start.Time),
		"to":       f.c.millis(shown.End.Time),
		"overlays": f.looks(),
		"panes":    f.paneIDs(),
		"lanes":    f.c.extra(),
	}
	f.place(option)
	delete(option, "title")
	delete(option, "toolbox")
}

func (f finish) names() []string {
	names := []string{}
	for _, l := range f.c.lines() {
		names = append(names, l.Name)
	}
	return names
}

// looks says by kind how the script has to draw each overlay.
func (f finish) looks() map[string]overlayKind {
	looks := map[string]overlayKind{}
	for _, o := range f.overlays {
		looks[o.ID] = o.Kind
	}
	return looks
}
