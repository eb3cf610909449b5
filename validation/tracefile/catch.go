package tracefile

import (
	"green500/validation/canonical"
	"green500/validation/power"
)

// catch is what a selection takes from a piece of a file, in its order. Readings stand with the
// number of their instrument.
type catch struct {
	keyed      bool // there are several instruments
	instrument []int32
	at, value  []int64
	told       canonical.Multiples // of the values
	missed     []*power.InputError
	rows       int
	stray      *power.InputError
	met        [][]string // what each filter turned away
}

func (c *catch) add(instrument int32, at, value int64) {
	if c.keyed {
		c.instrument = append(c.instrument, instrument)
	}
	c.at, c.value = append(c.at, at), append(c.value, value)
}

// tell takes note of values that all are multiples of a factor: of the most that stand together.
func (c *catch) tell(told canonical.Multiples) {
	if told.To-told.From > c.told.To-c.told.From {
		c.told = told
	}
}

// forget leaves nothing but memory for readings.
func (c *catch) forget() {
	*c = catch{instrument: c.instrument[:0], at: c.at[:0], value: c.value[:0]}
}

// laneNumber is the number of the i-th lane of an instrument among all lanes of the selection.
func (s *selection) laneNumber(of *instrument, i int) int32 {
	return of.index*int32(len(s.valuesAt)) + int32(i)
}

func branchesOf(selections []*selection) []*selection {
	branches := make([]*selection, len(selections))
	for i, s := range selections {
		branches[i] = s.branch()
	}
	return branches
}

// branch returns a selection that takes for s what one core reads.
func (s *selection) branch() *selection {
	b := *s
	b.writer = nil
	b.instruments = instruments{index: map[string]int{}}
	b.filters = make([]filter, len(s.filters))
	for i := range s.filters {
		b.filters[i] = newFilter(s.filters[i].name, s.filters[i].column, s.filters[i].allowed)
	}
	return &b
}

// begin lets the branch catch readings, in what was emptied.
func (s *selection) begin(c *catch) {
	c.instrument, c.at, c.value, c.missed, c.met = c.instrument[:0], c.at[:0], c.value[:0], c.missed[:0], c.met[:0]
	c.told = canonical.Multiples{}
	s.catch, s.rows, s.stray, c.keyed = c, 0, nil, len(s.keyAt) > 0 || len(s.valuesAt) > 1
	for i := range s.filters {
		s.filters[i].met = nil
	}
}

// end closes what the branch has caught.
func (s *selection) end() {
	s.catch.rows, s.catch.stray = s.rows, s.stray
	for i := range s.filters {
		s.catch.met = append(s.catch.met, s.filters[i].met)
	}
}

// merge takes what a branch caught in the next piece of the file, which follows so many lines. known holds the writer's numbers
// for the lanes of the branch.
func (s *selection) merge(c *catch, lines int, known *[]int32, branch []*instrument) error {
	s.rows += c.rows
	s.taken += len(c.at)
	if s.stray == nil {
		s.stray = c.stray
	}
	for i := range c.met {
		s.filters[i].merge(c.met[i])
	}
	for _, where := range c.missed {
		where.Line += lines
		s.writer.Miss(where)
	}
	if len(c.at) == 0 {
		return nil
	}
	if !c.keyed {
		return s.writer.Add(s.writersNumber(s.same(branch[0]), s.valuesAt[0]), c.at, c.value, c.told)
	}
	for lane := len(*known); lane < len(branch)*len(s.valuesAt); lane++ {
		one, at := s.same(branch[lane/len(s.valuesAt)]), lane%len(s.valuesAt)
		if one == nil {
			f := tooManyInstruments()
			return s.refuse(0, f.field, f.problem, f.remedy)
		}
		*known = append(*known, s.writersNumber(one.lane(at, len(s.valuesAt)), s.valuesAt[at]))
	}
	return s.writer.AddRows(*known, c.instrument, c.at, c.value, c.told)
}

// same returns the instrument of a branch among those of the selection, nil where there are too many.
func (s *selection) same(of *instrument) *instrument {
	s.instruments.begin()
	for _, key := range of.key {
		s.instruments.addKey([]byte(key))
	}
	return s.instruments.current(s.mostInstruments())
}
