package forensics

import (
	"math"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Edges are where the power rises before the plateau and falls after it, near the ends of the core
// phase; an instant is zero where no edge shows.
type Edges struct {
	Rise, Fall             time.Time
	RiseOffset, FallOffset time.Duration // against the stated ends; positive is later
	Within                 time.Duration // how exactly an edge is known
}

// farthest is how far from a stated end an edge is looked for, and atOnce into how many pieces that
// is cut; finer is how many pieces each of these is cut into afterwards.
const (
	farthest = 10 * time.Minute
	atOnce   = 64
	finer    = 8
)

func (l load) edges(core power.Span) Edges {
	var e Edges
	if !(l.plateau > 0) {
		return e
	}
	reach := min(core.Duration()/2, farthest)
	e.Within = 3 * l.interval // two readings on either side are compared
	before, after := core.Start.Sub(l.recorded.Start.Time), l.recorded.End.Sub(core.End.Time)
	if at, ok := l.flank(core.Start.Time, reach, before, 1); ok {
		e.Rise, e.RiseOffset = at, at.Sub(core.Start.Time)
	}
	if at, ok := l.flank(core.End.Time, reach, after, -1); ok {
		e.Fall, e.FallOffset = at, at.Sub(core.End.Time)
	}
	return e
}

// flank finds where power rises most near an instant, or falls where up is -1: first roughly, then as exactly as
// readings allow. Two pieces have to fit between the core phase and the end of the recording.
func (l load) flank(near time.Time, reach, outside time.Duration, up float64) (at time.Time, ok bool) {
	width := max(min(2*reach/atOnce, outside/2), 2*l.interval)
	at, step := l.steepest(near, min(reach, atOnce/2*width), width, up)
	if !(step >= methodology.EdgeOfPlateau*l.plateau) {
		return time.Time{}, false
	}
	for width > 2*l.interval {
		reach, width = 2*width, max(width/finer, 2*l.interval)
		if closer, step := l.steepest(at, reach, width, up); step > 0 {
			at = closer
		}
	}
	return at, true
}

func (l load) steepest(near time.Time, reach, width time.Duration, up float64) (at time.Time, step float64) {
	side := int(reach / width)
	powers := make([]float64, 2*side+4)
	start := near.Add(-time.Duration(side+2) * width)
	for k := range powers {
		from := start.Add(time.Duration(k) * width)
		powers[k] = l.power(power.NewSpan(from, from.Add(width)))
	}
	step = math.Inf(-1)
	for k := 2; k+1 < len(powers); k++ {
		rise := up * (powers[k] + powers[k+1] - powers[k-1] - powers[k-2]) / 2
		if rise > step { // never for NaN
			at, step = start.Add(time.Duration(k)*width), rise
		}
	}
	return at, step
}
