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

func blockOf(at, value []int64, factor uint64) block {
	b := block{node: node{piece: pieceOf(at, value, factor)}}
	if b.steady() && len(at) <= blockReadings {
		b.step = typical{b.longest, len(at) - 1}
		b.change = steadyChange(b.longest, b.changed, value)
		return b
	}
	b.step, b.change = typicalsOf(at, value, &b.piece)
	if b.longest > longSteps*b.step.median {
		b.keepLong(at)
	}
	return b
}

// typicalsOf are the steps of readings, and the times between changes of their value.
func typicalsOf(at, value []int64, p *piece) (step, change typical) {
	var room [blockReadings]int64
	steps := stepsIn(at, room[:])
	step = steps.typical(max(0, p.last.at-p.first.at) / int64(max(1, len(steps))))
	if p.repeats == 0 { // every reading but the first is a change
		return step, stepsIn(at[1:], room[:]).typical(step.median)
	}
	return step, changesIn(at, value, room[:]).typical(step.median)
}

// steadyChange is the median time between the changes of value where all steps are equal: values that
// stay are counted by how many steps they do.
func steadyChange(step int64, changed int, value []int64) typical {
	between := changed - 1
	if between < 1 {
		return typical{}
	}
	if between == len(value)-2 { // none stays
		return typical{step, between}
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
	return typical{step * int64(steps), between}
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
