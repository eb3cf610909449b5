package power

import "slices"

// changesIn returns the instants in a span at which the power changes that readings tell, with the
// ends of the span; ok is false where there are more than most.
func (t *Trace) changesIn(s Span, stamp string, otherwise int64, most int) (borders []int64, ok bool) {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	borders = []int64{start, end}
	from, to := t.readings.search(start), t.readings.search(end)
	if to-from > most {
		return nil, false
	}
	if t.count == 0 {
		return borders, true
	}
	f := t.filling(s, stamp, otherwise)
	for i := max(0, from-1); i < min(t.count, to+1); i++ {
		at, back, on := t.readings.point(i).at, int64(without), int64(without)
		if i > 0 {
			back = at - t.readings.point(i-1).at
		}
		if i+1 < t.count {
			on = t.readings.point(i+1).at - at
		}
		for _, border := range []int64{at - f.reachBack(back), at + f.reachOn(on)} {
			if start < border && border < end {
				borders = append(borders, border)
			}
		}
	}
	return ordered(borders), true
}

func ordered(borders []int64) []int64 {
	slices.Sort(borders)
	return slices.Compact(borders)
}

// coarsest is how many times fewer steps than asked for are drawn where they can be whole blocks: half
// a million readings are too many to look at, and five hundred steps are a drawing.
const coarsest = 4

// seamsIn returns about so many borders between blocks, with the ends of the span and of the gaps
// that are wider than a step; ok is false where the span has too few blocks.
func (t *Trace) seamsIn(s Span, stamp string, steps int) (borders []int64, ok bool) {
	if steps <= 0 || t.count <= steps {
		return nil, false
	}
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	o := t.overview()
	from, to := o.reaching(start), o.reaching(end)
	if (to-from)*coarsest < steps {
		return nil, false
	}
	f := t.filling(s, stamp, 0)
	borders = f.gaps(from, min(o.blocks(), to+1), (end-start)/int64(steps))
	for _, at := range spacedBorders(s, max(1, steps-len(borders)/2), 0) {
		next := o.beginning(at)
		if next == 0 || next == o.blocks() {
			continue
		}
		first := o.first(next)
		borders = append(borders, first.at-f.reachBack(first.at-o.last(next-1).at))
	}
	borders = append(ordered(borders), start, end)
	return ordered(slices.DeleteFunc(borders, func(at int64) bool { return at < start || at > end })), true
}

// gaps returns where gaps between the blocks from..to-1 and in them begin and end that are wider than
// a step of a drawing.
func (f *filling) gaps(from, to int, wide int64) (borders []int64) {
	wide = max(wide, f.bound)
	between := func(before, after point) {
		if step := after.at - before.at; step > wide {
			borders = append(borders, before.at+f.reachOn(step), after.at-f.reachBack(step))
		}
	}
	c := cut{overview: f.over, from: from, to: to}
	c.each(parts{
		between: between,
		whole: func(n *node, block, _ int) {
			if n.longest > wide {
				at, _ := f.trace.readings.block(block)
				for i := 1; i < len(at); i++ {
					between(point{at: at[i-1]}, point{at: at[i]})
				}
			}
		},
		closer: func(n *node, _, _ int) bool { return n.longest > wide },
	})
	return borders
}
