package templates

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"green500/validation"
	"green500/validation/power"
)

// window is a part of the curve that is one click away; its figures are told unless it is the whole.
type window struct {
	name  string
	span  power.Span
	whole bool
}

// href is the page with the window drawn, for browsers without script.
func (w window) href(path string) string {
	from, to := "from", "to"
	if w.whole {
		from, to = "view_from", "view_to"
	}
	q := url.Values{from: {machine(w.span.Start.Time)}, to: {machine(w.span.End.Time)}}
	return path + "?" + q.Encode() + "#power"
}

// margin is how much is shown on either side of a window, as a part of it, so that its edges can be seen.
const margin = 0.08

// windows are the whole, the full run, the core phase and every idle measurement, those that there are.
func (p EntryPage) windows() []window {
	all := []window{{"whole", p.Whole, true}}
	if p.Report == nil {
		return all
	}
	add := func(name string, s power.Span) {
		if !s.IsZero() {
			all = append(all, window{name: name, span: s})
		}
	}
	add("full run", p.Report.Spans.FullRun)
	add("core phase", p.Report.Spans.Core)
	for i, s := range p.Report.Spans.Idle {
		add(numbered("idle", i, len(p.Report.Spans.Idle)), s)
	}
	return all
}

// farLonger is how many times longer than the run a recording is before a page opens at the run:
// where idle power was measured hours before, the run would be a sliver.
const farLonger = 3

// Opening is the window a page opens with: all that there is, or the run with a margin where the
// run would be too small to see.
func Opening(whole power.Span, s validation.Spans) power.Span {
	run := s.FullRun
	if run.IsZero() {
		run = s.Core
	}
	if whole.Duration() <= farLonger*run.Duration() {
		return whole
	}
	opened, ok := whole.Intersect(beside(run))
	if !ok {
		return whole
	}
	return opened
}

// Seen is the part of the time that a page draws: what the address asks to see where that holds the
// window it chooses, else that window with its surroundings, else the opening.
func Seen(whole, asked, chosen power.Span, s validation.Spans) power.Span {
	if shared, ok := whole.Intersect(asked); ok && !asked.IsZero() && (chosen.IsZero() || asked.Contains(chosen)) {
		return shared
	}
	if shared, ok := whole.Intersect(beside(chosen)); ok && !chosen.IsZero() {
		return shared
	}
	return Opening(whole, s)
}

// opened tells the script the window that the page was drawn with, where it is not the whole.
func (p EntryPage) opened() templ.Attributes {
	if p.Window == p.Whole {
		return templ.Attributes{}
	}
	return templ.Attributes{"data-view-from": machine(p.Window.Start.Time), "data-view-to": machine(p.Window.End.Time)}
}

// chosen tells scripts the window whose figures are told, where the address names one.
func (p EntryPage) chosen() templ.Attributes {
	if p.View.Chosen.IsZero() {
		return templ.Attributes{}
	}
	return templ.Attributes{"data-from": machine(p.View.Chosen.Start.Time), "data-to": machine(p.View.Chosen.End.Time)}
}

// numbered tells things of one name apart where there are several.
func numbered(name string, i, count int) string {
	if count == 1 {
		return name
	}
	return name + " " + strconv.Itoa(i+1)
}

// summary says in words what the chart shows, with the figures of the report.
func (p EntryPage) summary() string {
	c := p.chart()
	var names []string
	for _, l := range p.Curve.Lines {
		names = append(names, words(l.Name))
	}
	text := []string{"Power as metered, in kW, of " + listed(names) + "; times are " + c.zoneName() + "."}
	for _, l := range p.Curve.Lines {
		text = append(text, absence(l))
	}
	if p.Report == nil {
		return strings.Join(strings.Fields(strings.Join(text, " ")), " ")
	}
	text = append(text,
		spanSentence("Core phase", p.Report.Spans.Core, p.Report.Numbers.MeteredCoreAverage),
		spanSentence("Full run", p.Report.Spans.FullRun, p.Report.Numbers.MeteredFullRunAverage))
	for i, idle := range p.Report.Spans.Idle {
		text = append(text, spanSentence(numbered("Idle", i, len(p.Report.Spans.Idle)), idle, nil))
	}
	if slices.ContainsFunc(c.shown(), func(o overlay) bool { return o.Kind == findingBar }) {
		text = append(text, "Red bars over the plot mark the evidence of findings that did not pass.")
	}
	return strings.Join(strings.Fields(strings.Join(text, " ")), " ")
}

