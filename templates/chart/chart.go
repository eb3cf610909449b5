// Package chart draws power over time and figures of lists: as SVG on the server, as options for the script, and as
// tables. It does not depend on a page.
package chart

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"green500/templates"
	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

// Chart is power over time with what the rules looked at drawn over it.
type Chart struct {
	Curve    power.Curve // of the window that is drawn, some 1200 steps
	Whole    power.Span  // the ends of the zoom: Whole(what was measured, Spans)
	Spans    validation.Spans
	Findings []rules.Finding
	Claimed  power.Level // the level that the findings are seen from
	Legal    *validation.LegalWindow
	Gaps     []power.Span
	Panes    []Pane // below the curve of the whole machine
	Asked    []Asked
	Faults   []Fault  // drawn with their numbers, in the place of the findings of their rules
	Show     []string // overlays that somebody selected; empty if nobody did
	Zoneless bool     // the zone of the times is not stated
	Name     string   // begins the ids of its title and summary, if a page has several; empty is power
}

func (c Chart) part(name string) string { return cmp.Or(c.Name, "power") + "-" + name }

// Of is the chart of a verdict.
func Of(report *validation.Report, whole power.Span, curve power.Curve, view View, asked []Asked) Chart {
	var faults []Fault
	if view.Numbered {
		faults = FaultsOf(report)
	}
	return Chart{
		Faults: faults, Curve: curve, Whole: whole, Spans: report.Spans,
		Findings: report.Findings, Claimed: report.ClaimedLevel,
		Legal: report.Uncertainty.Window, Gaps: gapsOf(report.Forensics), Panes: view.Panes, Asked: asked,
		Show: view.Show,
	}
}

// Whole is all that was measured, and the spans it had to cover: if readings are missing, the drawing has to show it.
func Whole(measured power.Span, s validation.Spans) power.Span {
	return around(measured, s.Core, s.FullRun)
}

// around is from the first start of spans to their last end.
func around(spans ...power.Span) (all power.Span) {
	for _, span := range spans {
		switch {
		case span.IsZero():
			continue
		case all.IsZero():
			all = span
		}
		if span.Start.Before(all.Start.Time) {
			all.Start = span.Start
		}
		if span.End.After(all.End.Time) {
			all.End = span.End
		}
	}
	return all
}

// palette is for colour-blind readers as well (after Okabe and Ito), at least 3:1 on white; pages have the style sheet.
var palette = []string{"#0b5fa5", "#b34700", "#00785a", "#9a3d78", "#7a6000", "#4b5563"}

// Heights above the plot, in pixels from the top of the drawing.
const (
	runLane      = 56 // the bracket of the full run
	findingLane  = 68 // the first span of a finding; the next ones follow below
	laneStep     = 6
	findingLanes = 3
	windowLane   = 86 // of the windows of Level 1
	plotTop      = 92
)

// options are what the library draws. Looks and behaviour are the scripts', which know the style sheet.
type options struct {
	Series   []charts.SingleSeries `json:"series"`
	Grid     []opts.Grid           `json:"grid"`
	XAxis    []opts.XAxis          `json:"xAxis"`
	YAxis    []opts.XAxis          `json:"yAxis"` // the library has the same words for both
	Green500 map[string]any        `json:"green500"`
}

// JSON returns the options of the chart. Times are shifted to the offset of the run and read as UTC: the library knows
// no other.
func (c Chart) JSON() ([]byte, error) {
	shown, looks, panes := c.Curve.Span(), map[string]overlayKind{}, []string{}
	var o options
	add := func(id, name string, plot int, curve power.Curve, l power.Line) {
		o.Series = append(o.Series, charts.SingleSeries{
			Id: id, Name: name, Type: "line", XAxisIndex: plot, YAxisIndex: plot, Step: "end",
			ShowSymbol: opts.Bool(false), ConnectNulls: opts.Bool(false), Data: c.points(curve, l),
		})
	}
	for i, l := range c.lines() {
		add(fmt.Sprintf("line-%d", i), l.Name, 0, c.Curve, l)
	}
	for i, pane := range c.Panes {
		add("pane-"+pane.ID, pane.Name, i+1, pane.Curve, pane.line())
		panes = append(panes, pane.ID)
	}
	for _, one := range c.overlays() {
		o.Series, looks[one.ID] = append(o.Series, c.mark(one)), one.Kind
	}
	c.place(&o)
	o.Green500 = map[string]any{
		"offset": c.Offset().Milliseconds(), "from": c.millis(shown.Start.Time), "to": c.millis(shown.End.Time),
		"overlays": looks, "panes": panes, "lanes": c.extra(),
	}
	return json.Marshal(o)
}

