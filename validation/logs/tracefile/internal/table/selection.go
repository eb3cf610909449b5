package table

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Selection is what one series takes from a file.
type Selection struct {
	scale power.Scale // of the unit of the series
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
		s := &Selection{Table: t, Request: r, Timing: timestamp.TimingOf(r.Series, r.Zone),
			Instruments: instruments{index: map[string]int{}}}
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
	if said := s.Series.Decimal; said != "" { // which is the same for all series
		if s.Decimal != "" && s.Decimal != said {
			return s.Refuse(0, "decimal", "two series read the numbers of the file in different ways",
				"correct decimal of one")
		}
		s.Decimal = said
	}
	s.DateOrders |= timestamp.OrdersNamed(s.Series.DateOrder)
	if s.TimeAt = s.Time; s.Series.Time != "" {
		s.TimeAt, inputErr = s.Find("time", s.Series.Time)
	} else if s.Untimed != nil {
		inputErr = s.Timeless()
	}
	if inputErr != nil {
		return inputErr
	}
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
	return s.resolveColumns()
}

func (s *Selection) resolveColumns() (inputErr *power.InputError) {
	taken := append([]int{s.TimeAt}, s.KeyAt...)
	for _, name := range slices.Sorted(maps.Keys(s.Series.Where)) {
		column, inputErr := s.Find("where", name)
		if inputErr != nil {
			return inputErr
		}
		s.Filters = append(s.Filters, newFilter(s.Names[column], column, s.Series.Where[name]))
		taken = append(taken, column)
	}
	if kinds := s.Mixed.Kinds; len(kinds) >= 2 && !s.filters(s.Mixed.Column) {
		names := make([]string, len(kinds))
		for i, one := range kinds {
			names[i] = one.Name
		}
		problem := fmt.Sprintf("column %s contains %d kinds of readings", s.Names[s.Mixed.Column], len(names))
		return s.Refuse(0, "where", problem, "choose with where; the file has "+celltext.Listed(names))
	}
	if s.ValuesAt, inputErr = s.valueColumns(s.Series, taken); inputErr != nil {
		return inputErr
	}
	for _, column := range s.ValuesAt {
		means := s.Means[column]
		if means.Certain && !(means.Unit.Steps() == s.Series.Unit.Steps() && SameQuantity(means.Unit, s.Series.Unit)) {
			return s.Refuse(0, "unit", fmt.Sprintf("%s is in %s, not in %s", s.Names[column], means.Unit,
				s.Series.Unit), "write unit "+string(means.Unit))
		}
	}
	u := &s.RowUnits
	s.ByRow = u.Known && slices.Equal(s.ValuesAt, []int{u.Value}) && !s.filters(u.Column)
	s.interval = cmp.Or(s.Series.Counts, s.Means[s.ValuesAt[0]].Counts) == CountsInterval
	if s.Counts() && len(s.Series.Continued) > 0 {
		return s.Refuse(0, "continued", "the energy would be counted from zero again in every file",
			"put the files together in one, or in an archive")
	}
	return s.Start(s.Table)
}

func (s *Selection) filters(column int) bool {
	return slices.ContainsFunc(s.Filters, func(f Filter) bool { return f.Column == column })
}

// Start determines when the times of a sheet began that count from a start; logs of an archive have each their own.
func (s *Selection) Start(t *Table) (inputErr *power.InputError) {
	if s.TimeAt < len(t.Means) && t.Means[s.TimeAt].Elapsed { // the name of a member, which is no time, has no meaning
		s.Begins, inputErr = t.begins(s.Series, s.Zone)
	}
	return inputErr
}

func (s *Selection) checkUnit() *power.InputError {
	unit, stated := s.Series.Unit, s.Series.Quantity
	switch quantity, known := unit.Quantity(); {
	case unit == "":
		return s.Refuse(0, "unit", "nothing states the unit of the readings",
			"set unit of the series to one of "+strings.Join(power.Units(), ", "))
	case !known:
		return s.Refuse(0, "unit", fmt.Sprintf("unit %q is not known", unit),
			"write one of "+strings.Join(power.Units(), ", "))
	case stated != "" && stated != quantity:
		return s.Refuse(0, "unit", fmt.Sprintf("%s is a unit of %s, not of %s", unit, quantity, stated),
			"correct unit or quantity")
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
			to := power.Unit("") // if the first rows are all in one unit, the series may know better
			if s.RowUnits.Several {
				to = s.Series.Unit
			}
			value, unread = s.RowUnits.InRowUnit(r, value, to)
		}
		if unread != nil && unread.Other {
			continue
		}
		if into == nil {
			var f *celltext.Error
			if into, at, column, f = s.instrument(r); f != nil {
				return s.leave(r, column, f)
			}
		}
		if err := s.takeCell(r, i, into, at, value, unread); err != nil {
			return err
		}
	}
	return nil
}

