package forensics

import (
	"math"
	"math/bits"
	"slices"
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

type texture struct {
	at    int
	share []float64 // power over its mean, and over that of all
	watts []float64
	noise trail // changes of its share
	power trail // changes of the power itself, as a part of it
}

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
	for _, i := range some {
		x.step = max(x.step, all[i].MedianStep, all[i].Update)
	}
	if x.step <= 0 || int(core.Duration()/x.step) < methodology.FewestOfNoise {
		return textures{}
	}
	x.blocks, x.cells = 1, int(core.Duration()/x.step)
	if x.cells > mostBlocks*cellsOfBlock {
		x.blocks, x.cells = mostBlocks, cellsOfBlock
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

func (x textures) read(one Instrument, core power.Span) (t texture, ok bool) {
	for b := range x.blocks {
		t.watts = append(t.watts, one.Part.Means(one.Trace, power.Borders(x.start(core, b), x.step, x.cells))...)
	}
	mean, known := meanOf(t.watts)
	for _, watts := range t.watts {
		t.share = append(t.share, watts/mean)
	}
	return t, known >= len(t.watts)*9/10 && mean > 0
}

func (x textures) start(core power.Span, block int) time.Time {
	if x.blocks == 1 {
		return core.Start.Time
	}
	return piece(core, block, x.blocks).Start.Time
}

// takeAway divides by the mean course of all instruments, unless they are few, and leaves the changes from cell to
// cell.
func (x *textures) takeAway() {
	for k := range x.blocks * x.cells {
		shares := make([]float64, len(x.of))
		for i, one := range x.of {
			shares[i] = one.share[k]
		}
		common, _ := meanOf(shares)
		for i := range x.of {
			if len(x.of) >= methodology.FewestOfCommon {
				x.of[i].share[k] /= common
			}
		}
	}
	for i := range x.of {
		one := &x.of[i]
		one.noise = x.trail(one.share, func(before, after float64) float64 { return after - before })
		one.power = x.trail(one.watts, func(before, after float64) float64 { return after/before - 1 })
	}
}

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

// cellsOfUsual are the changes from all over it that tell what is usual.
const cellsOfUsual = 256

func clip(changes []float64) []float64 {
	clipped, sizes := make([]float64, len(changes)), make([]float64, 0, cellsOfUsual)
	for _, change := range spread(changes, cellsOfUsual) {
		sizes = append(sizes, math.Abs(change))
	}
	slices.Sort(sizes)
	most := mostOfUsual * sizes[len(sizes)/2]
	for k, change := range changes {
		clipped[k] = max(-most, min(most, change))
	}
	return clipped
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
