package power

import "slices"

// blockReadings is how many readings a trace sums up together. A window looks at the readings of two
// blocks at most; what is kept of all blocks takes some 3% of the room of the readings.
const blockReadings = 1024

// block sums up consecutive readings of a trace.
type block struct {
	node
	long []weighted // steps far longer than the median, by their length
	more bool       // there are more different ones than are kept; then none are
}

// node is what a block or several of them add to a window or an inspection.
type node struct {
	piece
	step   typical // between distinct timestamps
	change typical // between changes of value
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
	c := cut{head: held{at: at, value: value}}
	b := block{node: c.node()}
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

// overview is the blocks of a trace with a pyramid over them: each node of a level stands for fan
// nodes of the level below. Blocks at the end that fill no node have none.
type overview struct {
	size    int // readings of a block; the last may hold fewer
	count   int // readings
	blocks  []block
	pyramid [][]node
}

// build makes the pyramid from the blocks.
func (o *overview) build() *overview {
	for reach := fan; reach <= len(o.blocks); reach *= fan {
		level := make([]node, len(o.blocks)/reach)
		for i := range level {
			c := cut{overview: o, from: i * reach, to: (i + 1) * reach}
			level[i] = c.node()
		}
		o.pyramid = append(o.pyramid, level)
	}
	return o
}

// end returns the index of the reading after a block.
func (o *overview) end(i int) int { return min(o.count, (i+1)*o.size) }

// largest returns the largest node that begins with a block and ends at another or before, and the
// block that follows it.
func (o *overview) largest(from, to int) (n *node, next int) {
	n, next = &o.blocks[from].node, from+1
	reach := fan
	for _, level := range o.pyramid {
		if from%reach != 0 || from+reach > to {
			break
		}
		n, next = &level[from/reach], from+reach
		reach *= fan
	}
	return n, next
}
