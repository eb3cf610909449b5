package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/templates"
)

// The drawing of a figure, in its own units.
const (
	FigureWidth  = 720.0
	figureHeight = 300.0
	figureLeft   = 64.0
	figureRight  = 16.0
	figureTop    = 28.0
	figureBottom = 48.0
	figureTicks  = 6    // about so many on an axis
	stageRoom    = 56.0 // for the name of a stage
	stackWide    = 0.7  // of the room of a stage that its bar takes
	capWidth     = 5.0  // half of the ends of an uncertainty
)

// scale is an axis as it is drawn.
type scale struct {
	Low, High float64
	Step      float64 // between ticks, where it is not logarithmic
	Log       bool
}

// scaleOf holds every value: from zero, or from ratios of 1, 2 and 5 where it is logarithmic.
func scaleOf(log bool, values []float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case low > high:
		return scale{High: 1, Step: 1}
	case log:
		return scale{Low: roundRatio(low, false), High: roundRatio(high, true), Log: true}
	}
	step := NiceCeiling(max(high, 0) / figureTicks)
	if step == 0 {
		return scale{High: 1, Step: 1}
	}
	return scale{High: math.Ceil(high/step-1e-9) * step, Step: step}
}

// roundRatio is the next of 1, 2 and 5 times a power of ten below a value, or above it.
func roundRatio(v float64, above bool) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	ratios := []float64{0.5, 1, 2, 5, 10, 20}
	if above {
		at := slices.IndexFunc(ratios, func(r float64) bool { return r*decade > v })
		return ratios[at] * decade
	}
	slices.Reverse(ratios)
	at := slices.IndexFunc(ratios, func(r float64) bool { return r*decade < v })
	return ratios[at] * decade
}

// part is where a value lies between the ends of the axis, from 0 to 1.
func (s scale) part(v float64) float64 {
	if !s.Log {
		return (v - s.Low) / (s.High - s.Low)
	}
	return math.Log(max(v, s.Low)/s.Low) / math.Log(s.High/s.Low)
}

// ticks are the values that are written at the axis.
func (s scale) ticks() []float64 {
	var ticks []float64
	if !s.Log {
		for i := 0.0; s.Low+i*s.Step <= s.High*(1+1e-9); i++ {
			ticks = append(ticks, s.Low+i*s.Step)
		}
		return ticks
	}
	ratios := []float64{1, 2, 5}
	if math.Log10(s.High/s.Low) > figureTicks/2 {
		ratios = []float64{1}
	}
	for decade := math.Floor(math.Log10(s.Low)); decade <= math.Ceil(math.Log10(s.High)); decade++ {
		for _, ratio := range ratios {
			if v := ratio * math.Pow(10, decade); v >= s.Low*(1-1e-9) && v <= s.High*(1+1e-9) {
				ticks = append(ticks, v)
			}
		}
	}
	return ticks
}

// AxisNumber is a number as an axis has it: no more digits than it needs.
func AxisNumber(v float64) string {
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if strings.Contains(text, "e") || math.Abs(v) >= 1e4 {
		return templates.Digits(v, 0)
	}
	return text
}

// figureDrawing is a figure with its axes.
type figureDrawing struct {
	Figure
	x, y scale
}

func drawn(f Figure) figureDrawing {
	d := figureDrawing{Figure: f}
	var across, up []float64
	for _, series := range f.Series {
		for _, p := range series.Points {
			across, up = append(across, p.X), append(up, p.Y)
			if p.Half != nil {
				up = append(up, p.Y+*p.Half)
			}
		}
	}
	d.x, d.y = scaleOf(f.X.Log, across), scaleOf(f.Y.Log, up)
	if f.Kind == Stacks {
		const whole, quarter = 100, 25
		d.y = scale{High: whole, Step: quarter}
	}
	return d
}

func (d figureDrawing) plotWidth() float64  { return FigureWidth - figureLeft - figureRight }
func (d figureDrawing) plotHeight() float64 { return figureHeight - figureTop - figureBottom }

// stageWidth is the room of a stage.
func (d figureDrawing) stageWidth() float64 { return d.plotWidth() / float64(max(1, len(d.Stages))) }

func (d figureDrawing) stageAt(i int) float64 { return figureLeft + (float64(i)+0.5)*d.stageWidth() }

