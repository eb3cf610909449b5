package power

import "time"

// Cell is the power in watts that readings show from one instant to another, in nanoseconds since 1970 UTC. Mean is
// weighted by time. Nothing is interpolated: the mean of readings is the power they say over the time they stand for.
type Cell struct {
	From, To       int64
	Min, Mean, Max float64
}

// Envelope returns what a trace shows over a span in about width cells, at most, in the order of time:
// of every reading if they are so few, of whole blocks if there is one for four cells and more, which then begin and
// end with blocks, and of equal steps in between. Gaps, as in an Inspection, lie between cells. Stamp says where a
// timestamp lies in its interval: "begin", "middle" or "end".
//
// Min and Max of power are those of readings. An energy total gives no power at an instant: they are
// those of what it rose by from reading to reading, or over blocks if steps are longer.
func (t *Trace) Envelope(s Span, width int, stamp string) []Cell {
	if t.count == 0 || !drawable(s) || width <= 0 {
		return nil
	}
	g := t.grid(s, width, stamp)
	t.fill(g, stamp, 0)
	cells := make([]Cell, 0, len(g.steps))
	for i := range g.steps {
		if step := &g.steps[i]; step.covered > 0 {
			cells = append(cells, Cell{step.from, step.to, step.low, step.energy / float64(step.covered), step.high})
		}
	}
	return cells
}

func (t *Trace) grid(s Span, steps int, stamp string) *grid {
	if borders, ok := t.changesIn(s, stamp, 0, steps-cutOff); ok {
		return newGrid(borders)
	}
	if growing := t.growing(s, steps-cutOff); growing != nil {
		return growing
	}
	return newGrid(spacedBorders(s, steps, 0))
}

// cutOff is how many cells a span adds at its ends, if it cuts readings or blocks.
const cutOff = 2

// Curve is power over time for drawing. Numbers never come from a curve, but from the readings.
type Curve struct {
	Borders []int64 // nanoseconds since 1970 UTC, in their order, one more than there are steps
	Lines   []Line
}

// Line is the power of one part of the machine, in watts, as measured: not scaled, no estimates. A step has a value
// if every instrument that has readings in the curve is present for half of it and more; it is the sum of their mean
// powers, each formed by energy, so that instruments with different clocks and intervals line up. Elsewhere it is NaN.
//
// Min and Max add up what each instrument showed at least and at most in the step. For one instrument
// that is its envelope; for several it is what their sum lay between, which it need not have reached.
type Line struct {
	Name            string // subsystem, with the node set if there are several
	Instruments     int    // that have readings in the curve
	Absent          int    // that have none there, and are in no sum
	Watts, Min, Max []float64
	Present         []float64 // share of the step's time that the instruments' readings stand for, 1 is all of it
}

// Steps returns how many steps there are.
func (c Curve) Steps() int { return max(0, len(c.Borders)-1) }

// Span returns the time that is drawn; it is zero if nothing is.
func (c Curve) Span() Span {
	if c.Steps() == 0 {
		return Span{}
	}
	return NewSpan(c.At(0), c.At(c.Steps()))
}

// At returns the start of the i-th step; that after the last one is the end.
func (c Curve) At(i int) time.Time { return instant(c.Borders[i]) }
