// Package drawing draws power over time as SVG and PNG from one list of shapes. Readings are drawn as steps, without
// smoothing.
package drawing

import (
	"math"
	"slices"
	"strconv"
	"time"

	"green500/validation/power"
)

// Cell is power over one step, in watts; a NaN mean is a gap.
type Cell struct{ Min, Mean, Max float64 }

// Picture is what is drawn.
type Picture struct {
	Title, Note   string
	Start         time.Time // in the zone that is shown
	Step          time.Duration
	Cells         []Cell
	Zone          string     // as people call it, with what is open about it
	Core          power.Span // core phase; zero if none is known
	Run           power.Span
	Marks         []Mark
	Width, Height int // in pixels
}

// The sizes a picture may have, in pixels: below there is no room for axes, above it only costs memory.
const (
	LeastWidth  = 240
	MostWidth   = 10_000
	LeastHeight = 160
	MostHeight  = 5_000
)

// What lies around the plot, in pixels.
const left, right, top, bottom = 68, 20, 64, 48

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

type layout struct {
	*Picture
	*Canvas
	end  time.Time
	most float64 // watts at the upper end of the plot
	axis powerAxis
}

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

func (l *layout) x(at time.Time) float64 {
	part := float64(at.Sub(l.Start)) / float64(max(1, l.end.Sub(l.Start)))
	return left + min(1, max(0, part))*float64(PlotWidth(l.Picture.Width))
}

func (l *layout) y(watts float64) float64 {
	return top + l.plotHeight()*(1-min(1, max(0, watts/l.most)))
}

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

const bracket = 6

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

// Mark is a kind of stretch that is marked in a picture beside core phase and full run.
type Mark struct {
	Name  string
	Spans []power.Span
	Over  bool // bars above the plot; else bands behind the curve
}

// What marks look like.
const (
	markBand   = "#ece9dd"
	markBar    = "#a3221b"
	barHeight  = 3
	barsBottom = top - 22 // of the lowest bar, above the names
	leastWide  = 1        // pixels, so that an instant is seen
)

func (l *layout) bands() {
	for _, mark := range l.Marks {
		if mark.Over {
			continue
		}
		for _, part := range l.visible(mark.Spans) {
			l.rect(part.from, top, part.width, l.plotHeight(), markBand)
			l.text(part.from+part.width/2, top+labelSize+2, labelSize, Centred, muted, mark.Name)
		}
	}
}

func (l *layout) bars() {
	const lanes = 3
	lane := 0
	for _, mark := range l.Marks {
		if !mark.Over {
			continue
		}
		for _, part := range l.visible(mark.Spans) {
			l.rect(part.from, float64(barsBottom+lane*(barHeight+1)), part.width, barHeight, markBar)
		}
		lane = min(lane+1, lanes-1)
	}
}

type stripe struct{ from, width float64 }

func (l *layout) visible(spans []power.Span) []stripe {
	var found []stripe
	for _, span := range spans {
		if shared, ok := span.Intersect(power.NewSpan(l.Start, l.end)); ok {
			from := l.x(shared.Start.Time)
			found = append(found, stripe{from, max(leastWide, l.x(shared.End.Time)-from)})
		}
	}
	return found
}

// How near ticks may come to each other, in pixels.
const (
	tickRoom  = 40
	stampRoom = 84
)

type powerAxis struct {
	step     float64 // watts between ticks
	unit     string
	watts    float64 // in one of the unit
	decimals int
}

var powerUnits = []struct {
	below float64
	unit  string
	watts float64
}{{1, "mW", 1e-3}, {3e3, "W", 1}, {3e6, "kW", 1e3}, {math.Inf(1), "MW", 1e6}}

