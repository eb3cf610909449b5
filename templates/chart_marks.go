package templates

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"green500/validation/power"
	"green500/validation/rules"
)

// The marks are series without data, each known to the script by its id, which colours it.
const (
	coreID    = "core"
	runID     = "run"
	idleID    = "idle"
	findingID = "finding"
)

// coreMark is the core phase: a pale band with its name on top.
func (c Chart) coreMark() charts.SingleSeriesOptFunc {
	return c.band(coreID, "core phase", c.Spans.Core)
}

// idleMark is every measurement of idle power: a hatched band.
func (c Chart) idleMark() charts.SingleSeriesOptFunc {
	return c.band(idleID, "idle", c.Spans.Idle...)
}

func (c Chart) band(id, name string, spans ...power.Span) charts.SingleSeriesOptFunc {
	area := &opts.MarkAreas{}
	for _, s := range spans {
		if !s.IsZero() {
			area.Data = append(area.Data, []any{
				map[string]any{"name": name, "xAxis": c.millis(s.Start.Time), "label": map[string]any{"position": c.namePlace(s, bandPlaces)}},
				map[string]any{"xAxis": c.millis(s.End.Time)},
			})
		}
	}
	return func(s *charts.SingleSeries) { s.Id, s.MarkAreas = id, area }
}

// Where bands and bars are named, as the library calls it: near the left edge of the drawing, in
// between, and near the right edge, where a name longer than its span would be cut off.
var (
	bandPlaces = [3]string{"insideTopLeft", "insideTop", "insideTopRight"}
	barPlaces  = [3]string{"insideStartTop", "insideMiddleTop", "insideEndTop"}
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

// runMark is the full run: a bracket over the plot.
func (c Chart) runMark() charts.SingleSeriesOptFunc {
	marks := &opts.MarkLines{}
	if !c.Spans.FullRun.IsZero() {
		marks.Data = append(marks.Data, c.bar("full run", c.Spans.FullRun, runLane))
	}
	return func(s *charts.SingleSeries) { s.Id, s.MarkLines = runID, marks }
}

// findingMark is the evidence of every finding that did not pass: thin bars over the plot.
func (c Chart) findingMark() charts.SingleSeriesOptFunc {
	marks := &opts.MarkLines{}
	for lane, f := range marked(c.Findings) {
		for _, s := range f.Spans {
			marks.Data = append(marks.Data, c.bar(f.Rule, s, laneHeight(lane)))
		}
	}
	return func(s *charts.SingleSeries) { s.Id, s.MarkLines = findingID, marks }
}

// bar is a level line from the start to the end of a span, at a height above the plot.
func (c Chart) bar(name string, s power.Span, y int) []any {
	return []any{
		map[string]any{"name": name, "xAxis": c.millis(s.Start.Time), "y": y, "label": map[string]any{"position": c.namePlace(s, barPlaces)}},
		map[string]any{"xAxis": c.millis(s.End.Time), "y": y},
	}
}

// marked are the findings whose spans are drawn: those that did not pass.
func marked(findings []rules.Finding) []rules.Finding {
	var drawn []rules.Finding
	for _, f := range findings {
		if (f.Outcome == rules.Fail || f.Outcome == rules.Unknown) && len(f.Spans) > 0 {
			drawn = append(drawn, f)
		}
	}
	return drawn
}

// laneHeight is where the spans of the n-th marked finding lie; from some point on they share a lane.
func laneHeight(n int) int { return findingLane + min(n, findingLanes-1)*laneStep }

// finish says what go-echarts has no words for, or drops on the way.
type finish struct {
	charts.BaseConfigurationVisitor
	c Chart
}

// Visit sets the parts of the options that are ours alone.
func (f finish) Visit(option map[string]any) {
	shown := f.c.Curve.Span()
	option["useUTC"] = true
	option["tooltip"] = map[string]any{"trigger": "axis", "renderMode": "richText", "confine": true, "axisPointer": map[string]any{"type": "line"}}
	option["legend"] = map[string]any{"type": "scroll", "top": 0, "left": 0, "icon": "roundRect", "data": f.names()}
	option["toolbox"] = map[string]any{"right": 0, "top": 0, "feature": map[string]any{
		"dataZoom":    map[string]any{"yAxisIndex": "none", "filterMode": "none"},
		"restore":     map[string]any{},
		"saveAsImage": map[string]any{"type": "png", "pixelRatio": 2, "name": "power"},
	}}
	option["dataZoom"] = []any{
		map[string]any{"type": "inside", "filterMode": "none", "zoomOnMouseWheel": "ctrl"},
		map[string]any{"type": "slider", "filterMode": "none", "bottom": 12, "height": 28},
	}
	option["green500"] = map[string]any{
		"offset": f.c.offset().Milliseconds(),
		"from":   f.c.millis(shown.Start.Time),
		"to":     f.c.millis(shown.End.Time),
	}
	delete(option, "title")
}

func (f finish) names() []string {
	names := []string{}
	for _, l := range f.c.lines() {
		names = append(names, l.Name)
	}
	return names
}

// VisitYAxis starts the axis at zero, which go-echarts would drop, and leaves room for the labels.
func (f finish) VisitYAxis([]opts.YAxis) any {
	return []any{map[string]any{"type": "value", "name": "kW", "min": 0, "boundaryGap": []any{0, "12%"}}}
}