// points are milliseconds with mean, lowest and highest kilowatts; a value before a gap is repeated at the end of its
// step.
func (c Chart) points(curve power.Curve, l power.Line) [][4]any {
	kilowatts := func(watts float64) float64 { return math.Round(watts*1e3) / 1e6 }
	points := make([][4]any, 0, len(l.Watts)+1)
	for i, w := range l.Watts {
		at := [4]any{c.millis(curve.At(i))}
		if !math.IsNaN(w) {
			at = [4]any{at[0], kilowatts(w), kilowatts(l.Min[i]), kilowatts(l.Max[i])}
		}
		points = append(points, at)
		if !math.IsNaN(w) && (i+1 == len(l.Watts) || math.IsNaN(l.Watts[i+1])) {
			at[0] = c.millis(curve.At(i + 1))
			points = append(points, at)
		}
	}
	return points
}

func (c Chart) lines() []power.Line {
	lines := make([]power.Line, 0, len(c.Curve.Lines)+1)
	if len(c.Curve.Lines) > 1 {
		lines = append(lines, total(c.Curve.Lines))
	}
	for _, l := range c.Curve.Lines {
		l.Name = templates.Words(l.Name)
		lines = append(lines, l)
	}
	return lines
}

// Band says what the pale band around a line goes between: of several instruments, what their sum need not have
// reached.
func Band(c power.Curve) string {
	instruments := 0
	for _, l := range c.Lines {
		instruments += l.Instruments
	}
	if instruments > 1 {
		return "from the lowest readings of the instruments, added up, to the highest, added up, " +
			"which they need not have reached at the same time"
	}
	return "from the lowest reading to the highest"
}

// total adds lines: a step that one misses is a gap, and the bounds are added up.
func total(lines []power.Line) power.Line {
	sum := power.Line{Name: "total metered"}
	for _, l := range lines {
		sum.Instruments, sum.Absent = sum.Instruments+l.Instruments, sum.Absent+l.Absent
	}
	for _, l := range lines {
		sum.Watts, sum.Min, sum.Max = added(sum.Watts, l.Watts, 1), added(sum.Min, l.Min, 1), added(sum.Max, l.Max, 1)
		sum.Present = added(sum.Present, l.Present, float64(l.Instruments)/float64(max(1, sum.Instruments)))
	}
	return sum
}

func added(sum, values []float64, factor float64) []float64 {
	if sum == nil {
		sum = make([]float64, len(values))
	}
	for i, v := range values {
		sum[i] += v * factor
	}
	return sum
}

func (c Chart) millis(t time.Time) int64 {
	return t.UnixMilli() + c.Offset().Milliseconds()
}

// Offset is how far the run's own clock is ahead of UTC.
func (c Chart) Offset() time.Duration {
	_, seconds := ZoneTime(c.Spans, c.Whole).Zone()
	return time.Duration(seconds) * time.Second
}

// ZoneName says what the times of the chart are.
func (c Chart) ZoneName() string {
	if c.Zoneless {
		return "as in the log"
	}
	return "UTC" + ZoneTime(c.Spans, c.Whole).Format("-07:00")
}

// ZoneTime is an instant in the zone of the run: the one that its report begins with, all year.
func ZoneTime(s validation.Spans, whole power.Span) time.Time {
	for _, span := range []power.Span{s.Core, s.FullRun, s.Averaged, whole} {
		if !span.IsZero() {
			_, offset := span.Start.Zone()
			return span.Start.In(time.FixedZone("", offset))
		}
	}
	return time.Time{}
}

// Asked is a part of the curve that an open question is about.
type Asked struct {
	Name string
	Span power.Span
}

type markEnd struct {
	Name  string      `json:"name,omitempty"`
	XAxis int64       `json:"xAxis"`
	Y     int         `json:"y,omitempty"` // of a bar: how far below the top of the drawing it lies
	Label *opts.Label `json:"label,omitempty"`
}

