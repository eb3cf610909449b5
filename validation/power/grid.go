package power

import (
	"math"
	"slices"
)

// grid is steps of time, and what a trace holds in each. Borders are nanoseconds since 1970 UTC, one
// more than there are steps. A grid that grows has the ends of a span for borders, and makes its steps
// of what it is given: each goes on until it is wide enough, or up to a gap that is.
type grid struct {
	borders []int64
	steps   []taken
	at      int   // the step that was added to last
	wide    int64 // of a grid that grows
	alike   bool  // the usual step is that of the whole trace
}

type taken struct {
	from, to  int64   // from the first to the last of it
	covered   int64   // nanoseconds that readings stand for
	energy    float64 // watt nanoseconds
	low, high float64 // watts
}

func nothing() taken { return taken{low: math.Inf(1), high: math.Inf(-1)} }

func newGrid(borders []int64) *grid {
	g := &grid{borders: borders, steps: make([]taken, len(borders)-1)}
	g.clear()
	return g
}

func (g *grid) clear() {
	g.at = 0
	for i := range g.steps {
		g.steps[i] = nothing()
	}
}

// drawn returns the borders of a grid that has grown, and its steps: what lies between them is one, too.
func (g *grid) drawn() (borders []int64, steps []taken) {
	if g.wide == 0 {
		return g.borders, g.steps
	}
	borders = []int64{g.start()}
	upTo := func(border int64, step taken) {
		if border > borders[len(borders)-1] {
			borders, steps = append(borders, border), append(steps, step)
		}
	}
	for _, step := range g.steps {
		upTo(step.from, nothing())
		upTo(step.to, step)
	}
	upTo(g.end(), nothing())
	return borders, steps
}

func (g *grid) start() int64 { return g.borders[0] }
func (g *grid) end() int64   { return g.borders[len(g.borders)-1] }

func (g *grid) find(instant int64) int {
	for g.at > 0 && g.borders[g.at] > instant {
		g.at--
	}
	if next := g.at + 1; next < len(g.steps) && g.borders[next] <= instant {
		if g.at = next; instant < g.borders[next+1] {
			return next
		}
		after, _ := slices.BinarySearch(g.borders[next:], instant+1)
		g.at = min(len(g.steps), next+after) - 1
	}
	return g.at
}

type load struct {
	from, to        int64
	covered         int64 // of that time
	mean, low, high float64
}

func (g *grid) holds(from, to int64) bool {
	if g.wide > 0 {
		return from >= g.start() && to <= g.end()
	}
	return from >= g.start() && to <= g.borders[g.find(from)+1]
}

// misses reports whether no part of a stretch lies in any step; an instant lies in the step that it begins.
func (g *grid) misses(from, to int64) bool {
	return from >= g.end() || to < g.start() || to == g.start() && from < to
}

// add spreads power over the steps it touches. A reading that stands for no time shows in its step what it is.
func (g *grid) add(p *load) {
	share := 1.0
	if whole := p.to - p.from; p.covered < whole {
		share = float64(p.covered) / float64(whole)
	}
	// as the one before most often
	if g.wide == 0 && p.from >= g.borders[g.at] && p.from < p.to && p.to <= g.borders[g.at+1] {
		g.steps[g.at].add(p, p.from, p.to, share)
		return
	}
	from, to := max(p.from, g.start()), min(p.to, g.end())
	if from > to || from == to && p.from < p.to || from == g.end() {
		return
	}
	if g.wide > 0 {
		g.growing(from).add(p, from, to, share)
		return
	}
	for i := g.find(from); i < len(g.steps) && (g.borders[i] < to || g.borders[i] == from); i++ {
		g.steps[i].add(p, max(from, g.borders[i]), min(to, g.borders[i+1]), share)
	}
}

func (g *grid) growing(at int64) *taken {
	if last := len(g.steps) - 1; last >= 0 {
		if s := &g.steps[last]; s.covered == 0 || s.to-s.from < g.wide && at-s.to <= g.wide {
			return s
		}
	}
	g.steps = append(g.steps, nothing())
	return &g.steps[len(g.steps)-1]
}

