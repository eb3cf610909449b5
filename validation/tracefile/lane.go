package tracefile

import (
	"green500/validation/power"
)

// lane gathers what a selection takes from a piece of a file, in its order. Readings stand with the
// number of their instrument.
type lane struct {
	keyed      bool // there are several instruments
	instrument []int32
	at, value  []int64
	missed     []*power.InputError
	rows       int
	stray      *power.InputError
	met        [][]string // what each filter turned away
}

func (l *lane) add(instrument int32, at, value int64) {
	if l.keyed {
		l.instrument = append(l.instrument, instrument)
	}
	l.at, l.value = append(l.at, at), append(l.value, value)
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

// begin lets the branch gather into a lane that was emptied.
func (s *selection) begin(l *lane) {
	l.instrument, l.at, l.value, l.missed, l.met = l.instrument[:0], l.at[:0], l.value[:0], l.missed[:0], l.met[:0]
	s.lane, s.rows, s.stray, l.keyed = l, 0, nil, len(s.keyAt) > 0
	for i := range s.filters {
		s.filters[i].met = nil
	}
}

// end closes the lane of the branch.
func (s *selection) end() {
	s.lane.rows, s.lane.stray = s.rows, s.stray
	for i := range s.filters {
		s.lane.met = append(s.lane.met, s.filters[i].met)
	}
}

// merge takes what a branch gathered from the next piece of the file. known holds the instruments of s
// for those of the branch, as far as they were met.
func (s *selection) merge(l *lane, known *[]*instrument, branch []*instrument) error {
	s.rows += l.rows
	if s.stray == nil {
		s.stray = l.stray
	}
	for i := range l.met {
		s.filters[i].merge(l.met[i])
	}
	for _, where := range l.missed {
		s.writer.Miss(where)
	}
	return s.mergeReadings(l, known, branch)
}

func (s *selection) mergeReadings(l *lane, known *[]*instrument, branch []*instrument) error {
	if !l.keyed {
		return s.mergeOne(l, branch)
	}
	for len(*known) < len(branch) {
		*known = append(*known, nil)
	}
	for i, number := range l.instrument {
		into := (*known)[number]
		if into == nil {
			if into = s.same(branch[number]); into == nil {
				return s.refuse(0, tooManyInstruments().field, tooManyInstruments().problem, tooManyInstruments().remedy)
			}
			(*known)[number] = into
		}
		l.instrument[i] = into.number
	}
	if s.piecemeal() {
		for i, number := range l.instrument {
			if err := s.keep(s.instruments.all[number], l.at[i], l.value[i]); err != nil {
				return err
			}
		}
		return nil
	}
	s.taken += len(l.at)
	return s.keepRows(l)
}

// mergeOne takes the readings of a selection that has one instrument.
func (s *selection) mergeOne(l *lane, branch []*instrument) error {
	if len(l.at) == 0 {
		return nil
	}
	one := s.same(branch[0])
	if !s.piecemeal() {
		s.taken += len(l.at)
		return s.writer.Add(s.writer.Instrument(s.name(one)), l.at, l.value)
	}
	for i := range l.at {
		if err := s.keep(one, l.at[i], l.value[i]); err != nil {
			return err
		}
	}
	return nil
}

// piecemeal reports whether what a reading is depends on the one before.
func (s *selection) piecemeal() bool { return s.series.Counts != "" || s.series.WrapsAt != 0 }

// same returns the instrument of a branch among those of the selection, nil where there are too many.
func (s *selection) same(of *instrument) *instrument {
	s.instruments.begin()
	for _, key := range of.key {
		s.instruments.addKey([]byte(key))
	}
	return s.instruments.current()
}

// keepRows hands readings of several instruments on.
func (s *selection) keepRows(l *lane) error {
	for i, number := range l.instrument {
		one := s.instruments.all[number]
		if !one.written {
			one.writer, one.written = s.writer.Instrument(s.name(one)), true
		}
		l.instrument[i] = one.writer
	}
	return s.writer.AddRows(l.instrument, l.at, l.value)
}
