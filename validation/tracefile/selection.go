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
	timeAt      int
	valuesAt    []int // one, or those that a pattern fits
	keyAt       []int
	filters     []filter
	instruments instruments
	writer      *canonical.Writer
	timing      timing
	rows, taken int
	stray       *power.InputError // the first cell that said there was no reading
	catch       *catch            // takes the readings while pieces of a file are read at once
	interval    bool              // readings count the energy since the one before
	begins      int64             // added to times that count from a start, in nanoseconds since 1970
	notes       notes
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
	s.ordersTold |= ordersNamed(s.series.DateOrder)
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
	if trouble = s.settleMixed(taken[1:]); trouble != nil {
		return trouble
	}
	if s.valuesAt, trouble = s.valueColumns(s.series, append(taken, s.keyAt...)); trouble != nil {
		return trouble
	}
	return s.settleMeaning()
}

// settleMeaning settles what the format knows of the columns that were chosen.
func (s *selection) settleMeaning() (trouble *power.InputError) {
	for _, column := range s.valuesAt {
		means := s.means[column]
		if means.certain && !(means.unit.Steps() == s.series.Unit.Steps() && sameQuantity(means.unit, s.series.Unit)) {
			return s.refuse(0, "unit", fmt.Sprintf("%s is in %s, not in %s", s.names[column], means.unit, s.series.Unit), "write unit "+string(means.unit))
		}
	}
	s.interval = cmp.Or(s.series.Counts, s.means[s.valuesAt[0]].counts) == countsInterval
	if s.counts() && len(s.series.Continued) > 0 {
		return s.refuse(0, "continued", "the energy would be counted anew in every file", "put the files together in one, or in an archive")
	}
	return s.start(s.table)
}

// start settles when the times of a sheet began that count from a start. The logs of an archive have
// each their own.
func (s *selection) start(t *table) (trouble *power.InputError) {
	if s.timeAt < len(t.means) && t.means[s.timeAt].elapsed { // the name of a member, which is no time, has no meaning
		s.begins, trouble = t.begins(s.series, s.zone)
	}
	return trouble
}

func (s *selection) checkUnit() *power.InputError {
	quantity, known := s.series.Unit.Quantity()
	if s.series.Unit == "" {
		return s.refuse(0, "unit", "nothing tells the unit of the readings", "set unit of the series to one of "+strings.Join(power.Units(), ", "))
	}
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
	needed := append([]int{s.timeAt}, s.valuesAt...)
	needed = append(needed, s.keyAt...)
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
	var into *instrument
	var at int64
	for i, column := range s.valuesAt {
		value, unread := r.number(column)
		if unread != nil && unread.other {
			continue
		}
		if into == nil {
			var column int
			var f *fault
			if into, at, column, f = s.settleRow(r); f != nil {
				return s.leave(r, column, f)
			}
		}
		if err := s.takeCell(r, i, into, at, value, unread); err != nil {
			return err
		}
	}
	return nil
}

// settleRow returns where the readings of a row belong, and when they were taken; or the column that
// keeps it from being told.
func (s *selection) settleRow(r row) (into *instrument, at int64, column int, f *fault) {
	if into, column, f = s.instrument(r); f != nil {
		return nil, 0, column, f
	}
	at, f = r.instant(s.timeAt, s.timing)
	return into, s.begins + at, s.timeAt, f
}

// takeCell adds the reading of a cell to the instrument it belongs to.
func (s *selection) takeCell(r row, i int, into *instrument, at int64, value float64, unread *fault) error {
	column := s.valuesAt[i]
	if unread != nil {
		return s.leave(r, column, unread)
	}
	if s.catch != nil {
		fixed, err := s.series.Unit.Fixed(value)
		if err != nil {
			return r.place(column, unfit(err))
		}
		s.catch.add(s.laneNumber(into, i), at, fixed)
		return nil
	}
	one := into.lane(i, len(s.valuesAt))
	fixed, anew, f := s.fixed(one, at, value)
	if f != nil {
		return r.place(column, f)
	}
	if anew {
		s.startedAnew(r.place(column, &fault{}))
	}
	return s.keep(one, column, at, fixed)
}

// leave leaves out a cell that says there was no reading, and fails on all other trouble.
func (s *selection) leave(r row, column int, f *fault) error {
	where := r.place(column, f)
	if !f.missing {
		return where
	}
	if s.interval {
		where.Problem += ", and the total lacks its energy"
	}
	s.miss(where)
	return nil
}