// mark makes an overlay a series without data, which the script knows by its id. The first bar of a fault has its
// number.
func (c Chart) mark(o overlay) charts.SingleSeries {
	places := bandPlaces
	switch {
	case !o.Kind.band():
		places = barPlaces
	case o.Kind == legalBand: // within another band
		places = innerPlaces
	}
	var marks []any
	for i, s := range o.Spans {
		from, to := markEnd{Name: o.Name, XAxis: c.millis(s.Start.Time),
			Label: &opts.Label{Position: c.namePlace(s, places)}}, markEnd{XAxis: c.millis(s.End.Time)}
		if !o.Kind.band() {
			from.Y, to.Y = o.lane+c.extra(), o.lane+c.extra()
		}
		if o.number > 0 {
			from.Name, from.Label.Position = "", "start"
			if i == 0 {
				from.Name = Circled(o.number)
			}
		}
		marks = append(marks, [2]markEnd{from, to})
	}
	series := charts.SingleSeries{Id: o.ID, Type: "line"}
	if o.Kind.band() {
		series.MarkAreas = &opts.MarkAreas{Data: marks}
	} else {
		series.MarkLines = &opts.MarkLines{Data: marks}
	}
	return series
}

// Where bands and bars are named: near the edges of the drawing a name longer than its span would be cut off.
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

// Pane is a curve below that of the whole machine: of one series, or of one instrument.
type Pane struct {
	ID    string // as power.Selection writes it
	Name  string
	Curve power.Curve
}

// MostPanes is how many a chart has at most. The first six have colours of their own.
const MostPanes = 12

// Sizes of panes, in pixels; the style sheet gives a chart without any its height.
const (
	paneStep   = 116 // from one to the next
	paneHeight = 76
	plotBottom = 96 // of the lowest plot: its axis, and the slider
)

func (p Pane) line() power.Line {
	if len(p.Curve.Lines) == 0 {
		return power.Line{}
	}
	return p.Curve.Lines[0]
}

// place lays the plots out from below, so that the script need only make the drawing higher; only the lowest one has
// times written at its axis.
func (c Chart) place(o *options) {
	last := len(c.Panes)
	for i := range last + 1 {
		grid := opts.Grid{Left: "64", Right: "16", Bottom: strconv.Itoa(plotBottom + (last-i)*paneStep),
			Top: strconv.Itoa(plotTop + c.extra())}
		times := opts.XAxis{Type: "time", GridIndex: i, Min: c.millis(c.Whole.Start.Time),
			Max: c.millis(c.Whole.End.Time), AxisLabel: &opts.AxisLabel{Show: opts.Bool(i == last)}}
		powers := opts.XAxis{Type: "value", GridIndex: i, Name: "kW", Min: 0}
		if i > 0 {
			grid.Top, grid.Height = "", strconv.Itoa(paneHeight)
			powers.Name, powers.SplitNumber = c.Panes[i-1].Name+", kW", 2
		}
		if i == last {
			times.Name, times.NameLocation, times.NameGap = "time ("+c.ZoneName()+")", "middle", 28
		}
		o.Grid, o.XAxis, o.YAxis = append(o.Grid, grid), append(o.XAxis, times), append(o.YAxis, powers)
	}
}

// Pane is the chart of a pane alone, for the drawing without script and for the table.
func (c Chart) Pane(i int) Chart {
	one := c
	line := c.Panes[i].line()
	line.Name = c.Panes[i].Name
	one.Curve, one.Panes = power.Curve{Borders: c.Panes[i].Curve.Borders, Lines: []power.Line{line}}, nil
	return one
}

// NameOf is what a choice is called.
func NameOf(entry *power.Entry, choice power.Selection) string {
	name := fmt.Sprintf("series %d", choice.Series+1)
	if choice.Series < len(entry.Series) {
		series := entry.Series[choice.Series]
		if name = templates.Words(series.Covers.Subsystem); series.Covers.NodeSet != "" {
			name += " " + series.Covers.NodeSet
		}
		if series.File != "" {
			name += " (" + series.File + ")"
		}
	}
	if choice.Instrument != "" {
		return choice.Instrument
	}
	return name
}
