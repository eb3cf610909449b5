package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/timestamp"
)

// Selection is what one series takes from a file.
type Selection struct {
	*Table
	Request
	TimeAt      int
	ValuesAt    []int // one, or those that a pattern fits
	KeyAt       []int
	Filters     []Filter
	Instruments instruments
	Writer      *canonical.Writer
	Timing      timestamp.Timing
	Rows, Taken int
	stray       *power.InputError // the first cell that said there was no reading
	damage      damage            // what of the sheet that is read cannot be
	Batch       *Batch            // takes the readings while pieces of a file are read at once
	ByRow       bool              // the row says in which unit its reading is
	interval    bool              // readings count the energy since the one before
	Begins      int64             // added to times that count from a start, in nanoseconds since 1970
	Notes       celltext.Notes
}

// Plan determines the columns of every request.
func Plan(t *Table, requests []Request, scratch canonical.Scratch) ([]*Selection, error) {
	var selections []*Selection
	var inputErrs power.InputErrors
	for _, r := range requests {
		s := &Selection{Table: t, Request: r, Timing: timestamp.TimingOf(r.Series, r.Zone), Instruments: instruments{index: map[string]int{}}}
		if inputErr := s.resolve(); inputErr != nil {
			inputErrs = append(inputErrs, inputErr)
			continue
		}
		quantity, _ := r.Series.Unit.Quantity()
		s.Writer = canonical.NewWriter(quantity, scratch)
		selections = append(selections, s)
	}
	return selections, celltext.JoinErrors(inputErrs)
}

func (s *Selection) resolve() (inputErr *power.InputError) {
	if inputErr = s.checkUnit(); inputErr != nil {
		return inputErr
	}
	if inputErr = s.resolveDecimal(s.Series); inputErr != nil {
		return inputErr
	}
	s.DateOrders |= timestamp.OrdersNamed(s.Series.DateOrder)
	if s.TimeAt, inputErr = s.timeColumn(s.Series); inputErr != nil {
		return inputErr
	}
	taken := []int{s.TimeAt}
	for _, name := range s.Series.Instruments {
		column, inputErr := s.Find("instruments", name)
		if inputErr != nil {
			return inputErr
		}
		s.KeyAt = append(s.KeyAt, column)
	}
	if len(s.Series.Instruments) == 0 {
		s.KeyAt = slices.Clone(s.Keys)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Series.Where)) {
		column, inputErr := s.Find("where", name)
		if inputErr != nil {
			return inputErr
		}
		s.Filters = append(s.Filters, newFilter(s.Names[column], column, s.Series.Where[name]))
		taken = append(taken, column)
	}
	if inputErr = s.resolveMixed(taken[1:]); inputErr != nil {
		return inputErr
	}
	if s.ValuesAt, inputErr = s.valueColumns(s.Series, append(taken, s.KeyAt...)); inputErr != nil {
		return inputErr
	}
	return s.resolveMeaning()
}

// resolveMeaning determines what the format knows of the columns that were chosen.
func (s *Selection) resolveMeaning() (inputErr *power.InputError) {
	for _, column := range s.ValuesAt {
		means := s.Means[column]
		if means.Certain && !(means.Unit.Steps() == s.Series.Unit.Steps() && SameQuantity(means.Unit, s.Series.Unit)) {
			return s.Refuse(0, "unit", fmt.Sprintf("%s is in %s, not in %s", s.Names[column], means.Unit, s.Series.Unit), "write unit "+string(means.Unit))
		}
	}
	u := &s.RowUnits
	s.ByRow = u.Known && slices.Equal(s.ValuesAt, []int{u.Value}) && !slices.ContainsFunc(s.Filters, func(f Filter) bool { return f.Column == u.Column })
	s.interval = cmp.Or(s.Series.Counts, s.Means[s.ValuesAt[0]].Counts) == CountsInterval
	if s.Counts() && len(s.Series.Continued) > 0 {
		return s.Refuse(0, "continued", "the energy would be counted from zero again in every file", "put the files together in one, or in an archive")
	}
	return s.Start(s.Table)
}

// Start determines when the times of a sheet began that count from a start. The logs of an archive have
// each their own.
func (s *Selection) Start(t *Table) (inputErr *power.InputError) {
	if s.TimeAt < len(t.Means) && t.Means[s.TimeAt].Elapsed { // the name of a member, which is no time, has no meaning
		s.Begins, inputErr = t.begins(s.Series, s.Zone)
	}
	return inputErr
}