// miss counts a place without a reading.
func (s *selection) miss(where *power.InputError) {
	if s.stray == nil {
		s.stray = where
	}
	if s.catch != nil {
		s.catch.missed = append(s.catch.missed, where)
		return
	}
	s.writer.Miss(where)
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
	into := s.instruments.current(s.mostInstruments())
	if into == nil {
		return nil, s.keyAt[0], tooManyInstruments()
	}
	return into, 0, nil
}

// mostInstruments is how many keys may be told apart, each of which has a lane a column.
func (s *selection) mostInstruments() int { return maxInstruments / len(s.valuesAt) }

func tooManyInstruments() *fault {
	return &fault{field: "instruments", problem: fmt.Sprintf("tells more than %d instruments apart", maxInstruments), remedy: "name only the columns that identify a meter"}
}

// keep hands a reading on. Readings are gathered for the writer, which is faster than one by one.
func (s *selection) keep(into *instrument, column int, at, value int64) error {
	s.taken++
	into.at, into.value = append(into.at, at), append(into.value, value)
	if len(into.at) < gathered {
		return nil
	}
	return s.pass(into, column)
}

// gathered is how many readings of an instrument are handed on together.
const gathered = 256

func (s *selection) pass(one *instrument, column int) error {
	if len(one.at) == 0 {
		return nil
	}
	err := s.writer.Add(s.writersNumber(one, column), one.at, one.value, canonical.Multiples{})
	one.at, one.value = one.at[:0], one.value[:0]
	return err
}

// passAll hands on what was gathered of every instrument.
func (s *selection) passAll() error {
	for _, one := range s.instruments.all {
		for i, column := range s.valuesAt {
			if err := s.pass(one.lane(i, len(s.valuesAt)), column); err != nil {
				return err
			}
		}
	}
	return nil
}

// writersNumber is that of the instrument of a column.
func (s *selection) writersNumber(one *instrument, column int) int32 {
	if !one.known {
		one.number, one.known = s.writer.Instrument(s.name(one, column)), true
	}
	return one.number
}

// name is what an instrument is called: its keys with their columns, or the column of the readings;
// both where several columns hold readings of every key.
func (s *selection) name(one *instrument, column int) string {
	if len(s.keyAt) == 0 {
		return s.names[column]
	}
	var names []string
	for _, key := range s.keyAt {
		names = append(names, s.names[key])
	}
	if len(s.valuesAt) == 1 {
		return one.name(names)
	}
	return one.name(names) + " " + s.names[column]
}

// incomplete is the trouble with a selection that took nothing.
func (s *selection) incomplete() *power.InputError {
	if s.taken == 0 {
		return s.empty()
	}
	return nil
}

// finish returns what was taken, in the natural order of the instruments; columns in the order of
// the file.
func (s *selection) finish() (*canonical.Readings, error) {
	if err := s.passAll(); err != nil {
		return nil, err
	}
	rank := map[string]int{}
	for _, one := range s.instruments.sorted() {
		for i, column := range s.valuesAt {
			if name := s.name(one.lane(i, len(s.valuesAt)), column); rank[name] == 0 {
				rank[name] = len(rank) + 1
			}
		}
	}
	readings, err := s.writer.Finish(func(a, b string) int { return cmp.Compare(rank[a], rank[b]) })
	if err != nil {
		return nil, err
	}
	readings.Notes = append(readings.Notes, s.notes...)
	if len(readings.Traces) == 0 {
		_ = readings.Close() // nothing is in it
		return nil, s.without()
	}
	return readings, nil
}

// closing gives up what selections took, after trouble.
func closing(selections []*selection, err error) error {
	for _, s := range selections {
		err = errors.Join(err, s.writer.Close())
	}
	return err
}

// without is the trouble with a column that has no reading in the rows that were asked for.
func (s *selection) without() *power.InputError {
	return s.refuse(0, s.names[s.valuesAt[0]], "holds no reading in the rows that were asked for", "name another column, or give a log with readings")
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
	if len(others) == 0 {
		return s.without()
	}
	return s.refuse(0, "where", "no row has "+strings.Join(asked, " and "), strings.Join(others, ", "))
}
