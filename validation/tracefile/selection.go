package tracefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"green500/validation/canonical"
	"green500/validation/power"
)

// selection is what one series takes from a file.
type selection struct {
	*table
	request
	timeAt, valueAt int
	keyAt           []int
	filters         []filter
	instruments     instruments
	writer          *canonical.Writer
	timing          timing
	rows, taken     int
	stray           *power.InputError // the first thing that was left out
	lane            *lane             // takes the readings while pieces of a file are read at once
}

// plan settles the columns of every request.
func plan(t *table, requests []request, scratch canonical.Scratch) ([]*selection, error) {
	var selections []*selection
	var troubles power.InputErrors
	for _, r := range requests {
		s := &selection{table: t, request: r, timing: timingOf(r.series, r.zone), instruments: instruments{index: map[string]int{}}}
		if trouble := s.settle(); trouble != nil {
			troubles = append(troubles, trouble)
			continue
		}
		quantity, _ := r.series.Unit.Quantity()
		s.writer = canonical.NewWriter(quantity, scratch)
		for _, remark := range t.remarks {
			s.writer.Miss(remark)
		}
		selections = append(selections, s)
	}
	return selections, oneOrAll(troubles)
}

func (s *selection) settle() (trouble *power.InputError) {
	if trouble = s.checkUnit(); trouble != nil {
		return trouble
	}
	if trouble = s.settleDecimal(s.series); trouble != nil {
		return trouble
	}
	if s.timeAt, trouble = s.timeColumn(s.series); trouble != nil {
		return trouble
	}
	taken := []int{s.timeAt}
	for _, name := range s.series.Instruments {
		column, trouble := s.find("instruments", name)
		if trouble != nil {
			return trouble
		}
		s.keyAt = append(s.keyAt, column)
	}
	if len(s.series.Instruments) == 0 {
		s.keyAt = slices.Clone(s.keys)
	}
	for _, name := range slices.Sorted(maps.Keys(s.series.Where)) {
		column, trouble := s.find("where", name)
		if trouble != nil {
			return trouble
		}
		s.filters = append(s.filters, newFilter(s.names[column], column, s.series.Where[name]))
		taken = append(taken, column)
	}
	if s.valueAt, trouble = s.valueColumn(s.series, append(taken, s.keyAt...)); trouble != nil {
		return trouble
	}
	return s.checkMeaning()
}

// checkMeaning refuses a unit that the file contradicts.
func (s *selection) checkMeaning() *power.InputError {
	m := s.means[s.valueAt]
	if !m.certain || m.unit.Steps() == s.series.Unit.Steps() && sameQuantity(m.unit, s.series.Unit) {
		return nil
	}
	problem := fmt.Sprintf("column %q is in %s, and the series says %s", s.names[s.valueAt], m.unit, s.series.Unit)
	return s.refuse(0, "unit", problem, "correct the unit of the series")
}

func (s *selection) checkUnit() *power.InputError {
	quantity, known := s.series.Unit.Quantity()
	if !known {
		return s.refuse(0, "unit", fmt.Sprintf("unit %q is not known", s.series.Unit), "write one of "+strings.Join(power.Units(), ", "))
	}
	if s.series.Quantity != "" && s.series.Quantity != quantity {
		return s.refuse(0, "unit", fmt.Sprintf("%s is a unit of %s, not of %s", s.series.Unit, quantity, s.series.Quantity), "correct unit or quantity")
	}
	return nil
}

// columns returns the columns the selection looks at.
func (s *selection) columns() []int {
	needed := append([]int{s.timeAt, s.valueAt}, s.keyAt...)
	for _, f := range s.filters {
		needed = append(needed, f.column)
	}
	return needed
}

// takeRow gives a row to every selection.
func takeRow(selections []*selection, r row) error {
	for _, s := range selections {
		if err := s.take(r); err != nil {
			return err
		}
	}
	return nil
}

// take adds the reading of a row, if the row is one of the series'.
func (s *selection) take(r row) error {
	s.rows++
	for i := range s.filters {
		cell, f := r.text(s.filters[i].column)
		if f != nil || !s.filters[i].admits(cell) {
			return nil // an empty cell is no value that was asked for
		}
	}
	into, column, f := s.instrument(r)
	if f != nil {
		return s.leave(r, column, f)
	}
	at, f := r.instant(s.timeAt, s.timing)
	if f != nil {
		return s.leave(r, s.timeAt, f)
	}
	value, f := r.number(s.valueAt)
	if f != nil {
		return s.leave(r, s.valueAt, f)
	}
	fixed, err := s.series.Unit.Fixed(value)
	if err != nil {
		return r.place(s.valueAt, &fault{problem: err.Error(), remedy: "check the unit of the series"})
	}
	return s.keep(into, at, fixed)
}

