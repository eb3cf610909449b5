package table

import (
	"green500/validation/canonical"
	"green500/validation/power"
)

// Batch is what a selection takes from a piece of a file, in its order, with the number of its meter.
type Batch struct {
	Keyed      bool // there are several meters
	Instrument []int32
	At, Value  []int64
	multiples  canonical.Multiples // of the values
	missing    []leftOut
	Rows       int
	stray      *power.InputError
	met        []metValues // by each filter
}

type leftOut struct {
	where   *power.InputError
	damaged bool
}

type metValues struct {
	values []string
	more   bool
}

// Add appends a reading: at in nanoseconds since 1970 UTC, value as the trace holds it.
func (c *Batch) Add(instrument int32, at, value int64) {
	if c.Keyed {
		c.Instrument = append(c.Instrument, instrument)
	}
	c.At, c.Value = append(c.At, at), append(c.Value, value)
}

// NoteMultiples records values that all are multiples of a factor: of the most that stand together.
func (c *Batch) NoteMultiples(given canonical.Multiples) {
	if given.To-given.From > c.multiples.To-c.multiples.From {
		c.multiples = given
	}
}

// Forget leaves nothing but memory for readings.
func (c *Batch) Forget() {
	*c = Batch{Instrument: c.Instrument[:0], At: c.At[:0], Value: c.Value[:0]}
}

// LaneNumber is the number of the i-th lane of a meter among all lanes of the selection.
func (s *Selection) LaneNumber(of *Instrument, i int) int32 {
	return of.Index*int32(len(s.ValuesAt)) + int32(i)
}

// BranchesOf returns a copy of each selection for the readings of one core.
func BranchesOf(selections []*Selection) []*Selection {
	branches := make([]*Selection, len(selections))
	for k, s := range selections {
		b := *s
		b.Writer = nil
		b.Instruments = instruments{index: map[string]int{}}
		b.Filters = make([]Filter, len(s.Filters))
		for i := range s.Filters {
			b.Filters[i] = newFilter(s.Filters[i].name, s.Filters[i].Column, s.Filters[i].Allowed)
		}
		branches[k] = &b
	}
	return branches
}

// Begin lets the branch catch readings, in what was emptied.
func (s *Selection) Begin(c *Batch) {
	c.Forget()
	s.Batch, s.Rows, s.stray, c.Keyed = c, 0, nil, len(s.KeyAt) > 0 || len(s.ValuesAt) > 1
	for i := range s.Filters {
		s.Filters[i].fresh = nil
	}
}

// End closes what the branch has caught.
func (s *Selection) End() {
	s.Batch.Rows, s.Batch.stray = s.Rows, s.stray
	for i := range s.Filters {
		s.Batch.met = append(s.Batch.met, metValues{s.Filters[i].fresh, s.Filters[i].more})
	}
}

// Merge takes what a branch caught in the next piece, after so many lines. known holds the writer's numbers for its lanes.
func (s *Selection) Merge(c *Batch, lines int, known *[]int32, branch []*Instrument) error {
	s.Rows += c.Rows
	s.Taken += len(c.At)
	if s.stray == nil {
		s.stray = c.stray
	}
	for i, met := range c.met {
		f := &s.Filters[i]
		f.more = f.more || met.more
		for _, value := range met.values {
			f.Admits([]byte(value))
		}
	}
	for _, one := range c.missing {
		one.where.Line += lines
		if !one.damaged {
			s.Writer.CountMissing(one.where)
		} else if err := s.leaveOut(one.where); err != nil {
			return err
		}
	}
	if len(c.At) == 0 {
		return nil
	}
	if !c.Keyed {
		return s.Writer.Add(s.WritersNumber(s.same(branch[0]), s.ValuesAt[0]), c.At, c.Value, c.multiples)
	}
	for lane := len(*known); lane < len(branch)*len(s.ValuesAt); lane++ {
		one, at := s.same(branch[lane/len(s.ValuesAt)]), lane%len(s.ValuesAt)
		if one == nil {
			f := tooManyInstruments()
			return s.Refuse(0, f.Field, f.Problem, f.Remedy)
		}
		*known = append(*known, s.WritersNumber(one.Lane(at, len(s.ValuesAt)), s.ValuesAt[at]))
	}
	return s.Writer.AddRows(*known, c.Instrument, c.At, c.Value, c.multiples)
}

func (s *Selection) same(of *Instrument) *Instrument {
	s.Instruments.Begin()
	for _, key := range of.Key {
		s.Instruments.AddKey([]byte(key))
	}
	return s.Instruments.Current(s.MostInstruments())
}
