package power

import "slices"

// changesIn returns the instants in a span at which the power of readings changes, with the
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

// coarsest is how many times fewer steps than asked for are drawn where they can be whole blocks: half a million readings are too many
// to look at, and five hundred steps are a drawing.
const coarsest = 4

func (t *Trace) growing(s Span, steps int) *grid {
	if steps <= 0 || t.count == 0 {
		return nil
	}
	o := t.overview()
	if blocks := o.reaching(s.End.UnixNano()) - o.reaching(s.Start.UnixNano()); blocks*coarsest < steps {
		return nil
	}
	return growingGrid(s, steps)
}
