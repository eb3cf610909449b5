package chart

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	Findings []rules.Finding // whose spans are marked
	Claimed  power.Level     // the level that the findings are seen from
	Legal    *validation.LegalWindow
	Gaps     []power.Span
	Panes    []Pane   // below the curve of the whole machine
	Asked    []Asked  // what open questions are about
	Faults   []Fault  // drawn with their numbers, in the place of the findings of their rules
	Show     []string // overlays that somebody selected; empty if nobody did
	Zoneless bool     // the zone of the times is not stated
	Name     string   // begins the ids of its title and summary, if a page has several; empty is power
}

// part is the id of the title or the summary of the chart, which stand beside it.
func (c Chart) part(name string) string { return cmp.Or(c.Name, "power") + "-" + name }

// Of is the chart of a verdict.
func Of(report *validation.Report, whole power.Span, curve power.Curve, view View, asked []Asked) Chart {
	var faults []Fault
	if view.Numbered {
		faults = FaultsOf(report)
	}
	return Chart{
		Faults: faults, Curve: curve, Whole: whole, Spans: report.Spans, Findings: report.Findings, Claimed: report.ClaimedLevel,
		Legal: report.Uncertainty.Window, Gaps: gapsOf(report.Forensics), Panes: view.Panes, Asked: asked, Show: view.Show,
	}
}

// Whole is what a chart shows before anybody zooms: all that was measured, and the spans it had to
// cover. Where readings are missing at an end of the run, the drawing has to show it.
func Whole(measured power.Span, s validation.Spans) power.Span {
	for _, span := range []power.Span{s.Core, s.FullRun} {
		switch {
		case span.IsZero():
			continue
		case measured.IsZero():
			measured = span
		}
		if span.Start.Before(measured.Start.Time) {
			measured.Start = span.Start
		}
		if span.End.After(measured.End.Time) {
			measured.End = span.End
		}
	}
	return measured
}

// palette distinguishes lines of files for colour-blind readers as well (after Okabe and Ito), dark enough for 3:1 on white; pages
// have the colours of the style sheet.
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

// JSON returns the options of the chart for GET {base}/chart.json. Times are shifted to the run's
// own offset and read as UTC, because the library knows no other zones; "green500" gives the script
// the shift.
func (c Chart) JSON() ([]byte, error) {
	shown, looks, panes := c.Curve.Span(), map[string]overlayKind{}, []string{}
	var all [][]byte
	var o options
	add := func(id, name string, plot int, curve power.Curve, l power.Line) error {
		one, err := points(c, curve, l)
		all = append(all, one)
		o.Series = append(o.Series, charts.SingleSeries{
			Id: id, Name: name, Type: "line", XAxisIndex: plot, YAxisIndex: plot, Step: "end", ShowSymbol: opts.Bool(false), ConnectNulls: opts.Bool(false), Data: later{},
		})
		return err
	}
	for i, l := range c.lines() {
		if err := add(fmt.Sprintf("line-%d", i), l.Name, 0, c.Curve, l); err != nil {
			return nil, err
		}
	}
	for i, pane := range c.Panes {
		if err := add("pane-"+pane.ID, pane.Name, i+1, pane.Curve, pane.line()); err != nil {
			return nil, err
		}
		panes = append(panes, pane.ID)
	}
	for _, one := range c.overlays() {
		o.Series, looks[one.ID] = append(o.Series, c.mark(one)), one.Kind
	}
	c.place(&o)
	o.Green500 = map[string]any{
		"offset": c.Offset().Milliseconds(), "from": c.millis(shown.Start.Time), "to": c.millis(shown.End.Time), "overlays": looks, "panes": panes, "lanes": c.extra(),
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return filled(text, all)
}

// lines are the lines of the curve in words, after their sum where there are several.
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

// Band says what the pale band around a line goes between: of several instruments, what their sum need not have reached.
func Band(c power.Curve) string {
	instruments := 0
	for _, l := range c.Lines {
		instruments += l.Instruments
	}
	if instruments > 1 {
		return "from the lowest readings of the instruments, added up, to the highest, added up, which they need not have reached at the same time"
	}
	return "from the lowest reading to the highest"
}

// total adds lines; a step that one of them misses is a gap in the sum, too. Its bounds are those of
// its parts added up.
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

// millis is an instant on the axis: milliseconds since 1970 on the clock of the run.
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
