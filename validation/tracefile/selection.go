package tracefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
)

// row is the row a format stands on, seen cell by cell. Texts are only good until the next row.
type row interface {
	text(column int) ([]byte, *fault)
	number(column int) (float64, *fault)
	instant(column int, zone *time.Location) (int64, *fault) // nanoseconds since 1970 UTC
	place(column int, f *fault) *power.InputError
}

// selection is what one series takes from a file.
type selection struct {
	*table
	request
	timeAt, valueAt int
	keyAt           []int
	filters         []filter
	instruments     instruments
	rows            int
}

// plan settles the columns of every request.
func plan(t *table, requests []request) ([]*selection, error) {
	var selections []*selection
	var troubles power.InputErrors
	for _, r := range requests {
		s := &selection{table: t, request: r, instruments: instruments{index: map[string]int{}}}
		if trouble := s.settle(); trouble != nil {
			troubles = append(troubles, trouble)
			continue
		}
		selections = append(selections, s)
	}
	return selections, oneOrAll(troubles)
}

func (s *selection) settle() (trouble *power.InputError) {
	if trouble = s.checkUnit(); trouble != nil {
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
	for _, name := range slices.Sorted(maps.Keys(s.series.Where)) {
		column, trouble := s.find("where", name)
		if trouble != nil {
			return trouble
		}
		s.filters = append(s.filters, newFilter(s.names[column], column, s.series.Where[name]))
		taken = append(taken, column)
	}
	s.valueAt, trouble = s.valueColumn(s.series, append(taken, s.keyAt...))
	return trouble
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
		if trouble := s.take(r); trouble != nil {
			return trouble
		}
	}
	return nil
}

// take adds the reading of a row, if the row is one of the series'.
func (s *selection) take(r row) *power.InputError {
	s.rows++
	for i := range s.filters {
		cell, f := r.text(s.filters[i].column)
		if f != nil || !s.filters[i].admits(cell) {
			return nil // an empty cell is no value that was asked for
		}
	}
	into, trouble := s.instrument(r)
	if trouble != nil {
		return trouble
	}
	at, f := r.instant(s.timeAt, s.zone)
	if f != nil {
		return r.place(s.timeAt, f)
	}
	value, f := r.number(s.valueAt)
	if f != nil {
		return r.place(s.valueAt, f)
	}
	fixed, err := s.series.Unit.Fixed(value)
	if err != nil {
		return r.place(s.valueAt, &fault{problem: err.Error(), remedy: "check the unit of the series"})
	}
	into.add(at, fixed)
	return nil
}

// instrument returns where the reading of a row belongs.
func (s *selection) instrument(r row) (*instrument, *power.InputError) {
	s.instruments.begin()
	for _, column := range s.keyAt {
		cell, f := r.text(column)
		if f == nil && len(cell) == 0 {
			f = &fault{problem: "is empty, so the instrument has no name", remedy: "fill it in, or name other columns as instruments"}
		}
		if f != nil {
			return nil, r.place(column, f)
		}
		s.instruments.addKey(cell)
	}
	into := s.instruments.current()
	if into == nil {
		return nil, s.refuse(0, "instruments", fmt.Sprintf("tells more than %d instruments apart", maxInstruments), "name only the columns that identify a meter")
	}
	return into, nil
}

// traces returns what was gathered.
func (s *selection) traces() ([]*power.Trace, *power.InputError) {
	if len(s.instruments.all) == 0 {
		return nil, s.empty()
	}
	var names []string
	for _, column := range s.keyAt {
		names = append(names, s.names[column])
	}
	quantity, _ := s.series.Unit.Quantity()
	var traces []*power.Trace
	for _, one := range s.instruments.sorted() {
		name := one.name(names)
		if len(names) == 0 {
			name = s.names[s.valueAt]
		}
		traces = append(traces, power.NewTrace(name, quantity, one.at, one.value))
	}
	return traces, nil
}

// empty is the trouble with a series that took no reading.
func (s *selection) empty() *power.InputError {
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
