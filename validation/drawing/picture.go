// Package drawing draws power over time as SVG and PNG, without a browser. Both come from one list of
// shapes. Readings are drawn as steps over their intervals, never smoothed, and gaps are left open.
package drawing

import (
	"math"
	"slices"
	"time"

	"green500/validation/power"
)

// Cell is power over one step, in watts; a NaN mean is a gap.
type Cell struct{ Min, Mean, Max float64 }

// Picture is what is drawn.
type Picture struct {
	Title         string
	Note          string    // a line under the title
	Start         time.Time // in the zone that is shown
	Step          time.Duration
	Cells         []Cell
	Zone          string     // as people call it, with what is open about it
	Core          power.Span // core phase; zero where none is known
	Run           power.Span // full run, likewise
	Marks         []Mark     // what else is marked
	Width, Height int        // in pixels
}

// The sizes a picture may have, in pixels: smaller ones have no room for axes, larger ones only cost
// memory.
const (
	LeastWidth  = 240
	MostWidth   = 10_000
	LeastHeight = 160
	MostHeight  = 5_000
)

// What lies around the plot, in pixels.
const (
	left, right, top, bottom = 68, 20, 64, 48
)

// PlotWidth is how many pixels wide the curve of a picture is: more cells than that are not seen.
func PlotWidth(width int) int { return max(1, width-left-right) }

// Colours are those of the pages.
const (
	paper      = "#ffffff"
	ink        = "#161b19"
	muted      = "#55605b"
	grid       = "#d9dfdb"
	edge       = "#7d8983"
	accent     = "#00663a"
	coreBand   = "#cfe6da"
	meanLine   = "#0b5fa5"
	rangeBand  = "#b4d0e7"
	titleSize  = 16
	labelSize  = 12
	lineHeight = 18
)

// layout draws a picture on a canvas.
type layout struct {
	*Picture
	*Canvas
	end  time.Time
	most float64 // watts at the upper end of the plot
	axis powerAxis
}

// draw draws the picture below what is on a canvas.
func (p *Picture) draw(c *Canvas) {
	c.lower, c.Height = float64(c.Height), c.Height+p.Height
	l := &layout{Picture: p, Canvas: c, end: p.Start.Add(time.Duration(len(p.Cells)) * p.Step)}
	l.scale()
	l.core()
	l.bands()
	l.powerAxis()
	l.timeAxis()
	l.curve()
	l.run()
	l.bars()
	l.text(left, 24, titleSize, Begins, ink, p.Title)
	l.text(left, 24+lineHeight, labelSize, Begins, muted, p.Note)
}

func (l *layout) line(x1, y1, x2, y2 float64, colour string) {
	l.steps(colour, 1, Point{x1, y1}, Point{x2, y2})
}

func (l *layout) text(x, y float64, size int, to Anchor, colour, text string) {
	l.Text(Point{x, y}, size, to, colour, text)
}

// scale finds the largest power, for the axis to end above it.
func (l *layout) scale() {
	largest := 0.0
	for _, c := range l.Cells {
		if !math.IsNaN(c.Mean) {
			largest = max(largest, c.Max)
		}
	}
	l.axis = powerAxisFor(largest, l.plotHeight())
	l.most = l.axis.step * math.Max(1, math.Ceil(largest/l.axis.step-1e-9))
}

func (l *layout) plotHeight() float64 { return float64(l.Picture.Height - top - bottom) }

// x is where an instant lies; instants outside the plot lie at its ends.
func (l *layout) x(at time.Time) float64 {
	part := float64(at.Sub(l.Start)) / float64(max(1, l.end.Sub(l.Start)))
	return left + min(1, max(0, part))*float64(PlotWidth(l.Picture.Width))
}

// y is where a power lies; negative ones lie on the axis.
func (l *layout) y(watts float64) float64 {
	return top + l.plotHeight()*(1-min(1, max(0, watts/l.most)))
}

// core draws the core phase as a pale band with its edges.
func (l *layout) core() {
	shared, ok := l.Core.Intersect(power.NewSpan(l.Start, l.end))
	if l.Core.IsZero() || !ok {
		return
	}
	from, to := l.x(shared.Start.Time), l.x(shared.End.Time)
	l.rect(from, top, to-from, l.plotHeight(), coreBand)
	for _, at := range []time.Time{l.Core.Start.Time, l.Core.End.Time} {
		if !at.Before(l.Start) && !at.After(l.end) {
			l.line(l.x(at), top, l.x(at), top+l.plotHeight(), accent)
		}
	}
	l.text((from+to)/2, top-6, labelSize, Centred, accent, "core phase")
}

// bracket is how far the ends of the bracket of the full run hang down, in pixels.
const bracket = 6

// run draws the full run as a bracket above the plot.
func (l *layout) run() {
	shared, ok := l.Run.Intersect(power.NewSpan(l.Start, l.end))
	if l.Run.IsZero() || !ok {
		return
	}
	from, to := l.x(shared.Start.Time), l.x(shared.End.Time)
	l.line(from, top, to, top, muted)
	l.line(from, top, from, top+bracket, muted)
	l.line(to, top, to, top+bracket, muted)
	l.text(to, top-6, labelSize, Ends, muted, "full run")
}

// curve draws the band from least to most and the line of the mean, in stretches without a gap.
func (l *layout) curve() {
	for from := 0; from < len(l.Cells); {
		to := from
		for to < len(l.Cells) && !math.IsNaN(l.Cells[to].Mean) {
			to++
		}
		if to > from {
			l.stretch(from, to)
		}
		from = to + 1
	}
}

func (l *layout) stretch(from, to int) {
	var upper, lower, mean []Point
	for i := from; i < to; i++ {
		begin, end := l.x(l.at(i)), l.x(l.at(i+1))
		c := l.Cells[i]
		upper = append(upper, Point{begin, l.y(c.Max)}, Point{end, l.y(c.Max)})
		lower = append(lower, Point{begin, l.y(c.Min)}, Point{end, l.y(c.Min)})
		mean = append(mean, Point{begin, l.y(c.Mean)}, Point{end, l.y(c.Mean)})
	}
	slices.Reverse(lower)
	l.Area(append(upper, lower...), rangeBand)
	l.steps(meanLine, 1.5, mean...)
}

func (l *layout) at(i int) time.Time { return l.Start.Add(time.Duration(i) * l.Step) }