func (s *Selection) checkUnit() *power.InputError {
	quantity, known := s.Series.Unit.Quantity()
	if s.Series.Unit == "" {
		return s.Refuse(0, "unit", "nothing states the unit of the readings", "set unit of the series to one of "+strings.Join(power.Units(), ", "))
	}
	if !known {
		return s.Refuse(0, "unit", fmt.Sprintf("unit %q is not known", s.Series.Unit), "write one of "+strings.Join(power.Units(), ", "))
	}
	if s.Series.Quantity != "" && s.Series.Quantity != quantity {
		return s.Refuse(0, "unit", fmt.Sprintf("%s is a unit of %s, not of %s", s.Series.Unit, quantity, s.Series.Quantity), "correct unit or quantity")
	}
	return nil
}

// Columns returns the columns the selection looks at.
func (s *Selection) Columns() []int {
	needed := append([]int{s.TimeAt}, s.ValuesAt...)
	needed = append(needed, s.KeyAt...)
	for _, f := range s.Filters {
		needed = append(needed, f.Column)
	}
	return needed
}

// TakeRow gives a row to every selection.
func TakeRow(selections []*Selection, r Row) error {
	for _, s := range selections {
		if err := s.take(r); err != nil {
			return err
		}
	}
	return nil
}

// take adds the reading of a row, if the row is one of the series'.
func (s *Selection) take(r Row) error {
	s.Rows++
	for i := range s.Filters {
		cell, f := r.Text(s.Filters[i].Column)
		if f != nil && f.Unreadable {
			return s.leave(r, s.Filters[i].Column, f) // it may be one of the series'
		}
		if f != nil || !s.Filters[i].Admits(cell) {
			return nil // an empty cell is no value that was requested
		}
	}
	var into *Instrument
	var at int64
	for i, column := range s.ValuesAt {
		value, unread := r.Number(column)
		if unread == nil && s.ByRow {
			value, unread = s.RowUnits.InRowUnit(r, value, s.rowUnit())
		}
		if unread != nil && unread.Other {
			continue
		}
		if into == nil {
			var column int
			var f *celltext.Error
			if into, at, column, f = s.resolveRow(r); f != nil {
				return s.leave(r, column, f)
			}
		}
		if err := s.takeCell(r, i, into, at, value, unread); err != nil {
			return err
		}
	}
	return nil
}

// rowUnit is the unit that readings are turned into whose rows say theirs. If the first rows are all in one, the series may know better.
func (s *Selection) rowUnit() power.Unit {
	if s.RowUnits.Several {
		return s.Series.Unit
	}
	return ""
}

// resolveRow returns where the readings of a row belong, and when they were taken; or the column whose
// cell prevents that.
func (s *Selection) resolveRow(r Row) (into *Instrument, at int64, column int, f *celltext.Error) {
	if into, column, f = s.instrument(r); f != nil {
		return nil, 0, column, f
	}
	at, f = r.Instant(s.TimeAt, s.Timing)
	return into, s.Begins + at, s.TimeAt, f
}

// takeCell adds the reading of a cell to the meter it belongs to.
func (s *Selection) takeCell(r Row, i int, into *Instrument, at int64, value float64, unread *celltext.Error) error {
	column := s.ValuesAt[i]
	if unread != nil {
		return s.leave(r, column, unread)
	}
	if s.Batch != nil {
		fixed, err := s.Series.Unit.Fixed(value)
		if err != nil {
			return s.leave(r, column, UnitMismatch(err))
		}
		s.Batch.Add(s.LaneNumber(into, i), at, fixed)
		return nil
	}
	one := into.Lane(i, len(s.ValuesAt))
	fixed, reset, f := s.fixed(one, at, value)
	if f != nil {
		return s.leave(r, column, f)
	}
	if reset {
		s.noteReset(r.Place(column, &celltext.Error{}))
	}
	return s.keep(one, column, at, fixed)
}

// instrument returns where the reading of a row belongs, or the column whose cell prevents that.
func (s *Selection) instrument(r Row) (*Instrument, int, *celltext.Error) {
	s.Instruments.Begin()
	for _, column := range s.KeyAt {
		cell, f := r.Text(column)
		if f == nil && len(cell) == 0 {
			f = &celltext.Error{Problem: "is empty, so the meter has no name", Remedy: "fill it in, or name other columns as instruments", Unreadable: true}
		}
		if f != nil {
			return nil, column, f
		}
		s.Instruments.AddKey(cell)
	}
	into := s.Instruments.Current(s.MostInstruments())
	if into == nil {
		return nil, s.KeyAt[0], tooManyInstruments()
	}
	return into, 0, nil
}