func (s *Selection) takeCell(r Row, i int, into *Instrument, at int64, value float64, unread *celltext.Error) error {
	column := s.ValuesAt[i]
	if unread != nil {
		return s.leave(r, column, unread)
	}
	if s.Batch != nil {
		fixed, err := s.inUnit().Fixed(value)
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
		where := r.Place(column, &celltext.Error{})
		where.Problem = fmt.Sprintf("the total fell, so it wrapped at %v %s and is counted on", s.Series.WrapsAt,
			s.Series.Unit)
		s.Notes.Add(where)
	}
	s.Taken++
	if one.at, one.value = append(one.at, at), append(one.value, fixed); len(one.at) < gathered {
		return nil
	}
	return s.pass(one, column)
}

func (s *Selection) inUnit() power.Scale {
	if s.scale.Unit != s.Series.Unit {
		s.scale = s.Series.Unit.Scale()
	}
	return s.scale
}

const gathered = 256 // how many readings of a meter are handed on together, which is faster than one by one

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

func (s *Selection) instrument(r Row) (into *Instrument, at int64, column int, f *celltext.Error) {
	s.Instruments.Begin()
	for _, column := range s.KeyAt {
		cell, f := r.Text(column)
		if f == nil && len(cell) == 0 {
			f = &celltext.Error{Problem: "is empty, so the meter has no name",
				Remedy: "fill it in, or name other columns as instruments", Unreadable: true}
		}
		if f != nil {
			return nil, 0, column, f
		}
		s.Instruments.AddKey(cell)
	}
	if into = s.Instruments.Current(s.MostInstruments()); into == nil {
		return nil, 0, s.KeyAt[0], tooManyInstruments()
	}
	at, f = r.Instant(s.TimeAt, s.Timing)
	return into, s.Begins + at, s.TimeAt, f
}

const maxInstruments = 100_000 // bounds the traces of a series; more come of naming a column that is no key

// MostInstruments is how many keys may be distinguished, each of which has a lane a column.
func (s *Selection) MostInstruments() int { return maxInstruments / len(s.ValuesAt) }

func tooManyInstruments() *celltext.Error {
	return &celltext.Error{Field: "instruments", Problem: fmt.Sprintf("holds more than %d different meters",
		maxInstruments), Remedy: "name only the columns that identify a meter"}
}

// WritersNumber is that of the meter of a column.
func (s *Selection) WritersNumber(one *Instrument, column int) int32 {
	if !one.known {
		one.number, one.known = s.Writer.Instrument(s.name(one, column)), true
	}
	return one.number
}

// name is what a meter is called, as "rack=245 num=1", or the column of the readings, or both.
func (s *Selection) name(one *Instrument, column int) string {
	var parts []string
	for k, key := range s.KeyAt {
		parts = append(parts, s.Names[key]+"="+one.Key[k])
	}
	if len(s.KeyAt) == 0 || len(s.ValuesAt) > 1 {
		parts = append(parts, s.Names[column])
	}
	return strings.Join(parts, " ")
}

// Instrument gathers the readings of one meter: nanoseconds since 1970 UTC, and microwatts or millijoules.
type Instrument struct {
	Index     int32 // among those of its selection
	Key       []string
	at, value []int64
	number    int32       // the writer's
	known     bool        // to the writer
	Next      *Instrument // the one whose reading followed last
	lanes     []Instrument
	counter   counter
}

// Lane returns the part of the meter that takes the readings of one of several columns.
func (i *Instrument) Lane(column, columns int) *Instrument {
	if columns == 1 {
		return i
	}
	if i.lanes == nil {
		i.lanes = make([]Instrument, columns)
		for k := range i.lanes {
			i.lanes[k].Key = i.Key
		}
	}
	return &i.lanes[column]
}

type instruments struct {
	All    []*Instrument
	index  map[string]int // by the joined cells
	joined []byte         // every cell followed by its length, so that no two keys are the same bytes
	ends   []int          // where each cell ends in joined
}

// Begin starts the key of the next row.
func (s *instruments) Begin() { s.joined, s.ends = s.joined[:0], s.ends[:0] }

// AddKey adds a cell to the key of the row.
func (s *instruments) AddKey(cell []byte) {
	s.joined = append(s.joined, cell...)
	s.ends = append(s.ends, len(s.joined))
	s.joined = binary.LittleEndian.AppendUint32(s.joined, uint32(len(cell)))
}

// Current returns the meter of the key, or nil if there are more than most.
func (s *instruments) Current(most int) *Instrument {
	if i, met := s.index[string(s.joined)]; met {
		return s.All[i]
	}
	if len(s.All) == most {
		return nil
	}
	one := &Instrument{Index: int32(len(s.All))}
	start := 0
	for _, end := range s.ends {
		one.Key = append(one.Key, celltext.Latin1(s.joined[start:end]))
		start = end + 4 // past the length
	}
	s.index[string(s.joined)] = len(s.All)
	s.All = append(s.All, one)
	return one
}

// naturally orders numbers before words, and words by the numbers in them.
func naturally(a, b string) int {
	x, aIsNumber := celltext.PlainNumber([]byte(a))
	y, bIsNumber := celltext.PlainNumber([]byte(b))
	if aIsNumber && bIsNumber && x != y {
		return cmp.Compare(x, y)
	}
	return cmp.Or(celltext.CountIf(bIsNumber)-celltext.CountIf(aIsNumber), celltext.NaturalOrder(a, b))
}
