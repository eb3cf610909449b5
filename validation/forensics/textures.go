package forensics

import (
	"math"
	"math/bits"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// textures are what is left of the power of instruments, update by update, when what all have in common is taken
// away: noise and habits of each node, which no two nodes share.
type textures struct {
	step   time.Duration
	blocks int // stretches of the core phase, one after the other, each of equally many cells
	cells  int // of a block
	of     []texture
}

// texture is one instrument in the cells.
type texture struct {
	at    int
	share []float64 // power over its mean, and over that of all
	watts []float64
	noise trail // changes of its share
	power trail // changes of the power itself, as a part of it
}

// trail is how something changes from cell to cell; 0 in the first cell of a block, and where something is unknown.
type trail struct {
	changes []float64
	clipped []float64 // with no more than a few times the usual change
	squares float64   // of the clipped changes, added up
	signs   []uint64  // which of the next cells have a change upwards, for a quick look
}

const (
	// mostTextures is how many instruments are compared pair by pair: of more, a sample from all
	// over them is taken. Copies that change the result are many.
	mostTextures = 256
	// mostBlocks and cellsOfBlock bound what of an instrument is compared.
	mostBlocks, cellsOfBlock = 4, 256
)

// texturesOf takes as many updates of the core phase as there are, or blocks of them from all over it.
func texturesOf(all []Instrument, lively []int, core power.Span) textures {
	var x textures
	some := spread(alikeInTime(all, lively), mostTextures)
	if len(some) == 0 {
		return x
	}
	for _, i := range some {
		x.step = max(x.step, all[i].MedianStep, all[i].Update)
	}
	if x.step <= 0 {
		return textures{}
	}
	updates := int(core.Duration() / x.step)
	x.blocks, x.cells = 1, updates
	if updates > mostBlocks*cellsOfBlock {
		x.blocks, x.cells = mostBlocks, cellsOfBlock
	}
	if updates < methodology.FewestOfNoise {
		return textures{}
	}
	for _, i := range some {
		if one, ok := x.read(all[i], core); ok {
			one.at = i
			x.of = append(x.of, one)
		}
	}
	x.takeAway()
	return x
}

// alikeInTime are the instruments whose values change about as often as those of the middle one.
func alikeInTime(all []Instrument, lively []int) []int {
	updates := make([]float64, len(lively))
	for k, i := range lively {
		updates[k] = float64(max(all[i].MedianStep, all[i].Update))
	}
	const often = 1.5
	middle := quantile(updates, 0.5)
	var some []int
	for k, i := range lively {
		if updates[k] <= often*middle && updates[k]*often >= middle {
			some = append(some, i)
		}
	}
	return some
}

// read takes the power of an instrument in the cells; ok is false where much of it is missing.
func (x textures) read(one Instrument, core power.Span) (t texture, ok bool) {
	known, sum := 0, 0.0
	for b := range x.blocks {
		t.watts = append(t.watts, one.Part.Means(one.Trace, power.Borders(x.start(core, b), x.step, x.cells))...)
	}
	for _, watts := range t.watts {
		if !math.IsNaN(watts) {
			known, sum = known+1, sum+watts
		}
	}
	if mean := sum / float64(known); known >= len(t.watts)*9/10 && mean > 0 {
		for _, watts := range t.watts {
			t.share = append(t.share, watts/mean)
		}
		return t, true
	}
	return t, false
}

// start is when a block begins.
func (x textures) start(core power.Span, block int) time.Time {
	if x.blocks == 1 {
		return core.Start.Time
	}
	return piece(core, block, x.blocks).Start.Time
}

// takeAway divides by the mean course of all instruments, unless they are few, and leaves the changes from cell to cell.
func (x *textures) takeAway() {
	if len(x.of) == 0 {
		return
	}
	common := make([]float64, len(x.of[0].share))
	for k := range common {
		sum, count := 0.0, 0
		for _, one := range x.of {
			if !math.IsNaN(one.share[k]) {
				sum, count = sum+one.share[k], count+1
			}
		}
		if common[k] = 1; len(x.of) >= methodology.FewestOfCommon {
			common[k] = sum / float64(count)
		}
	}
	for i := range x.of {
		one := &x.of[i]
		for k := range common {
			one.share[k] /= common[k]
		}
		one.noise = x.trail(one.share, func(before, after float64) float64 { return after - before })
		one.power = x.trail(one.watts, func(before, after float64) float64 { return after/before - 1 })
	}
}

// trail takes the changes inside of each block.
func (x textures) trail(values []float64, change func(before, after float64) float64) trail {
	t := trail{changes: make([]float64, len(values)), signs: make([]uint64, len(values))}
	for k := range values {
		if k%x.cells == 0 {
			continue // the first of a block follows nothing
		}
		if by := change(values[k-1], values[k]); !math.IsNaN(by) && !math.IsInf(by, 0) {
			t.changes[k] = by
		}
	}
	signs := uint64(0)
	for k := len(values) - 1; k >= 0; k-- {
		if signs <<= 1; t.changes[k] > 0 {
			signs |= 1
		}
		t.signs[k] = signs
	}
	t.clipped = clip(t.changes)
	for _, change := range t.clipped {
		t.squares += change * change
	}
	return t
}

// mostOfUsual is how many times the usual change counts at most: nodes that start a moment later than others share a
// single large change, and nothing else.
const mostOfUsual = 4

// cellsOfUsual is how many changes from all over it tell what is usual.
const cellsOfUsual = 256

// clip returns the changes bounded by those that are usual.
func clip(changes []float64) []float64 {
	clipped, sizes := make([]float64, len(changes)), make([]float64, 0, cellsOfUsual)
	for _, change := range spread(changes, cellsOfUsual) {
		sizes = append(sizes, math.Abs(change))
	}
	most := mostOfUsual * selected(sizes)
	for k, change := range changes {
		clipped[k] = max(-most, min(most, change))
	}
	return clipped
}

// selected is the value in the middle of some, which it brings into another order.
func selected(values []float64) float64 {
	from, to, want := 0, len(values), len(values)/2
	for to-from > 1 {
		pivot, low, high := values[(from+to)/2], from, to-1
		for low <= high {
			for values[low] < pivot {
				low++
			}
			for values[high] > pivot {
				high--
			}
			if low <= high {
				values[low], values[high] = values[high], values[low]
				low, high = low+1, high-1
			}
		}
		switch {
		case want <= high:
			to = high + 1
		case want >= low:
			from = low
		default:
			return values[want]
		}
	}
	return values[want]
}

// likeness is how like each other two trails are, the second so many cells later, from a cell to before another, and
// over how many cells: the smaller correlation of changes and of clipped changes. Nodes that share a few large changes
// have the first, those with bursts at the same times the second.
func likeness(a, b trail, later, from, to int) (r float64, shared int) {
	plain, shared := uncentred(a.changes, b.changes, later, from, to)
	if plain < methodology.SameNoise/8 {
		return plain, shared
	}
	clipped, _ := uncentred(a.clipped, b.clipped, later, from, to)
	return min(plain, clipped), shared
}

// probe looks for the cells of one trail from a cell on in the cells of another from first to before end, at least so
// many cells away, and returns by how many they are later there, and how like.
func probe(a, b trail, from, first, end, away int) (later int, r float64) {
	signs, others := a.signs[from], b.signs[:max(first, end-cellsOfProbe+1)]
	for k := first; k < len(others); k++ {
		if bits.OnesCount64(signs^others[k]) > mostUnlikeSigns || k-from < away && from-k < away {
			continue
		}
		if like, _ := likeness(a, b, k-from, from, from+cellsOfProbe); like > r {
			later, r = k-from, like
		}
	}
	return later, r
}

const (
	// cellsOfProbe is how many cells of one are looked for in another.
	cellsOfProbe = 64
	// mostUnlikeSigns is how many of these may change another way for a closer look: of trails that correlate by 0.8
	// it is 13 of 64, and of others 32.
	mostUnlikeSigns = 20
)

// uncentred is the correlation of changes, whose mean is nothing.
func uncentred(a, b []float64, later, from, to int) (r float64, shared int) {
	var saa, sbb, sab float64
	for k := max(from, -later); k < to && k+later < len(b); k++ {
		x, y := a[k], b[k+later]
		saa, sbb, sab = saa+x*x, sbb+y*y, sab+x*y
		shared++
	}
	if saa <= 0 || sbb <= 0 {
		return 0, shared
	}
	return sab / math.Sqrt(saa*sbb), shared
}