// MostInstruments is how many keys may be distinguished, each of which has a lane a column.
func (s *Selection) MostInstruments() int { return maxInstruments / len(s.ValuesAt) }

func tooManyInstruments() *celltext.Error {
	return &celltext.Error{Field: "instruments", Problem: fmt.Sprintf("holds more than %d different meters", maxInstruments), Remedy: "name only the columns that identify a meter"}
}

// keep hands a reading on. Readings are gathered for the writer, which is faster than one by one.
func (s *Selection) keep(into *Instrument, column int, at, value int64) error {
	s.Taken++
	into.at, into.value = append(into.at, at), append(into.value, value)
	if len(into.at) < gathered {
		return nil
	}
	return s.pass(into, column)
}

// gathered is how many readings of a meter are handed on together.
const gathered = 256

func (s *Selection) pass(one *Instrument, column int) error {
	if len(one.at) == 0 {
		return nil
	}
	err := s.Writer.Add(s.WritersNumber(one, column), one.at, one.value, canonical.Multiples{})
	one.at, one.value = one.at[:0], one.value[:0]
	return err
}

// PassAll hands on what was gathered of every meter.
func (s *Selection) PassAll() error {
	for _, one := range s.Instruments.All {
		for i, column := range s.ValuesAt {
			if err := s.pass(one.Lane(i, len(s.ValuesAt)), column); err != nil {
				return err
			}
		}
	}
	return nil
}

// WritersNumber is that of the meter of a column.
func (s *Selection) WritersNumber(one *Instrument, column int) int32 {
	if !one.known {
		one.number, one.known = s.Writer.Instrument(s.name(one, column)), true
	}
	return one.number
}

// name is what a meter is called: its keys with their columns, or the column of the readings;
// both where several columns hold readings of every key.
func (s *Selection) name(one *Instrument, column int) string {
	if len(s.KeyAt) == 0 {
		return s.Names[column]
	}
	var names []string
	for _, key := range s.KeyAt {
		names = append(names, s.Names[key])
	}
	if len(s.ValuesAt) == 1 {
		return one.name(names)
	}
	return one.name(names) + " " + s.Names[column]
}

// incomplete is the error of a selection that took nothing.
func (s *Selection) incomplete() *power.InputError {
	if s.damage.refusal != nil {
		return s.damage.refusal
	}
	if s.Taken == 0 {
		return s.empty()
	}
	return s.absentValue()
}

// finish returns what was taken, in the natural order of the meters; columns in the order of
// the file.
func (s *Selection) finish() (*canonical.Readings, error) {
	if err := s.PassAll(); err != nil {
		return nil, err
	}
	rank := map[string]int{}
	for _, one := range s.Instruments.sorted() {
		for i, column := range s.ValuesAt {
			if name := s.name(one.Lane(i, len(s.ValuesAt)), column); rank[name] == 0 {
				rank[name] = len(rank) + 1
			}
		}
	}
	readings, err := s.Writer.Finish(func(a, b string) int { return cmp.Compare(rank[a], rank[b]) })
	if err != nil {
		return nil, err
	}
	readings.Notes = append(readings.Notes, s.Notes...)
	readings.Choices = s.choices()
	if len(readings.Traces) == 0 {
		_ = readings.Close() // nothing is in it
		return nil, s.without()
	}
	return readings, nil
}

// without is the error of a column that has no reading in the rows that were requested.
func (s *Selection) without() *power.InputError {
	return s.Refuse(0, s.Names[s.ValuesAt[0]], "holds no reading in the rows that were asked for", "name another column, or give a log with readings")
}

// strayed is the error of a series all of whose readings were left out: the first one's.
func (s *Selection) strayed() *power.InputError {
	inputErr := *s.stray
	inputErr.Problem = "there is no reading; the first line " + inputErr.Problem
	if inputErr.Field != "" {
		inputErr.Problem = "there is no reading; the first cell " + s.stray.Problem
	}
	return &inputErr
}

// empty is the error of a series that took no reading.
func (s *Selection) empty() *power.InputError {
	if s.stray != nil {
		return s.strayed()
	}
	if s.Rows == 0 {
		return s.Refuse(0, "", "has no readings", "give the file with the meter's readings below its header")
	}
	var asked, others []string
	for i := range s.Filters {
		asked = append(asked, s.Filters[i].asked())
		if len(s.Filters[i].rejected()) > 0 {
			others = append(others, s.Filters[i].others())
		}
	}
	if len(others) == 0 {
		return s.without()
	}
	return s.Refuse(0, "where", "no row has "+strings.Join(asked, " and "), strings.Join(others, ", "))
}
