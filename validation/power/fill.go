package power

import "math"

// filling passes to a grid what a trace holds: every reading over the time it stands for. A power reading stands for
// the time up to the next one, from the one before, or half of both, by where its timestamp lies in its interval; at a
// gap, and at either end of the trace, for a usual step. Of an energy total, the rise since the reading before is
// spread over the time since, unless that is a gap.
//
// Blocks that lie in one step whole are added without their readings; if they have gaps too short to be seen, their
// mean is that of their readings, and that of an energy total goes over the gaps.
type filling struct {
	*grid
	trace *Trace
	over  *overview
	stamp string
	usual int64 // step
	bound int64 // what a longer step is a gap
}

func (t *Trace) fill(g *grid, stamp string, otherwise int64) {
	if t.count == 0 {
		return
	}
	seen := NewSpan(instant(g.start()), instant(g.end()))
	if g.alike {
		seen = t.Span()
	}
	f := t.filling(seen, stamp, otherwise)
	f.grid = g
	f.gather()
}

func (f *filling) gather() {
	from, to := f.over.reaching(f.start()), f.over.beginning(f.end())
	f.over.descend(max(0, from-1), min(f.over.blocks(), to+1), f.closer, f.take)
}

func (t *Trace) filling(s Span, stamp string, otherwise int64) filling {
	f := filling{trace: t, over: t.overview(), stamp: stamp, usual: t.usualStep(s, otherwise), bound: math.MaxInt64 - 1}
	if f.usual > 0 {
		f.bound = int64(MissingFrom * float64(f.usual))
	}
	return f
}

func (t *Trace) usualStep(s Span, otherwise int64) int64 {
	for _, step := range []int64{int64(t.Window(s).MedianStep), t.overview().whole().step.Median} {
		if step > 0 {
			return step
		}
	}
	return otherwise
}

// without is a step to a reading that there is not.
const without = math.MaxInt64

// reachBack and reachOn are how long before and after its timestamp a reading stands for, by the step to its neighbour.
func (f *filling) reachBack(step int64) int64 {
	step = f.held(step)
	switch {
	case f.trace.Quantity == Energy || f.stamp == "end":
		return step
	case f.stamp == "middle":
		return step - step/2
	}
	return 0
}

func (f *filling) reachOn(step int64) int64 {
	step = f.held(step)
	switch {
	case f.trace.Quantity == Energy || f.stamp == "end":
		return 0
	case f.stamp == "middle":
		return step / 2
	}
	return step
}

func (f *filling) held(step int64) int64 {
	switch {
	case step <= f.bound:
		return max(0, step)
	case f.trace.Quantity == Energy:
		return 0
	}
	return f.usual
}

// around returns the reading before some blocks, and the steps to it and to the one after them.
func (f *filling) around(n *node, from, to int) (before point, back, on int64) {
	back, on = without, without
	if from > 0 {
		before = f.over.last(from - 1)
		back = n.first.at - before.at
	}
	if to < f.over.blocks() {
		on = f.over.first(to).at - n.last.at
	}
	return before, back, on
}

func (f *filling) closer(n *node, from, to int) bool {
	_, back, on := f.around(n, from, to)
	begin, end := n.first.at-f.reachBack(back), n.last.at+f.reachOn(on)
	return n.count > 0 && !f.misses(begin, end) &&
		(n.longest > f.bound || !f.holds(begin, end) || f.wide > 0 && (end-begin)/widestNode > f.wide)
}

// widestNode is how many steps of a growing grid a node may take. Three times the length of a step may be no number.
const widestNode = 3

func (f *filling) take(n *node, from, to int) {
	if n.count == 0 { // it could not be read
		return
	}
	before, back, on := f.around(n, from, to)
	p := load{from: n.first.at - f.reachBack(back), to: n.last.at + f.reachOn(on)}
	switch {
	case f.misses(p.from, p.to):
		return
	case f.holds(p.from, p.to) && f.whole(&p, n, before, back, from):
		f.add(&p)
	default:
		at, value := f.trace.readings.block(from)
		f.readings(at, value, before, back, on)
	}
}

// whole takes blocks without their readings; ok is false if these are needed.
func (f *filling) whole(p *load, n *node, before point, back int64, block int) (ok bool) {
	if p.covered = p.to - p.from; p.covered <= 0 {
		return false
	}
	p.mean = f.energyOf(n.first, n.last, f.within(&n.flow), p, before, back) / float64(p.covered)
	if n.longest > f.bound {
		b := f.over.block(block)
		if !b.knows(f.bound) || f.wide > 0 && n.longest > f.wide {
			return false
		}
		gaps := int64(0)
		for _, met := range b.long {
			if met.Length > f.bound {
				gaps += int64(met.Times) * met.Length
				p.covered -= int64(met.Times) * (met.Length - f.held(met.Length))
			}
		}
		if f.trace.Quantity == Energy && f.wide > 0 && gaps > f.wide/2 {
			return false // they may follow each other, and those of the next block: nothing stands between
		}
		if f.trace.Quantity == Power {
			p.mean = n.sum.Float() / float64(n.count) / microwattsPerWatt
		}
	}
	p.low, p.high = float64(n.min)/microwattsPerWatt, float64(n.max)/microwattsPerWatt
	if f.trace.Quantity == Energy {
		p.low, p.high = p.mean, p.mean
	}
	return p.covered > 0
}

// within is what readings state about energy between the first and the last of them, as energyOf takes it.
func (f *filling) within(between *flow) float64 {
	switch {
	case f.trace.Quantity == Energy:
		return float64(between.jumped)
	case f.stamp == "end":
		return between.ended.Float()
	case f.stamp == "middle":
		return (between.begun.Float() + between.ended.Float()) / 2
	}
	return between.begun.Float()
}

// energyOf is the energy of readings without a gap over the time they stand for, in watt nanoseconds.
func (f *filling) energyOf(first, last point, within float64, p *load, before point, back int64) float64 {
	if f.trace.Quantity == Energy {
		rise := float64(last.value) - float64(first.value) - within
		if 0 < back && back <= f.bound {
			rise += float64(first.value) - float64(before.value)
		}
		return rise * 1e9 / millijoulesPerJoule
	}
	begun := float64(float64(first.value) * float64(first.at-p.from))
	ended := float64(float64(last.value) * float64(p.to-last.at))
	return (within + begun + ended) / microwattsPerWatt
}

// readings adds every reading of those that follow one.
func (f *filling) readings(at, value []int64, before point, back, on int64) {
	for i := range at {
		next := on
		if i+1 < len(at) {
			next = at[i+1] - at[i]
		}
		p := load{from: at[i] - f.reachBack(back), to: at[i] + f.reachOn(next)}
		if !f.misses(p.from, p.to) {
			p.covered, p.mean = p.to-p.from, float64(value[i])/microwattsPerWatt
			if f.trace.Quantity == Power || 0 < back && back <= f.bound {
				if f.trace.Quantity == Energy {
					p.mean = risen(before, point{at[i], value[i]})
				}
				p.low, p.high = p.mean, p.mean
				f.add(&p)
			}
		}
		before, back = point{at[i], value[i]}, next
	}
}
