package tracefile

// taker is a selection and where its parts are put.
type taker struct {
	branch  *selection
	time    int
	values  []int
	keys    []int
	filters []int
	last    *instrument // of the row before
	most    int         // instruments
}

// full reports whether another instrument would be too many.
func (f *fastRow) full() bool {
	for i := range f.takers {
		if t := &f.takers[i]; len(t.branch.instruments.all) >= t.most && len(t.keys) > 0 {
			return true
		}
	}
	return false
}

// take adds the reading of the row that was read.
func (t *taker) take(f *fastRow) {
	s := t.branch
	s.rows++
	for i, cell := range t.filters {
		if !s.filters[i].admits(f.cells[cell]) {
			return
		}
	}
	one := t.instrument(f)
	for i, value := range t.values {
		s.catch.add(s.laneNumber(one, i), f.times[t.time], f.values[value])
	}
}

// instrument returns that of the row. Long tables repeat their instruments in the same order, so the
// one that followed last time is tried first.
func (t *taker) instrument(f *fastRow) *instrument {
	if t.last != nil {
		if len(t.keys) == 0 {
			return t.last // there is only one
		}
		if next := t.last.next; next != nil && t.is(next, f) {
			t.last = next
			return next
		}
	}
	known := &t.branch.instruments
	known.begin()
	for _, cell := range t.keys {
		known.addKey(f.cells[cell])
	}
	one := known.current(t.most)
	if t.last != nil {
		t.last.next = one
	}
	t.last = one
	return one
}

func (t *taker) is(one *instrument, f *fastRow) bool {
	for i, cell := range t.keys {
		if one.key[i] != string(f.cells[cell]) {
			return false
		}
	}
	return true
}