func (d figureDrawing) xOf(p FigurePoint) float64 {
	if !d.Kind.quantities() {
		return d.stageAt(p.Stage)
	}
	return figureLeft + d.x.part(p.X)*d.plotWidth()
}

func (d figureDrawing) yAt(v float64) float64 {
	return figureTop + (1-d.y.part(v))*d.plotHeight()
}

// yTicks and xTicks are what is written at the axes; of many stages only some have the room.
func (d figureDrawing) yTicks() []Tick {
	var ticks []Tick
	for _, v := range d.y.ticks() {
		ticks = append(ticks, Tick{Coordinate(d.yAt(v)), AxisNumber(v)})
	}
	return ticks
}

func (d figureDrawing) xTicks() []Tick {
	var ticks []Tick
	if d.Kind.quantities() {
		for _, v := range d.x.ticks() {
			ticks = append(ticks, Tick{Coordinate(figureLeft + d.x.part(v)*d.plotWidth()), AxisNumber(v)})
		}
		return ticks
	}
	every := int(math.Ceil(stageRoom / d.stageWidth()))
	for i := (len(d.Stages) - 1) % every; i >= 0 && i < len(d.Stages); i += every {
		ticks = append(ticks, Tick{Coordinate(d.stageAt(i)), shortened(d.Stages[i], int(d.stageWidth()*float64(every)/letterWidth))})
	}
	return ticks
}

const letterWidth = 7.0 // about, of the text at the axes

// shortened is a name as far as there is room for it.
func shortened(name string, letters int) string {
	runes := []rune(name)
	if len(runes) <= letters {
		return name
	}
	return string(runes[:max(1, letters-1)]) + "…"
}

// spots are the points of a series that are drawn by themselves; those of a curve are its line.
func (d figureDrawing) spots(s Series) []FigurePoint {
	if d.Kind == Curves && len(s.Points) > 1 {
		return nil
	}
	return s.Points
}

// course is the line of a series; it is broken where a stage has no value.
func (d figureDrawing) course(s Series) string {
	var path strings.Builder
	for i, p := range s.Points {
		step := "L"
		if i == 0 || d.Kind == Courses && !d.joined(s.Points[i-1].Stage, p.Stage) {
			step = "M"
		}
		path.WriteString(step + Coordinate(d.xOf(p)) + " " + Coordinate(d.yAt(p.Y)))
	}
	return path.String()
}

// joined reports whether a line goes from one stage to another.
func (f Figure) joined(from, to int) bool { return from+1 == to && !slices.Contains(f.Breaks, to) }

// breakAt is a line between a stage and the one before.
func (d figureDrawing) breakAt(stage int) string {
	return "M" + Coordinate(d.stageAt(stage)-d.stageWidth()/2) + " " + Coordinate(figureTop) + "V" + Coordinate(figureHeight-figureBottom)
}

// whisker is the uncertainty of a point.
func (d figureDrawing) whisker(p FigurePoint) string {
	if p.Half == nil {
		return ""
	}
	x, low, high := d.xOf(p), d.yAt(max(p.Y-*p.Half, d.y.Low)), d.yAt(p.Y+*p.Half)
	var path strings.Builder
	for _, end := range []float64{low, high} {
		path.WriteString("M" + Coordinate(x-capWidth) + " " + Coordinate(end) + "H" + Coordinate(x+capWidth))
	}
	return path.String() + "M" + Coordinate(x) + " " + Coordinate(low) + "V" + Coordinate(high)
}

// stackPart is a part of a stage's bar.
type stackPart struct{ x, y, width, height string }

// parts are those of a series, each on top of those of the series before.
func (d figureDrawing) parts(series int) []stackPart {
	below := make([]float64, len(d.Stages))
	for _, s := range d.Series[:series] {
		for _, p := range s.Points {
			below[p.Stage] += p.Y
		}
	}
	var parts []stackPart
	wide := d.stageWidth() * stackWide
	for _, p := range d.Series[series].Points {
		top, base := d.yAt(below[p.Stage]+p.Y), d.yAt(below[p.Stage])
		parts = append(parts, stackPart{Coordinate(d.stageAt(p.Stage) - wide/2), Coordinate(top), Coordinate(wide), Coordinate(base - top)})
	}
	return parts
}
