package power

import (
	"slices"

	"green500/validation/power/internal/typical"
)

// blockReadings is how many readings a trace sums up together. A window looks at the readings of two
// blocks at most; what is kept of all blocks takes some 3% of the room of the readings.
const blockReadings = 1024

type block struct {
	node
	long []typical.Weighted // steps far longer than the median, by their length
	more bool               // there are more different ones than are kept; then none are
}

type node struct {
	piece
	step   typical.Typical // between distinct timestamps
	change typical.Typical // between changes of value
}

// What a block keeps of its long steps: gaps are looked for among them.
const (
	longSteps = 2  // times the median is what a step has to exceed
	longKept  = 16 // different lengths
)

func blockOf(at, value []int64, factor uint64) block {
	b := block{node: node{piece: pieceOf(at, value, factor)}}
	if b.steady() && len(at) <= blockReadings {
		b.step = typical.Typical{Median: b.longest, Count: len(at) - 1}
		b.change = steadyChange(b.longest, b.changed, value)
		return b
	}
	b.step, b.change = typicalsOf(at, value, &b.piece)
	if b.longest > longSteps*b.step.Median {
		b.keepLong(at)
	}
	return b
}

func typicalsOf(at, value []int64, p *piece) (step, change typical.Typical) {
	var room [blockReadings]int64
	steps := typical.Steps(at, room[:])
	step = steps.Typical(max(0, p.last.at-p.first.at) / int64(max(1, len(steps))))
	if p.repeats == 0 { // every reading but the first is a change
		return step, typical.Steps(at[1:], room[:]).Typical(step.Median)
	}
	return step, typical.Changes(at, value, room[:]).Typical(step.Median)
}

// steadyChange is the median time between changes of value if all steps are equal.
func steadyChange(step int64, changed int, value []int64) typical.Typical {
	between := changed - 1
	if between < 1 {
		return typical.Typical{}
	}
	if between == len(value)-2 { // none stays
		return typical.Typical{Median: step, Count: between}
	}
	var times [blockReadings]int
	times[1] = between
	eachRepeated(value, func(from, to int) {
		if from > 0 && to < len(value) { // from one change to another
			times[1]--
			times[to-from]++
		}
	})
	rank, steps := between/2, 1
	for rank >= times[steps] {
		rank, steps = rank-times[steps], steps+1
	}
	return typical.Typical{Median: step * int64(steps), Count: between}
}

func (b *block) keepLong(at []int64) {
	for i := 1; i < len(at); i++ {
		step := at[i] - at[i-1]
		if step <= longSteps*b.step.Median {
			continue
		}
		if i := slices.IndexFunc(b.long, func(met typical.Weighted) bool { return met.Length == step }); i >= 0 {
			b.long[i].Times++
			continue
		}
		b.long = append(b.long, typical.Weighted{Length: step, Times: 1})
		if len(b.long) > longKept {
			b.long, b.more = nil, true
			return
		}
	}
}

func (b *block) knows(bound int64) bool { return !b.more && bound >= longSteps*b.step.Median }

type changes struct {
	typical.Tally
	last  int64
	known bool
}

func (c *changes) at(instant int64) {
	if c.known {
		c.Add(instant-c.last, 1)
	}
	c.last, c.known = instant, true
}

func (c *changes) meet(before, after point) {
	if after.value != before.value {
		c.at(after.at)
	}
}

func (c *changes) addNode(n *node) {
	if n.changed > 0 {
		c.at(n.firstChange)
		c.Add(n.change.Median, n.change.Count)
		c.last = n.lastChange
	}
}

func (c *changes) addAll(at, value []int64) {
	for i := 1; i < len(at); i++ {
		if value[i] != value[i-1] {
			c.at(at[i])
		}
	}
}
