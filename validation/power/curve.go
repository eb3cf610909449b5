package power

import (
	"math"
	"runtime"
	"slices"
	"time"
)

// Curve returns what was measured over s in at most steps steps, and gaps: from reading to reading if
// these are so few, in whole blocks of a single long trace, else in equal steps.
func (m *Measurement) Curve(s Span, steps int) Curve {
	if !drawable(s) || steps <= 0 {
		return Curve{}
	}
	var c Curve
	asked := m.asked(&c)
	if borders, ok := m.changesIn(s, steps-cutOff); ok {
		c.Borders = borders
	} else if growing := growingFor(asked, s, steps-cutOff); growing != nil {
		asked[0].grid = growing
		asked[0].fill()
		c.Borders, asked[0].grid.steps = asked[0].grid.drawn()
	} else {
		c.Borders = spacedBorders(s, steps, int64(m.shortestInterval(s)))
	}
	c.fillAll(asked)
	return c
}

func growingFor(asked []*askedTrace, s Span, steps int) *grid {
	if len(asked) != 1 {
		return nil
	}
	return asked[0].trace.growing(s, steps)
}

// EvenCurve is a Curve of at most so many steps that are equal, but for the last, and no finer than readings are.
func (m *Measurement) EvenCurve(s Span, steps int) Curve {
	if s.Duration() <= 0 || steps <= 0 {
		return Curve{}
	}
	c := Curve{Borders: spacedBorders(s, steps, int64(m.shortestInterval(s)))}
	c.fillAll(m.asked(&c))
	return c
}

// CurveOf returns what was measured between borders, which are in their order, in nanoseconds since 1970 UTC. What it
// says of a step is the same whatever the other steps are: how long a reading is held at a gap depends on the whole
// trace, and not by the part of it that is drawn.
func (m *Measurement) CurveOf(borders []int64) Curve {
	if len(borders) < 2 {
		return Curve{}
	}
	c := Curve{Borders: borders}
	asked := m.asked(&c)
	for _, one := range asked {
		one.alike = true
	}
	c.fillAll(asked)
	return c
}

func (c *Curve) fillAll(asked []*askedTrace) {
	steps := c.Steps()
	for i := range c.Lines {
		l := &c.Lines[i]
		l.Watts, l.Min, l.Max, l.Present = make([]float64, steps), make([]float64, steps), make([]float64, steps),
			make([]float64, steps)
	}
	// A few at a time, so that a thousand instruments take no more room than some.
	grids := make([]*grid, 2*runtime.GOMAXPROCS(0))
	for some := range slices.Chunk(asked, len(grids)) {
		c.fill(some, grids)
	}
	for i := range c.Lines {
		c.Lines[i].finish()
	}
}

func (m *Measurement) asked(c *Curve) []*askedTrace {
	lines := map[string]int{}
	var asked []*askedTrace
	for _, part := range m.Parts {
		name := part.Series.Covers.name()
		at, seen := lines[name]
		if !seen {
			at = len(c.Lines)
			lines[name] = at
			c.Lines = append(c.Lines, Line{Name: name})
		}
		for _, t := range part.Traces {
			asked = append(asked, &askedTrace{trace: t, part: part, line: at})
		}
	}
	return asked
}

type askedTrace struct {
	trace *Trace
	part  Part
	line  int
	alike bool // gaps depend on the usual step of the whole trace, whatever is drawn of it
	grid  *grid
}

func (a *askedTrace) fill() { a.trace.fill(a.grid, a.part.Series.Stamp, a.part.stated()) }

// fill asks traces on all cores, and adds them in their order: sums are the same on any number.
func (c *Curve) fill(asked []*askedTrace, grids []*grid) {
	var calls []func()
	for i, one := range asked {
		if one.grid == nil {
			if grids[i] == nil {
				grids[i] = newGrid(c.Borders)
			}
			one.grid = grids[i]
			one.grid.clear()
			one.grid.alike = one.alike
			calls = append(calls, one.fill)
		}
	}
	onAllCores(calls)
	for _, one := range asked {
		c.Lines[one.line].add(c.Borders, one.grid.steps)
		one.grid = nil
	}
}

func (p Part) stated() int64 { return int64(p.Meter.IntervalSeconds * float64(time.Second)) }

func (l *Line) add(borders []int64, steps []taken) {
	if !slices.ContainsFunc(steps, func(s taken) bool { return s.covered > 0 }) {
		l.Absent++
		return
	}
	l.Instruments++
	for i := range steps {
		step, length := &steps[i], borders[i+1]-borders[i]
		l.Present[i] += float64(step.covered) / float64(length)
		if step.covered == 0 || step.covered < length/2 {
			l.Watts[i], l.Min[i], l.Max[i] = math.NaN(), math.NaN(), math.NaN()
			continue
		}
		l.Watts[i] += step.energy / float64(step.covered)
		l.Min[i], l.Max[i] = l.Min[i]+step.low, l.Max[i]+step.high
	}
}

func (l *Line) finish() {
	for i := range l.Present {
		if l.Instruments == 0 {
			l.Watts[i], l.Min[i], l.Max[i] = math.NaN(), math.NaN(), math.NaN()
			continue
		}
		l.Present[i] /= float64(l.Instruments)
	}
}

func (c Covers) name() string {
	if c.NodeSet == "" {
		return c.Subsystem
	}
	return c.Subsystem + " " + c.NodeSet
}

func (m *Measurement) changesIn(s Span, most int) (borders []int64, ok bool) {
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			some, ok := t.changesIn(s, part.Series.Stamp, part.stated(), most)
			if borders = ordered(append(borders, some...)); !ok || len(borders) > most+cutOff+1 {
				return nil, false
			}
		}
	}
	return borders, len(borders) > 1
}

func (m *Measurement) shortestInterval(s Span) time.Duration {
	m.PrepareWindows([]Span{s})
	shortest := time.Duration(0)
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if d := part.Interval(t, s); d > 0 && (shortest == 0 || d < shortest) {
				shortest = d
			}
		}
	}
	return shortest
}

// stepWatts is the power between two consecutive readings, by where a timestamp lies in its interval.
func (t *Trace) stepWatts(before, after point, stamp string) float64 {
	if t.Quantity == Energy {
		seconds := time.Duration(after.at - before.at).Seconds()
		return float64(after.value-before.value) / millijoulesPerJoule / seconds
	}
	began, ended := float64(before.value)/microwattsPerWatt, float64(after.value)/microwattsPerWatt
	switch stamp {
	case "end":
		return ended
	case "middle":
		return (began + ended) / 2 // half of the space belongs to each
	}
	return began
}
