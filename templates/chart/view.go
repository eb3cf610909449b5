package chart

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/validation"
	"green500/validation/power"
)

// Window is a part of the curve that is one click away; its statistics are shown unless it is the whole.
type Window struct {
	Name  string
	Span  power.Span
	Whole bool
}

// Href is the page with the window drawn and all else that it is asked for, for browsers without script.
func (w Window) Href(path string, kept url.Values) string {
	q := url.Values{}
	maps.Copy(q, kept)
	from, to := "from", "to"
	if w.Whole {
		from, to = "view_from", "view_to"
		q.Del("from")
		q.Del("to")
	}
	q.Set(from, templates.Machine(w.Span.Start.Time))
	q.Set(to, templates.Machine(w.Span.End.Time))
	return path + "?" + q.Encode() + "#power"
}

// margin is how much is shown on either side of a window, as a part of it, so that its edges can be seen.
const margin = 0.08

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

// Numbered distinguishes things of one name if there are several.
func Numbered(name string, i, count int) string {
	if count == 1 {
		return name
	}
	return name + " " + strconv.Itoa(i+1)
}

// Listed joins words as a sentence does.
func Listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// tableRows is how many rows the table of a curve has at most.
const tableRows = 100

// TableGroup is how many steps of the curve make a row of the table.
func TableGroup(c power.Curve) int { return (c.Steps() + tableRows - 1) / tableRows }

// TableRow is a row of the curve as a table: from when on, and the power of each line.
type TableRow struct {
	At    string
	Cells []string
}

// table is the curve in rows of a few steps each; a row that misses a step is a gap.
func (c Chart) table() []TableRow {
	group, count := TableGroup(c.Curve), c.Curve.Steps()
	zone := time.FixedZone("", int(c.Offset().Seconds()))
	layout := TableLayout(c.Curve)
	var rows []TableRow
	for i := 0; i < count; i += group {
		row := TableRow{At: c.Curve.At(i).In(zone).Format(layout)}
		for _, l := range c.lines() {
			row.Cells = append(row.Cells, c.Cell(l, i, min(i+group, count)))
		}
		rows = append(rows, row)
	}
	return rows
}

// TableLayout shows the day if the curve is longer, and milliseconds where its rows are short.
func TableLayout(c power.Curve) string {
	switch whole := c.Span().Duration(); {
	case whole > 24*time.Hour:
		return "2006-01-02 15:04:05"
	case whole < time.Duration(c.Steps())*time.Second:
		return "15:04:05.000"
	}
	return "15:04:05"
}

// Cell is the mean of some steps in kilowatts, with the lowest and the highest where they differ. If there is none, it says why.
func (c Chart) Cell(l power.Line, from, to int) string {
	energy, present, low, high := 0.0, 0.0, math.Inf(1), math.Inf(-1)
	for i := from; i < to; i++ {
		length := c.Curve.At(i + 1).Sub(c.Curve.At(i)).Seconds()
		energy, present = energy+l.Watts[i]*length, present+l.Present[i]*length
		low, high = min(low, l.Min[i]), max(high, l.Max[i]) // NaN stays
	}
	if math.IsNaN(energy) {
		return absent(l, from, to, present/c.Curve.At(to).Sub(c.Curve.At(from)).Seconds())
	}
	whole := c.Curve.At(to).Sub(c.Curve.At(from)).Seconds()
	mean, lowest, highest := templates.Digits(energy/whole/1e3, 3), templates.Digits(low/1e3, 3), templates.Digits(high/1e3, 3)
	if lowest == mean && highest == mean {
		return mean
	}
	return mean + " (" + lowest + " to " + highest + ")"
}

// absent says why some steps of a line have no mean. Only what lies between readings is a gap.
func absent(l power.Line, from, to int, present float64) string {
	known := func(watts float64) bool { return !math.IsNaN(watts) }
	before, after := slices.ContainsFunc(l.Watts[:from], known), slices.ContainsFunc(l.Watts[to:], known)
	share := templates.Digits(100*present, 0) + "%"
	switch several := l.Instruments+l.Absent > 1; {
	case before && after && present > 0:
		return "gap, " + share + " present"
	case before && after:
		return "gap"
	case present > 0 && several:
		return "no sum: not all instruments have readings, " + share + " present"
	case present > 0:
		return "read in part, " + share + " present"
	case after:
		return "before the first reading shown"
	case before:
		return "after the last reading shown"
	}
	return "no reading"
}
