package drawing

import (
	"math"
	"strconv"
	"time"
)

// How near ticks may come to each other, in pixels.
const (
	tickRoom  = 40
	stampRoom = 84
)

// powerAxis is how power is written beside the plot.
type powerAxis struct {
	step     float64 // watts between ticks
	unit     string
	watts    float64 // in one of the unit
	decimals int
}

// powerUnits are the units of the axis, by the largest power that is written in them.
var powerUnits = []struct {
	below float64
	unit  string
	watts float64
}{{1, "mW", 1e-3}, {3e3, "W", 1}, {3e6, "kW", 1e3}, {math.Inf(1), "MW", 1e6}}

// powerAxisFor chooses round ticks: 1, 2 or 5 times a power of ten.
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

// timeStep is a round distance of ticks and how their times are written.
type timeStep struct {
	step   time.Duration
	layout string
}

const day = 24 * time.Hour

var timeSteps = []timeStep{
	{time.Millisecond, "05.000"}, {2 * time.Millisecond, "05.000"}, {5 * time.Millisecond, "05.000"}, {10 * time.Millisecond, "05.000"},
	{20 * time.Millisecond, "05.000"}, {50 * time.Millisecond, "05.000"}, {100 * time.Millisecond, "05.000"}, {200 * time.Millisecond, "05.000"},
	{500 * time.Millisecond, "15:04:05.0"}, {time.Second, time.TimeOnly}, {2 * time.Second, time.TimeOnly}, {5 * time.Second, time.TimeOnly},
	{10 * time.Second, time.TimeOnly}, {15 * time.Second, time.TimeOnly}, {30 * time.Second, time.TimeOnly},
	{time.Minute, "15:04"}, {2 * time.Minute, "15:04"}, {5 * time.Minute, "15:04"}, {10 * time.Minute, "15:04"}, {15 * time.Minute, "15:04"},
	{30 * time.Minute, "15:04"}, {time.Hour, "15:04"}, {2 * time.Hour, "15:04"}, {3 * time.Hour, "15:04"}, {6 * time.Hour, "01-02 15:04"},
	{12 * time.Hour, "01-02 15:04"}, {day, time.DateOnly}, {2 * day, time.DateOnly}, {7 * day, time.DateOnly}, {28 * day, time.DateOnly}, {364 * day, time.DateOnly},
}

// timeStepFor is the finest step whose ticks have room.
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
	l.text(left, base+2*lineHeight, labelSize, Begins, muted, l.dates()+", "+l.Zone)
}

// dates says which days are drawn.
func (l *layout) dates() string {
	from, to := l.Start.Format(time.DateOnly), l.end.Format(time.DateOnly)
	if from == to {
		return from
	}
	return from + " to " + to
}

// firstTick is the first round time of the clocks of the zone from an instant on. Steps up to a day are
// counted from midnight.
func firstTick(from time.Time, step time.Duration) time.Time {
	midnight := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, from.Location())
	since := from.Sub(midnight)
	if past := since % step; past > 0 {
		since += step - past
	}
	return midnight.Add(since)
}