func powerAxisFor(largest, height float64) powerAxis {
	if !(largest > 0) {
		largest = 1
	}
	a := powerAxis{}
	for _, u := range powerUnits {
		if largest < u.below {
			a.unit, a.watts = u.unit, u.watts
			break
		}
	}
	rough := largest / math.Max(1, height/tickRoom)
	decade := math.Pow(10, math.Floor(math.Log10(rough)))
	a.step = 10 * decade
	for _, times := range []float64{5, 2, 1} {
		if times*decade >= rough {
			a.step = times * decade
		}
	}
	a.decimals = max(0, -int(math.Floor(math.Log10(a.step/a.watts)+1e-9)))
	return a
}

func (l *layout) powerAxis() {
	for i := 0.0; i*l.axis.step <= l.most*(1+1e-9); i++ {
		y := l.y(i * l.axis.step)
		l.line(left, y, float64(l.Picture.Width-right), y, grid)
		label := strconv.FormatFloat(i*l.axis.step/l.axis.watts, 'f', l.axis.decimals, 64)
		l.text(left-8, y+4, labelSize, Ends, muted, label)
	}
	l.text(left-8, top-10, labelSize, Ends, muted, l.axis.unit)
}

type timeStep struct {
	step   time.Duration
	layout string
}

const day = 24 * time.Hour

var timeSteps = []timeStep{
	{time.Millisecond, "05.000"}, {2 * time.Millisecond, "05.000"}, {5 * time.Millisecond, "05.000"},
	{10 * time.Millisecond, "05.000"},
	{20 * time.Millisecond, "05.000"}, {50 * time.Millisecond, "05.000"}, {100 * time.Millisecond, "05.000"},
	{200 * time.Millisecond, "05.000"},
	{500 * time.Millisecond, "15:04:05.0"}, {time.Second, time.TimeOnly}, {2 * time.Second, time.TimeOnly},
	{5 * time.Second, time.TimeOnly},
	{10 * time.Second, time.TimeOnly}, {15 * time.Second, time.TimeOnly}, {30 * time.Second, time.TimeOnly},
	{time.Minute, "15:04"}, {2 * time.Minute, "15:04"}, {5 * time.Minute, "15:04"}, {10 * time.Minute, "15:04"},
	{15 * time.Minute, "15:04"},
	{30 * time.Minute, "15:04"}, {time.Hour, "15:04"}, {2 * time.Hour, "15:04"}, {3 * time.Hour, "15:04"},
	{6 * time.Hour, "01-02 15:04"},
	{12 * time.Hour, "01-02 15:04"}, {day, time.DateOnly}, {2 * day, time.DateOnly}, {7 * day, time.DateOnly},
	{28 * day, time.DateOnly}, {364 * day, time.DateOnly},
}

func timeStepFor(length time.Duration, width int) timeStep {
	most := int64(max(1, width/stampRoom))
	for _, s := range timeSteps {
		if int64(length/s.step) <= most {
			return s
		}
	}
	return timeStep{time.Duration(int64(length)/most + 1), time.DateOnly}
}

func (l *layout) timeAxis() {
	base := top + l.plotHeight()
	l.line(left, base, float64(l.Picture.Width-right), base, edge)
	s := timeStepFor(l.end.Sub(l.Start), PlotWidth(l.Picture.Width))
	for at := firstTick(l.Start, s.step); !at.After(l.end); at = at.Add(s.step) {
		x := l.x(at)
		l.line(x, base, x, base+5, edge)
		if x > left+stampRoom/4 && x < float64(l.Picture.Width)-stampRoom/2 || s.step < day {
			l.text(x, base+lineHeight, labelSize, Centred, muted, at.Format(s.layout))
		}
	}
	days, last := l.Start.Format(time.DateOnly), l.end.Format(time.DateOnly)
	if last != days {
		days += " to " + last
	}
	l.text(left, base+2*lineHeight, labelSize, Begins, muted, days+", "+l.Zone)
}

// firstTick is the first round time of the clocks of the zone; steps up to a day count from midnight.
func firstTick(from time.Time, step time.Duration) time.Time {
	midnight := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, from.Location())
	since := from.Sub(midnight)
	if past := since % step; past > 0 {
		since += step - past
	}
	return midnight.Add(since)
}
