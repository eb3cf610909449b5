package power

// grains adds a block grain by grain; of grains that lie in the grid by a part, or have gaps, it adds the readings.
func (f *filling) grains(block int, before point, back, on int64) {
	all, size := f.grainsOf(block), f.trace.grainSize()
	for i := range all {
		g, next := &all[i], on
		if i+1 < len(all) {
			next = all[i+1].first.at - g.last.at
		}
		p := load{from: g.first.at - f.reachBack(back), to: g.last.at + f.reachOn(next)}
		switch {
		case f.misses(p.from, p.to):
		case f.holds(p.from, p.to) && f.together(&p, g, before, back):
			f.add(&p)
		default:
			at, value := f.trace.readings.block(block)
			from, to := min(len(at), i*size), min(len(at), (i+1)*size)
			f.readings(at[from:to], value[from:to], before, back, next)
		}
		before, back = g.last, next
	}
}

// together takes a grain without its readings; ok is false where these are needed.
func (f *filling) together(p *load, g *grain, before point, back int64) (ok bool) {
	if p.covered = p.to - p.from; p.covered <= 0 || g.longest > f.bound || p.covered/longestGrain > f.wide {
		return false
	}
	p.mean = f.energyOf(g.first, g.last, g.within, p, before, back) / float64(p.covered)
	p.low, p.high = g.low, g.high
	if f.trace.Quantity == Energy && 0 < back && back <= f.bound {
		first := risen(before, g.first)
		p.low, p.high = min(p.low, first), max(p.high, first)
	}
	return true
}

// grainsOf returns the grains of a block, which are made where they were not made last. There are none of a block that
// cannot be read.
func (f *filling) grainsOf(block int) []grain {
	if i := block - f.firstMade; 0 <= i && i < len(f.made) {
		return f.made[i]
	}
	f.makeGrains(block)
	return f.made[0]
}

// Grains are made on all cores, of so many blocks at a time: those of a stripe of a file, which lie side by side.
const (
	grainedTogether = ChunkBlocks
	grainedAhead    = 8 * grainedTogether
)

// makeGrains makes those of the first block, and of blocks behind it that will be needed.
func (f *filling) makeGrains(first int) {
	_, end := f.reached(f.grid)
	count := max(1, min(grainedAhead, end-first))
	known := make([]*block, count)
	for i := range known {
		known[i] = f.over.block(first + i)
	}
	f.firstMade, f.made = first, make([][]grain, count)
	var calls []func()
	for from, to := 0, 0; from < count; from = to {
		to = min(count, from+grainedTogether-(first+from)%grainedTogether)
		calls = append(calls, func() {
			f.trace.readings.blocks(first+from, known[from:to], func(i int, at, value []int64) {
				f.made[i-first] = f.grainsIn(at, value)
			})
		})
	}
	onAllCores(calls)
}

// grainsIn makes the grains of a block.
func (f *filling) grainsIn(at, value []int64) []grain {
	size := f.trace.grainSize()
	all := make([]grain, 0, (len(value)+size-1)/size)
	for from := 0; from < len(at); from += size {
		to := min(len(at), from+size)
		all = append(all, f.grainOf(at[from:to], value[from:to]))
	}
	return all
}

// grainOf is that of some readings of a block.
func (f *filling) grainOf(at, value []int64) grain {
	s, between := outline(at, value), flowOf(at, value)
	g := grain{
		first: s.first, last: s.last, longest: s.longest, within: f.within(&between),
		low: float64(s.min) / microwattsPerWatt, high: float64(s.max) / microwattsPerWatt,
	}
	if f.trace.Quantity == Energy {
		g.low, g.high = steepness(at, value)
	}
	return g
}

func (t *Trace) grainSize() int {
	if t.grain > 0 {
		return t.grain
	}
	return grainReadings
}

// grainsOfBlock is how many grains a block has.
func (t *Trace) grainsOfBlock() int { return (t.size + t.grainSize() - 1) / t.grainSize() }
