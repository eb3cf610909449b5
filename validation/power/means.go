package power

import (
	"math"
	"sort"
	"time"
)

// Means returns the mean power between each border and the next, in watts; NaN if the readings stand for less
// than half of that time. Borders are nanoseconds since 1970 UTC in their order. Where a timestamp lies in its
// interval, and how long that is if the trace cannot tell, are those of the series.
func (p Part) Means(t *Trace, borders []int64) []float64 {
	g := newGrid(borders)
	g.alike = true
	t.fill(g, p.Series.Stamp, p.stated())
	means := make([]float64, len(g.steps))
	for i, step := range g.steps {
		means[i] = math.NaN()
		if step.covered > 0 && step.covered >= (borders[i+1]-borders[i])/2 {
			means[i] = step.energy / float64(step.covered)
		}
	}
	return means
}

// Borders returns the ends of so many steps from an instant on.
func Borders(start time.Time, step time.Duration, steps int) []int64 {
	borders := make([]int64, steps+1)
	for i := range borders {
		borders[i] = start.UnixNano() + int64(i)*int64(step)
	}
	return borders
}

// Mean returns the mean power over about a span, between the seams of the trace: the average of the window there,
// without anything else of it. It is not kept, so that many short spans do not push out those that are needed again.
func (t *Trace) Mean(s Span) (mean Watts, known bool) {
	mean = Watts(t.MeansAbout([]int64{s.Start.UnixNano(), s.End.UnixNano()})[0])
	return mean, !math.IsNaN(float64(mean))
}

// MeansAbout returns what Mean does between each border and the next, in watts; NaN if it is not known.
func (t *Trace) MeansAbout(borders []int64) []float64 {
	means, between := make([]float64, len(borders)-1), t.cutAnywhere
	if t.count > seamless {
		between = t.cutAtBlocks(borders[0], borders[1]-borders[0])
	}
	for i := range means {
		sum := between(borders[i], borders[i+1])
		w := t.window(&sum, 0)
		mean, known := w.Average()
		if means[i] = float64(mean); !known {
			means[i] = math.NaN()
		}
	}
	return means
}

func (t *Trace) cutAnywhere(start, end int64) summary {
	c := t.cut(Span{Start: Time{Time: time.Unix(0, start)}, End: Time{Time: time.Unix(0, end)}})
	return c.summary()
}

// cutAtBlocks returns a function that sums up the blocks from one border, which is where the one before ended, to
// another. If a usual stretch between borders has many blocks, it cuts at some of them only, of which nothing has to be
// read.
func (t *Trace) cutAtBlocks(first, usual int64) func(start, end int64) summary {
	o := t.overview()
	reach := o.reachFor(usual)
	from := o.beginningOf(first, reach)
	return func(_, end int64) (sum summary) {
		begin, to := from, o.beginningOf(end, reach)
		from = to
		switch {
		case begin >= to:
		case t.Quantity == Energy: // a total that is read twice is enough
			sum = summary{count: 2, first: o.first(begin), last: o.last(o.blocks() - 1)}
			if to < o.blocks() {
				sum.last = o.first(to)
			}
		default:
			c := cut{overview: o, from: begin, to: to}
			sum = c.summary()
		}
		return sum
	}
}

// reachFor is between how many blocks a stretch of time may be cut: no more than an eighth of it.
func (o *overview) reachFor(length int64) int {
	whole := o.whole()
	blocks := float64(length) / float64(max(1, whole.last.at-whole.first.at)) * float64(o.blocks())
	reach := 1
	for reach < ChunkBlocks && blocks >= float64(fan*fan*reach) {
		reach *= fan
	}
	return reach
}

// beginningOf is beginning for blocks that nodes of so many begin with; parts of chunks are read.
func (o *overview) beginningOf(at int64, reach int) int {
	if reach < fan {
		return o.beginning(at)
	}
	i := o.chunkReaching(at)
	if i == len(o.chunks) || o.chunks[i].first.at >= at {
		return min(o.blocks(), i*ChunkBlocks)
	}
	if reach >= ChunkBlocks {
		return min(o.blocks(), (i+1)*ChunkBlocks)
	}
	nodes := o.open(i).nodes
	next := sort.Search(len(nodes), func(k int) bool { return nodes[k].first.at >= at })
	return min(o.blocks(), i*ChunkBlocks+next*fan)
}

// Present returns the time within a span that the readings of a trace stand for, as the steps of a curve state it. What
// is a gap depends on the usual step of all readings, whichever of them the span holds.
func (t *Trace) Present(s Span, stamp string) time.Duration {
	if t.count == 0 || !drawable(s) {
		return 0
	}
	whole := NewSpan(t.Span().Start.Time, t.Span().End.Add(time.Nanosecond)) // with the last reading
	f := t.filling(whole, stamp, 0)
	f.grid = newGrid([]int64{s.Start.UnixNano(), s.End.UnixNano()})
	f.gather()
	return min(time.Duration(f.steps[0].covered), s.Duration())
}

const seamless = 1 << 16

// Grain returns how far apart the seams of a trace usually lie if readings come at a step.
func (t *Trace) Grain(step time.Duration) time.Duration {
	if t.count <= seamless {
		return step
	}
	return time.Duration(t.size) * step
}
