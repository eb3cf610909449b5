package delimited

import (
	"green500/validation/tracefile/internal/table"
)

type rowSelection struct {
	branch  *table.Selection
	time    int
	values  []int
	keys    []int
	filters []int
	last    *table.Instrument // of the row before
	most    int               // meters
	unit    int               // the cell that says the unit of the row; -1 if none does
}

func (f *fastRow) otherUnit() bool {
	for i := range f.selections {
		if t := &f.selections[i]; t.unit >= 0 && string(f.cells[t.unit]) != f.unit {
			return true
		}
	}
	return false
}

func (f *fastRow) full() bool {
	for i := range f.selections {
		if t := &f.selections[i]; len(t.branch.Instruments.All) >= t.most && len(t.keys) > 0 {
			return true
		}
	}
	return false
}

func (t *rowSelection) take(f *fastRow) {
	s := t.branch
	s.Rows++
	for i, cell := range t.filters {
		if !s.Filters[i].Admits(f.cells[cell]) {
			return
		}
	}
	one := t.instrument(f)
	for i, value := range t.values {
		s.Batch.Add(s.LaneNumber(one, i), f.times[t.time], f.values[value])
	}
}

// instrument returns that of the row. Long tables repeat their meters in the same order, so the
// one that followed last time is tried first.
func (t *rowSelection) instrument(f *fastRow) *table.Instrument {
	if t.last != nil {
		if len(t.keys) == 0 {
			return t.last // there is only one
		}
		if next := t.last.Next; next != nil && t.is(next, f) {
			t.last = next
			return next
		}
	}
	known := &t.branch.Instruments
	known.Begin()
	for _, cell := range t.keys {
		known.AddKey(f.cells[cell])
	}
	one := known.Current(t.most)
	if t.last != nil {
		t.last.Next = one
	}
	t.last = one
	return one
}

func (t *rowSelection) is(one *table.Instrument, f *fastRow) bool {
	for i, cell := range t.keys {
		if one.Key[i] != string(f.cells[cell]) {
			return false
		}
	}
	return true
}