func (s *taken) add(p *load, from, to int64, share float64) {
	s.low, s.high = min(s.low, p.low), max(s.high, p.high)
	if from >= to {
		return
	}
	if s.covered == 0 {
		s.from = from
	}
	s.to = to
	covered := int64(float64(to-from) * share)
	s.covered += covered
	s.energy += float64(p.mean * float64(covered)) // rounded before it is added, on every processor
}

// drawable reports whether a span fits in 64 bits of nanoseconds; one from a damaged time need not.
func drawable(s Span) bool {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	return start < end && end-start > 0
}

// spacedBorders are at most so many steps of one length, none shorter than the shortest one.
func spacedBorders(s Span, steps int, shortest int64) []int64 {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	step := max(1, shortest, (end-start-1)/int64(steps)+1)
	borders := make([]int64, 0, (end-start)/step+2)
	for at := start; at < end; at += step {
		borders = append(borders, at)
	}
	return append(borders, end)
}

// changesIn returns a span's ends and where its power changes; ok is false if there are more than most.
func (t *Trace) changesIn(s Span, stamp string, otherwise int64, most int) (borders []int64, ok bool) {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	borders = []int64{start, end}
	from, to := t.readings.search(start), t.readings.search(end)
	if to-from > most {
		return nil, false
	}
	if t.count == 0 {
		return borders, true
	}
	f := t.filling(s, stamp, otherwise)
	for i := max(0, from-1); i < min(t.count, to+1); i++ {
		at, back, on := t.readings.point(i).at, int64(without), int64(without)
		if i > 0 {
			back = at - t.readings.point(i-1).at
		}
		if i+1 < t.count {
			on = t.readings.point(i+1).at - at
		}
		for _, border := range []int64{at - f.reachBack(back), at + f.reachOn(on)} {
			if start < border && border < end {
				borders = append(borders, border)
			}
		}
	}
	return ordered(borders), true
}

func ordered(borders []int64) []int64 {
	slices.Sort(borders)
	return slices.Compact(borders)
}

// coarsest is how many times fewer steps than asked for are drawn if they can be whole blocks.
const coarsest = 4

func (t *Trace) growing(s Span, steps int) *grid {
	if steps <= 0 || t.count == 0 {
		return nil
	}
	o := t.overview()
	if blocks := o.reaching(s.End.UnixNano()) - o.reaching(s.Start.UnixNano()); blocks*coarsest < steps {
		return nil
	}
	borders := spacedBorders(s, 1, 0)
	return &grid{borders: borders, wide: (borders[1]-borders[0])/int64(steps) + 1}
}

// Counts returns, for every step from border to border, how many readings each instrument has in it, as far as most:
// more are told as that. Borders are in their order, in nanoseconds since 1970 UTC; a reading at a border belongs to
// the step that begins there. Instruments without any reading are left out.
func (m *Measurement) Counts(borders []int64, most uint8) [][]uint8 {
	var traces []*Trace
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if t.count > 0 {
				traces = append(traces, t)
			}
		}
	}
	counts := make([][]uint8, max(0, len(borders)-1))
	for i := range counts {
		counts[i] = make([]uint8, len(traces))
	}
	calls := make([]func(), len(traces))
	for at, t := range traces {
		calls[at] = func() { t.counts(borders, most, func(step int, count uint8) { counts[step][at] = count }) }
	}
	onAllCores(calls)
	return counts
}

func (t *Trace) counts(borders []int64, most uint8, tell func(step int, count uint8)) {
	for i := 1; i < len(borders); i++ {
		from, to := borders[i-1], borders[i]
		if t.holdsSurely(from, to, int64(most)) {
			tell(i-1, most)
			continue
		}
		tell(i-1, uint8(min(int(most), t.readings.search(to)-t.readings.search(from))))
	}
}

// holdsSurely reports whether there are so many readings from one instant to before another, as far as that is known
// without reading any: if none of the steps around is longer than that part of the time.
func (t *Trace) holdsSurely(from, to, count int64) bool {
	o := t.overview()
	first, last := o.reaching(from), o.reaching(to)
	if last == o.blocks() || o.first(0).at > from || to <= from {
		return false
	}
	longest := int64(0)
	for i := first; i <= last; i++ {
		longest = max(longest, o.block(i).longest)
		if i > 0 {
			longest = max(longest, o.first(i).at-o.last(i-1).at)
		}
	}
	return longest > 0 && (to-from)/longest >= count
}