// leave leaves out a cell that says there was no reading, and fails on all other trouble.
func (s *selection) leave(r row, column int, f *fault) error {
	trouble := r.place(column, f)
	if !f.missing {
		return trouble
	}
	if s.stray == nil {
		s.stray = trouble
	}
	s.miss(trouble)
	return nil
}

// instrument returns where the reading of a row belongs, or the column that keeps it from being told.
func (s *selection) instrument(r row) (*instrument, int, *fault) {
	s.instruments.begin()
	for _, column := range s.keyAt {
		cell, f := r.text(column)
		if f == nil && len(cell) == 0 {
			f = &fault{problem: "is empty, so the instrument has no name", remedy: "fill it in, or name other columns as instruments"}
		}
		if f != nil {
			return nil, column, f
		}
		s.instruments.addKey(cell)
	}
	into := s.instruments.current()
	if into == nil {
		return nil, s.keyAt[0], tooManyInstruments()
	}
	return into, 0, nil
}

func tooManyInstruments() *fault {
	return &fault{field: "instruments", problem: fmt.Sprintf("tells more than %d instruments apart", maxInstruments), remedy: "name only the columns that identify a meter"}
}

// keep hands a reading on. Readings are gathered for the writer, which is faster than one by one.
func (s *selection) keep(into *instrument, at, value int64) error {
	if s.lane != nil {
		s.lane.add(into.number, at, value)
		return nil
	}
	s.taken++
	into.at, into.value = append(into.at, at), append(into.value, value)
	if len(into.at) < gathered {
		return nil
	}
	return s.pass(into)
}

// gathered is how many readings of an instrument are handed on together.
const gathered = 256

func (s *selection) pass(one *instrument) error {
	err := s.writer.Add(s.writer.Instrument(s.name(one)), one.at, one.value)
	one.at, one.value = one.at[:0], one.value[:0]
	return err
}

// name is what an instrument is called: its keys with their columns, or the column of the readings.
func (s *selection) name(one *instrument) string {
	if len(s.keyAt) == 0 {
		return s.names[s.valueAt]
	}
	var names []string
	for _, column := range s.keyAt {
		names = append(names, s.names[column])
	}
	return one.name(names)
}

// incomplete is the trouble with a selection that took nothing.
func (s *selection) incomplete() *power.InputError {
	if s.taken == 0 {
		return s.empty()
	}
	return nil
}

// finish returns what was taken, in the natural order of the instruments.
func (s *selection) finish() (*canonical.Readings, error) {
	rank := map[string]int{}
	for i, one := range s.instruments.sorted() {
		rank[s.name(one)] = i
		if err := s.pass(one); err != nil {
			return nil, err
		}
	}
	return s.writer.Finish(func(a, b string) int { return cmp.Compare(rank[a], rank[b]) })
}

// closing gives up what selections took, after trouble.
func closing(selections []*selection, err error) error {
	for _, s := range selections {
		err = errors.Join(err, s.writer.Close())
	}
	return err
}

// strayed is the trouble with a series all of whose readings were left out: the first one's.
func (s *selection) strayed() *power.InputError {
	trouble := *s.stray
	trouble.Problem = "there is no reading; the first line " + trouble.Problem
	if trouble.Field != "" {
		trouble.Problem = "there is no reading; the first cell " + s.stray.Problem
	}
	return &trouble
}

// miss counts a place without a reading.
func (s *selection) miss(where *power.InputError) {
	if s.lane != nil {
		s.lane.missed = append(s.lane.missed, where)
		return
	}
	s.writer.Miss(where)
}

// empty is the trouble with a series that took no reading.
func (s *selection) empty() *power.InputError {
	if s.stray != nil {
		return s.strayed()
	}
	if s.rows == 0 {
		return s.refuse(0, "", "has no readings", "give the file with the meter's readings below its header")
	}
	var asked, others []string
	for i := range s.filters {
		asked = append(asked, s.filters[i].asked())
		if len(s.filters[i].met) > 0 {
			others = append(others, s.filters[i].others())
		}
	}
	return s.refuse(0, "where", "no row has "+strings.Join(asked, " and "), strings.Join(others, ", "))
}
