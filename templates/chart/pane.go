package chart

import (
	"fmt"

	"github.com/go-echarts/go-echarts/v2/charts"
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
	paneStep    = 116 // from one to the next
	paneHeight  = 76
	plotBottom  = 96 // of the lowest plot: its axis, and the slider
	paneColours = 1  // the first colour is that of the whole machine
)

// line is the one curve of a pane.
func (p Pane) line() power.Line {
	if len(p.Curve.Lines) == 0 {
		return power.Line{}
	}
	return p.Curve.Lines[0]
}

func stepOfPane(i int, pane Pane) charts.SingleSeriesOptFunc {
	return func(s *charts.SingleSeries) {
		step(i)(s)
		s.Id = "pane-" + pane.ID
		s.XAxisIndex, s.YAxisIndex = i+1, i+1
		s.ItemStyle = &opts.ItemStyle{Color: palette[(i+paneColours)%len(palette)]}
	}
}

// place lays the plots out from below, so that the script need only make the drawing higher.
func (f finish) place(option map[string]any) {
	last := len(f.c.Panes)
	var grids, times, powers []any
	for i := range last + 1 {
		grid := map[string]any{"left": 64, "right": 16, "bottom": plotBottom + (last-i)*paneStep}
		axis := map[string]any{"type": "value", "name": "kW", "min": 0, "gridIndex": i, "boundaryGap": []any{0, "12%"}}
		if i == 0 {
			grid["top"] = plotTop + f.c.extra()
		} else {
			grid["height"] = paneHeight
			axis["name"], axis["splitNumber"] = f.c.Panes[i-1].Name+", kW", 2
			axis["nameTextStyle"] = map[string]any{"align": "left"}
		}
		grids, times, powers = append(grids, grid), append(times, f.timeAxis(i, i == last)), append(powers, axis)
	}
	option["grid"], option["xAxis"], option["yAxis"] = grids, times, powers
}

// timeAxis is that of a plot; only the lowest one is written at.
func (f finish) timeAxis(i int, lowest bool) map[string]any {
	axis := map[string]any{"type": "time", "gridIndex": i, "min": f.c.millis(f.c.Whole.Start.Time), "max": f.c.millis(f.c.Whole.End.Time), "axisLabel": map[string]any{"show": lowest}}
	if lowest {
		axis["name"], axis["nameLocation"], axis["nameGap"] = "time ("+f.c.ZoneName()+")", "middle", 28
	}
	return axis
}

func (f finish) axes() []int {
	var all []int
	for i := range len(f.c.Panes) + 1 {
		all = append(all, i)
	}
	return all
}

func (f finish) paneIDs() []string {
	ids := []string{}
	for _, pane := range f.c.Panes {
		ids = append(ids, pane.ID)
	}
	return ids
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
