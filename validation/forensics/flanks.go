package forensics

import (
	"math"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Flanks are where the power of all compute nodes leaves its rest and comes back to it, against what is stated.
type Flanks struct {
	Shown bool // the recording shows rest and load
	// Idle stretches at the start and at the end of the core phase; zero if there is none.
	IdleAtStart, IdleAtEnd power.Span
	// Load before the full run starts and after it ends; zero if there is none, or no full run is stated.
	Before, After power.Span
	// Longer is load of more power than the core phase has on average, which goes over into it, or it into that,
	// without any step; zero if there is none.
	Longer      power.Span
	LongerWatts power.Watts // mean power of the instruments there, and in the core phase
	CoreWatts   power.Watts
	Within      time.Duration // how exactly this can be told
}

func (c courses) flanks() Flanks {
	sum, ok := c.sum()
	f := Flanks{Within: max(methodology.EdgesApart, 2*c.step)}
	if !ok {
		return f
	}
	f.longer(c, sum)
	if !sum.shows() {
		return f
	}
	f.Shown = true
	f.idle(c, sum)
	if !c.run.IsZero() {
		f.beyond(c, sum)
	}
	return f
}

func (f *Flanks) idle(c courses, sum course) {
	from, to := c.inCore()
	limit := sum.between(methodology.RestOfContrast)
	first, last := from, to
	for first < to && sum.watts[first] < limit {
		first++
	}
	for last > first && sum.watts[last-1] < limit {
		last--
	}
	least := max(f.Within, 3*c.step, time.Duration(methodology.IdleOfCore*float64(c.core.Duration())))
	if first < to && time.Duration(first-from)*c.step > least {
		f.IdleAtStart = c.span(from, first)
	}
	if first < to && time.Duration(to-last)*c.step > least {
		f.IdleAtEnd = c.span(last, to)
	}
}

func (f *Flanks) beyond(c courses, sum course) {
	limit := sum.between(methodology.LoadOfContrast)
	pause := int(pauseAtEnds*float64(c.core.Duration())/float64(c.step)) + 1
	start := int(c.run.Start.Sub(c.start) / c.step)
	end := int((c.run.End.Sub(c.start) + c.step - 1) / c.step)
	if start > 0 && start <= c.cells() {
		if first := reachOf(sum.watts, start-1, -1, limit, pause); first >= 0 {
			if at := c.edge(first, -1); c.run.Start.Sub(at) > f.Within {
				f.Before = power.NewSpan(at, c.run.Start.Time)
			}
		}
	}
	if end >= 0 && end < c.cells() {
		if last := reachOf(sum.watts, end, 1, limit, pause); last >= 0 {
			if at := c.edge(last, 1); at.Sub(c.run.End.Time) > f.Within {
				f.After = power.NewSpan(c.run.End.Time, at)
			}
		}
	}
}

// pauseAtEnds is how long a pause of the load may be at the ends of the full run, as a part of the core phase.
const pauseAtEnds = 0.03

// reachOf follows load from a cell over pauses and returns its last cell; -1 if there is none, or it does not end.
func reachOf(watts []float64, from, direction int, limit float64, pause int) int {
	last, silent := -1, 0
	for k := from; k >= 0 && k < len(watts); k += direction {
		switch {
		case math.IsNaN(watts[k]):
			return last
		case watts[k] >= limit:
			last, silent = k, 0
		default:
			if silent++; silent > pause {
				return last
			}
		}
	}
	return -1
}

func (c courses) edge(cell, direction int) time.Time {
	if direction > 0 {
		cell++
	}
	return c.at(cell).In(c.core.Start.Location())
}

func (f *Flanks) longer(c courses, sum course) {
	from, to := c.inCore()
	near := max(1, (to-from)/20)
	core, _ := meanOf(sum.watts[from:to])
	for _, side := range []struct{ at, direction, near int }{{from - 1, -1, from}, {to, 1, to - near}} {
		level, _ := meanOf(sum.watts[side.near : side.near+near])
		limit := max(methodology.SameLoad*level, methodology.MoreThanCore*core)
		last := side.at
		for last >= 0 && last < c.cells() && middleOfThree(sum.watts, last) >= limit {
			last += side.direction
		}
		length := time.Duration((last-side.at)*side.direction) * c.step
		if float64(length) < methodology.LongerOfCore*float64(c.core.Duration()) {
			continue
		}
		begin, end := last+1, side.at+1
		if side.direction > 0 {
			begin, end = side.at, last
		}
		mean, _ := meanOf(sum.watts[begin:end])
		f.Longer, f.LongerWatts, f.CoreWatts = c.span(begin, end), power.Watts(mean), power.Watts(core)
		return
	}
}

func middleOfThree(watts []float64, k int) float64 {
	if k == 0 || k+1 == len(watts) {
		return watts[k]
	}
	return middle(watts[k-1], watts[k], watts[k+1])
}

func middle(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

func meanOf(values []float64) (mean float64, known int) {
	sum := 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum, known = sum+v, known+1
		}
	}
	return sum / float64(known), known
}

// Edges are where power rises before the plateau and falls after it; an instant is zero if no edge shows.
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

// flank finds where power rises most near an instant, or falls if up is -1: first roughly, then as exactly as
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
