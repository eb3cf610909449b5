package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/templates"
)

// The room of what is drawn, in pixels.
const (
	stageRoom  = 56.0  // for the name of a stage
	stackWide  = 0.7   // of the room of a stage that its bar takes
	capWidth   = 5.0   // half of the ends of an uncertainty
	rowHeight  = 24.0  // of a stage that lies
	mostNames  = 220.0 // for the names of stages that lie
	labelGap   = 8.0   // before the name of a line
	breakRoom  = 64.0  // from the name of a break to the next
	lineApart  = 14.0  // between the names of lines
	barLabel   = 64.0  // for what is written at the end of a bar
	guideLabel = 96.0  // for the name of a line of equal ratio
	letterWide = 7.0   // about, of the text at the axes
)

type figureDrawing struct {
	Figure
	x, y        scale
	left, right float64
	height      float64
}

func drawn(f Figure) figureDrawing {
	d := figureDrawing{Figure: f, left: figureLeft, right: figureRight, height: figureHeight}
	var across, up []float64
	for _, series := range f.Series {
		for _, p := range series.Points {
			across, up = append(across, p.X), append(up, p.Y)
			if p.Half != nil {
				up = append(up, p.Y+*p.Half)
			}
		}
	}
	d.x, d.y = scaleOf(f.X, across), scaleOf(f.Y, up)
	if f.Kind == Stacks {
		const whole, quarter = 100, 25
		d.y = scale{High: whole, Step: quarter}
	}
	d.makeRoom()
	return d
}

func (d *figureDrawing) makeRoom() {
	if !d.Kind.lying() {
		for _, v := range d.y.ticks() {
			d.left = max(d.left, textWidth(AxisNumber(v))+labelGap)
		}
	}
	switch {
	case d.labelled():
		longest := 0.0
		for _, s := range d.Series {
			longest = max(longest, textWidth(s.Name))
		}
		d.right = longest + 2*labelGap
	case d.Kind.lying():
		longest := 0.0
		for _, stage := range d.Stages {
			longest = max(longest, textWidth(stage))
		}
		d.left, d.height = min(longest+3*labelGap, mostNames),
			figureTop+figureBottom+rowHeight*float64(max(1, len(d.Stages)))
		if d.Kind == Bars {
			d.right = barLabel
		}
	case len(d.Guides) > 0:
		d.right = guideLabel
	}
}

func (d figureDrawing) plotWidth() float64 { return FigureWidth - d.left - d.right }
func (d figureDrawing) slots() int         { return max(1, len(d.Stages)+len(d.Breaks)) }

func (d figureDrawing) slot(stage int) int {
	before := 0
	for _, at := range d.Breaks {
		if at <= stage {
			before++
		}
	}
	return stage + before
}

func (d figureDrawing) slotWidth() float64        { return d.plotWidth() / float64(d.slots()) }
func (d figureDrawing) slotAt(slot int) float64   { return d.left + (float64(slot)+0.5)*d.slotWidth() }
func (d figureDrawing) stageAt(stage int) float64 { return d.slotAt(d.slot(stage)) }
func (d figureDrawing) rowAt(stage int) float64   { return figureTop + (float64(stage)+0.5)*rowHeight }
func (d figureDrawing) xAt(v float64) float64     { return d.left + d.x.part(v)*d.plotWidth() }

func (d figureDrawing) yAt(v float64) float64 {
	return figureTop + (1-d.y.part(v))*(d.height-figureTop-figureBottom)
}

func (d figureDrawing) xOf(p FigurePoint) float64 {
	if d.Kind.quantities() || d.Kind.lying() {
		return d.xAt(p.X)
	}
	return d.stageAt(p.Stage)
}

func (d figureDrawing) yOf(p FigurePoint) float64 {
	if d.Kind.lying() {
		return d.rowAt(p.Stage)
	}
	return d.yAt(p.Y)
}

func (d figureDrawing) yTicks() []placedText {
	var ticks []placedText
	if d.Kind.lying() {
		for i, stage := range d.Stages {
			ticks = append(ticks, placedText{d.rowAt(i), shortened(stage, int((d.left-labelGap)/letterWide))})
		}
		return ticks
	}
	for _, v := range d.y.ticks() {
		ticks = append(ticks, placedText{d.yAt(v), AxisNumber(v)})
	}
	return ticks
}

