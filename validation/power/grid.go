package power

import (
	"math"
	"slices"
)

// grid is steps of time, and what a trace holds in each. Borders are nanoseconds since 1970 UTC, one
// more than there are steps.
type grid struct {
	borders []int64
	steps   []taken
	at      int // the step that was added to last
}

// taken is what a step was given.
type taken struct {
	from, to  int64   // from the first to the last of it
	covered   int64   // nanoseconds that readings stand for
	energy    float64 // watt nanoseconds
	low, high float64 // watts
}

func newGrid(borders []int64) *grid {
	g := &grid{borders: borders, steps: make([]taken, len(borders)-1)}
	for i := range g.steps {
		g.steps[i].low, g.steps[i].high = math.Inf(1), math.Inf(-1)
	}
	return g
}

func (g *grid) start() int64 { return g.borders[0] }
func (g *grid) end() int64   { return g.borders[len(g.borders)-1] }

// find returns the step that an instant lies in.
func (g *grid) find(instant int64) int {
	for ; g.at > 0 && g.borders[g.at] > instant; g.at-- {
	}
	if next := g.at + 1; next < len(g.steps) && g.borders[next] <= instant {
		after, _ := slices.BinarySearch(g.borders[next:], instant+1)
		g.at = min(len(g.steps), next+after) - 1
	}
	return g.at
}

// load is power over a stretch of time.
type load struct {
	from, to        int64
	covered         int64 // of that time
	mean, low, high float64
}

// holds reports whether a stretch lies in one step.
func (g *grid) holds(from, to int64) bool {
	return from >= g.start() && to <= g.borders[g.find(from)+1]
}

// misses reports whether no part of a stretch lies in any step.
func (g *grid) misses(from, to int64) bool { return to <= g.start() || from >= g.end() }

// add spreads power over the steps it touches. A reading that stands for no time shows in its step
// what it is.
func (g *grid) add(p load) {
	from, to := max(p.from, g.start()), min(p.to, g.end())
	if from > to || from == to && p.from < p.to || from == g.end() {
		return
	}
	share := 1.0
	if whole := p.to - p.from; p.covered < whole {
		share = float64(p.covered) / float64(whole)
	}
	for i := g.find(from); i < len(g.steps) && (g.borders[i] < to || g.borders[i] == from); i++ {
		s := &g.steps[i]
		s.low, s.high = min(s.low, p.low), max(s.high, p.high)
		begin, end := max(from, g.borders[i]), min(to, g.borders[i+1])
		if begin >= end {
			continue
		}
		if s.covered == 0 {
			s.from = begin
		}
		s.to = end
		covered := int64(float64(end-begin) * share)
		s.covered += covered
		s.energy += float64(p.mean * float64(covered)) // rounded before it is added, on every processor
	}
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
