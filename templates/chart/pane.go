package chart

import (
	"fmt"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/opts"

	"green500/templates"
	"green500/validation/power"
)

// Pane is a curve of its own below that of the whole machine, over the same time: of one series, or of
// one instrument.
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

// line is the one curve of a pane.
func (p Pane) line() power.Line {
	if len(p.Curve.Lines) == 0 {
		return power.Line{}
	}
	return p.Curve.Lines[0]
}

// place lays the plots out from below, so that the script need only make the drawing higher; only the lowest one has times written at its axis.
func (c Chart) place(o *options) {
	last := len(c.Panes)
	for i := range last + 1 {
		grid := opts.Grid{Left: "64", Right: "16", Bottom: strconv.Itoa(plotBottom + (last-i)*paneStep), Top: strconv.Itoa(plotTop + c.extra())}
		times := opts.XAxis{Type: "time", GridIndex: i, Min: c.millis(c.Whole.Start.Time), Max: c.millis(c.Whole.End.Time), AxisLabel: &opts.AxisLabel{Show: opts.Bool(i == last)}}
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