func (d figureDrawing) xTicks() []placedText {
	var ticks []placedText
	if d.Kind.quantities() || d.Kind.lying() {
		for _, v := range d.x.ticks() {
			ticks = append(ticks, placedText{d.xAt(v), AxisNumber(v)})
		}
		return ticks
	}
	every := int(math.Ceil(stageRoom / d.slotWidth()))
	for i := (len(d.Stages) - 1) % every; i >= 0 && i < len(d.Stages); i += every {
		ticks = append(ticks,
			placedText{d.stageAt(i), shortened(d.Stages[i], int(d.slotWidth()*float64(every)/letterWide))})
	}
	return ticks
}

type placedText struct {
	at   float64
	text string
}

type placedName struct {
	x, y float64
	text string
}

func textWidth(text string) float64 { return letterWide * float64(len([]rune(text))) }

func shortened(name string, letters int) string {
	runes := []rune(name)
	if len(runes) <= letters {
		return name
	}
	return string(runes[:max(1, letters-1)]) + "…"
}

func (f Figure) joined(from, to int) bool { return from+1 == to && !slices.Contains(f.Breaks, to) }

func (d figureDrawing) runs(s Series) [][]FigurePoint {
	var runs [][]FigurePoint
	for i, p := range s.Points {
		if i == 0 || d.Kind == Courses && !d.joined(s.Points[i-1].Stage, p.Stage) {
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], p)
	}
	return runs
}

// names are the names of the series at the ends of their lines, apart from each other; it is nil if a legend names
// them.
func (d figureDrawing) names() []placedName {
	if !d.labelled() {
		return nil
	}
	names := make([]placedName, len(d.Series))
	var order []int
	for i, s := range d.Series {
		if len(s.Points) > 0 {
			last := s.Points[len(s.Points)-1]
			names[i] = placedName{d.xOf(last) + labelGap, d.yOf(last), s.Name}
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(names[a].y, names[b].y) })
	for n, i := range order[:max(0, len(order)-1)] { // downwards, then upwards from the axis
		next := &names[order[n+1]]
		next.y = max(next.y, names[i].y+lineApart)
	}
	lowest := d.height - figureBottom
	for _, i := range slices.Backward(order) {
		names[i].y = min(names[i].y, lowest)
		lowest = names[i].y - lineApart
	}
	return names
}

// The drawing of a figure, in its own units.
const (
	FigureWidth  = 720.0
	figureHeight = 300.0
	figureLeft   = 64.0
	figureRight  = 16.0
	figureTop    = 28.0
	figureBottom = 48.0
	figureTicks  = 6 // about so many on an axis
)

type scale struct {
	Low, High float64
	Step      float64 // between ticks, if it is not logarithmic
	Log       bool
	Down      bool // the least is at the end
}

func scaleOf(axis Axis, values []float64) scale {
	of := ascending(axis.Log, values)
	of.Down = axis.Down
	return of
}

func ascending(log bool, values []float64) scale {
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

func roundRatio(v float64, above bool) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	ratios := []float64{20, 10, 5, 2, 1, 0.5}
	at := slices.IndexFunc(ratios, func(r float64) bool { return r*decade < v })
	if above {
		at = slices.IndexFunc(ratios, func(r float64) bool { return r*decade <= v }) - 1
	}
	return ratios[at] * decade
}

func (s scale) part(v float64) float64 {
	switch {
	case s.Log:
		return math.Log(max(v, s.Low)/s.Low) / math.Log(s.High/s.Low)
	case s.Down:
		return 1 - (v-s.Low)/(s.High-s.Low)
	}
	return (v - s.Low) / (s.High - s.Low)
}

func (s scale) ticks() []float64 {
	var ticks []float64
	if !s.Log {
		for i := 0.0; s.Low+i*s.Step <= s.High*(1+1e-9); i++ {
			ticks = append(ticks, s.Low+i*s.Step)
		}
		if s.Down { // nothing has rank 0
			return ticks[1:]
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
