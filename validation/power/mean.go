package power

import (
	"math"
	"sort"
	"time"
)

// Mean returns the mean power over about a span, between the seams of the trace: the average of the window there,
// without anything else of it. It is not kept, so that many short spans do not push out those that are needed again.
func (t *Trace) Mean(s Span) (mean Watts, known bool) {
	mean = Watts(t.MeansAbout([]int64{s.Start.UnixNano(), s.End.UnixNano()})[0])
	return mean, !math.IsNaN(float64(mean))
}

// MeansAbout returns what Mean does between each border and the next, in watts; NaN where it is not known.
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

// cutAtBlocks returns a function that sums up the blocks from one border, which is where the one before ended, to another.
// If a usual stretch between borders has many blocks, it cuts at some of them only, of which nothing has to be read.
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

// beginningOf is beginning for the blocks that nodes of so many begin with: those of chunks are known, those of their
// parts are read with the chunk.
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