// absence says which instruments are in no sum.
func absence(l power.Line) string {
	switch {
	case l.Absent == 0:
		return ""
	case l.Instruments == 0:
		return "There are no readings of " + words(l.Name) + " here."
	}
	return strconv.Itoa(l.Absent) + " of " + strconv.Itoa(l.Absent+l.Instruments) + " instruments of " + words(l.Name) + " have no readings here and are in no sum."
}

func spanSentence(name string, s power.Span, mean *validation.Number) string {
	if s.IsZero() {
		return ""
	}
	sentence := name + " " + clock(s.Start.Time) + " to " + clock(s.End.Time) + ", " + seconds(s.Duration())
	if mean != nil {
		sentence += ", mean " + digits(mean.Value/1e3, 1) + " kW"
	}
	return sentence + "."
}

// listed joins words as a sentence does.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// tableRows is how many rows the table of a curve has at most.
const tableRows = 100

// tableGroup is how many steps of the curve make a row of the table.
func tableGroup(c power.Curve) int { return (c.Steps() + tableRows - 1) / tableRows }

type tableRow struct {
	at    string
	cells []string
}

// table is the curve in rows of a few steps each; a row that misses a step is a gap.
func (c Chart) table() []tableRow {
	group, count := tableGroup(c.Curve), c.Curve.Steps()
	zone := time.FixedZone("", int(c.offset().Seconds()))
	layout := tableLayout(c.Curve)
	var rows []tableRow
	for i := 0; i < count; i += group {
		row := tableRow{at: c.Curve.At(i).In(zone).Format(layout)}
		for _, l := range c.lines() {
			row.cells = append(row.cells, c.cell(l, i, min(i+group, count)))
		}
		rows = append(rows, row)
	}
	return rows
}

// tableLayout tells the day where the curve is longer, and milliseconds where its rows are short.
func tableLayout(c power.Curve) string {
	switch whole := c.Span().Duration(); {
	case whole > 24*time.Hour:
		return "2006-01-02 15:04:05"
	case whole < time.Duration(c.Steps())*time.Second:
		return "15:04:05.000"
	}
	return "15:04:05"
}

// cell is the mean of some steps in kilowatts, with the lowest and the highest where they differ. Of a
// gap it tells how much is there.
func (c Chart) cell(l power.Line, from, to int) string {
	energy, present, low, high := 0.0, 0.0, math.Inf(1), math.Inf(-1)
	for i := from; i < to; i++ {
		length := c.Curve.At(i + 1).Sub(c.Curve.At(i)).Seconds()
		energy, present = energy+l.Watts[i]*length, present+l.Present[i]*length
		low, high = min(low, l.Min[i]), max(high, l.Max[i]) // NaN stays
	}
	whole := c.Curve.At(to).Sub(c.Curve.At(from)).Seconds()
	switch {
	case math.IsNaN(energy) && present == 0:
		return "gap"
	case math.IsNaN(energy):
		return "gap, " + digits(100*present/whole, 0) + "% present"
	}
	mean, lowest, highest := digits(energy/whole/1e3, 3), digits(low/1e3, 3), digits(high/1e3, 3)
	if lowest == mean && highest == mean {
		return mean
	}
	return mean + " (" + lowest + " to " + highest + ")"
}
