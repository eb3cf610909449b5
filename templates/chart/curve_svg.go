package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"green500/validation/power"
)

// The drawing without JavaScript, and on paper, in its own units.
const (
	SVGWidth  = 960.0
	SVGHeight = 352.0
	SVGLeft   = 52.0
	SVGRight  = 8.0
	SVGTop    = float64(plotTop)
	SVGBottom = 40.0
	SVGShift  = 36   // there is no legend above it
	headroom  = 1.05 // over the highest value, for the labels of the bands
)

// SVG is a drawing: every coordinate is reckoned here, the template only writes them down.
type SVG struct {
	Chart   Chart
	Highest float64 // watts at the top
	Step    float64 // watts between two ticks
}

// NewSVG prepares the drawing of a chart.
func NewSVG(c Chart) SVG {
	highest := 0.0
	for _, l := range c.lines() {
		for _, w := range l.Max {
			if w > highest { // NaN is not
				highest = w
			}
		}
	}
	step := NiceCeiling(highest / 5)
	if step > 0 {
		highest = math.Ceil(highest*headroom/step) * step
	}
	return SVG{Chart: c, Highest: highest, Step: step}
}

func (d SVG) start() time.Time { return d.Chart.Curve.Span().Start.Time }
func (d SVG) end() time.Time   { return d.Chart.Curve.Span().End.Time }

func (d SVG) x(t time.Time) float64 {
	whole := d.end().Sub(d.start())
	if whole <= 0 {
		return SVGLeft
	}
	part := float64(t.Sub(d.start())) / float64(whole)
	return SVGLeft + min(max(part, 0), 1)*(SVGWidth-SVGLeft-SVGRight)
}

// Y is where a power in watts lies in the drawing.
func (d SVG) Y(watts float64) float64 {
	if d.Highest == 0 {
		return SVGHeight - SVGBottom
	}
	return SVGHeight - SVGBottom - watts/d.Highest*(SVGHeight-SVGTop-SVGBottom)
}

// Path is a line as steps, broken where there are gaps.
func (d SVG) Path(watts []float64) string {
	var b strings.Builder
	pen := false
	for i, w := range watts {
		if math.IsNaN(w) {
			pen = false
			continue
		}
		if !pen {
			b.WriteString("M" + Coordinate(d.x(d.Chart.Curve.At(i))) + " " + Coordinate(d.Y(w)))
			pen = true
		} else {
			b.WriteString("V" + Coordinate(d.Y(w)))
		}
		b.WriteString("H" + Coordinate(d.x(d.Chart.Curve.At(i+1))))
	}
	return b.String()
}

func (d SVG) band(l power.Line) string {
	var b strings.Builder
	for from := 0; from < len(l.Watts); from++ {
		to := from
		for to < len(l.Watts) && !math.IsNaN(l.Watts[to]) {
			to++
		}
		if to == from {
			continue
		}
		b.WriteString("M" + Coordinate(d.x(d.Chart.Curve.At(from))) + " " + Coordinate(d.Y(l.Max[from])))
		for i := from; i < to; i++ {
			b.WriteString("V" + Coordinate(d.Y(l.Max[i])) + "H" + Coordinate(d.x(d.Chart.Curve.At(i+1))))
		}
		for i := to - 1; i >= from; i-- {
			b.WriteString("V" + Coordinate(d.Y(l.Min[i])) + "H" + Coordinate(d.x(d.Chart.Curve.At(i))))
		}
		b.WriteString("Z")
		from = to
	}
	return b.String()
}

// box is a span across the drawing; shown is false if no part of it is in the window.
type box struct {
	x, width float64
	shown    bool
}

func (d SVG) box(s power.Span) box {
	if s.IsZero() || !s.End.After(d.start()) || !s.Start.Before(d.end()) {
		return box{}
	}
	from, to := d.x(s.Start.Time), d.x(s.End.Time)
	return box{from, max(to-from, 1), true}
}

func (b box) left() string  { return Coordinate(b.x) }
func (b box) right() string { return Coordinate(b.x + b.width) }
func (b box) wide() string  { return Coordinate(b.width) }

func (b box) anchor() string {
	switch middle := b.x + b.width/2; {
	case middle < SVGLeft+nearEdge*SVGWidth:
		return "start"
	case middle > SVGWidth*(1-nearEdge):
		return "end"
	}
	return "middle"
}

func (b box) nameAt() string {
	return map[string]string{"start": Coordinate(b.x + 3), "middle": Coordinate(b.x + b.width/2),
		"end": Coordinate(b.x + b.width - 3)}[b.anchor()]
}

func (b box) bracket(y int) string {
	top, foot := strconv.Itoa(y), strconv.Itoa(y+6)
	return "M" + b.left() + " " + foot + "V" + top + "H" + b.right() + "V" + foot
}

// Tick is a mark of an axis.
type Tick struct{ At, Text string }

func (d SVG) yTicks() []Tick {
	if d.Highest == 0 {
		return nil
	}
	var ticks []Tick
	for w := 0.0; w <= d.Highest*1.0001; w += d.Step {
		ticks = append(ticks, Tick{Coordinate(d.Y(w)), strconv.FormatFloat(w/1e3, 'f', -1, 64)})
	}
	return ticks
}

// XTicks are round times on the run's own clock.
func (d SVG) XTicks() []Tick {
	offset := d.Chart.Offset()
	zone := time.FixedZone("", int(offset.Seconds()))
	step := niceStep(d.end().Sub(d.start()) / 9)
	layout := "15:04"
	if step < time.Minute {
		layout = "15:04:05"
	}
	var ticks []Tick
	first := d.start().Add(offset).Truncate(step).Add(-offset)
	for t := first; !t.After(d.end()); t = t.Add(step) {
		if x := d.x(t); !t.Before(d.start()) && x < SVGWidth-SVGRight-12 {
			ticks = append(ticks, Tick{Coordinate(x), t.In(zone).Format(layout)})
		}
	}
	return ticks
}

// NiceCeiling is the least of 1, 2, 2.5, 5 and 10 times a power of ten that is not below x.
func NiceCeiling(x float64) float64 {
	if x <= 0 {
		return 0
	}
	magnitude := math.Pow(10, math.Floor(math.Log10(x)))
	for _, factor := range []float64{1, 2, 2.5, 5} {
		if x <= factor*magnitude {
			return factor * magnitude
		}
	}
	return 10 * magnitude
}

func niceStep(d time.Duration) time.Duration {
	for _, step := range []time.Duration{
		time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
		time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	} {
		if d <= step {
			return step
		}
	}
	return 24 * time.Hour * time.Duration(math.Ceil(d.Hours()/24))
}

// Coordinate writes a coordinate with a tenth of a unit.
func Coordinate(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// hatch is the name of the pattern of this drawing: a page may hold several.
func (d SVG) hatch() string {
	if d.Chart.Name != "" {
		return d.Chart.part("hatch")
	}
	if len(d.Chart.Curve.Lines) == 0 {
		return "hatch"
	}
	return "hatch-" + strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, d.Chart.Curve.Lines[0].Name)
}

func (d SVG) viewBox() string {
	extra := d.Chart.extra()
	return fmt.Sprintf("0 %d %g %g", SVGShift-extra, SVGWidth, SVGHeight-SVGShift+float64(extra))
}

func (d SVG) fill(o overlay) string {
	if o.Kind != idleBand {
		return ""
	}
	return "url(#" + d.hatch() + ")"
}
