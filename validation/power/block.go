package power

import "slices"

// blockReadings is how many readings a trace sums up together. A window decodes and scans two
// blocks at most; their overview takes some 2% of the room of the readings.
const blockReadings = 4096

// block sums up consecutive readings of a trace.
type block struct {
	piece
	step   typical // between distinct timestamps
	change typical // between changes of value
	long   []weighted
	more   bool // there are more different long steps than are kept; then none are
}

// typical is a median and how many durations it stands for.
type typical struct {
	median int64
	count  int
}

func typicalOf(t *tally) typical { return typical{t.median(), t.total} }

// What a block keeps of its long steps: gaps are looked for among them.
const (
	longSteps = 2  // times the median is what a step has to exceed
	longKept  = 16 // different lengths
)

func blockOf(at, value []int64) block {
	var steps tally
	var changes changes
	steps.addSteps(at)
	changes.addAll(at, value)
	b := block{piece: pieceOf(at, value), step: typicalOf(&steps), change: typicalOf(&changes.tally)}
	if b.longest > longSteps*b.step.median {
		b.keepLong(at)
	}
	return b
}

func (b *block) keepLong(at []int64) {
	for i := 1; i < len(at); i++ {
		step := at[i] - at[i-1]
		if step <= longSteps*b.step.median {
			continue
		}
		if i := slices.IndexFunc(b.long, func(met weighted) bool { return met.length == step }); i >= 0 {
			b.long[i].times++
			continue
		}
		b.long = append(b.long, weighted{step, 1})
		if len(b.long) > longKept {
			b.long, b.more = nil, true
			return
		}
	}
}

// knows reports whether the block knows all its steps that are longer than bound.
func (b *block) knows(bound int64) bool { return !b.more && bound >= longSteps*b.step.median }

// fan is how many nodes of the pyramid merge into one.
const fan = 16

// overview is the blocks of a trace with a pyramid over them: each node of a level merges fan
// nodes of the level below, the last one perhaps fewer.
type overview struct {
	size    int // readings of a block; the last may hold fewer
	count   int // readings
	blocks  []block
	pyramid [][]piece
}

// build makes the pyramid from the blocks.
func (o *overview) build() *overview {
	below := make([]piece, len(o.blocks))
	for i := range o.blocks {
		below[i] = o.blocks[i].piece
	}
	for len(below) > 1 {
		level := make([]piece, (len(below)+fan-1)/fan)
		for i, p := range below {
			level[i/fan] = level[i/fan].then(p)
		}
		o.pyramid = append(o.pyramid, level)
		below = level
	}
	return o
}

// end returns the index of the reading after a block.
func (o *overview) end(i int) int { return min(o.count, (i+1)*o.size) }

// merged calls add with pieces that together are the blocks from..to-1, in order.
func (o *overview) merged(from, to int, add func(*piece)) {
	for from < to {
		node, reach, level := &o.blocks[from].piece, 1, 0
		for level < len(o.pyramid) && from%(reach*fan) == 0 && from+reach*fan <= to {
			reach *= fan
			node = &o.pyramid[level][from/reach]
			level++
		}
		add(node)
		from += reach
	}
}
