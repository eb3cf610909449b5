package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/power"
)

// Finish returns the readings of every selection. A selection without a reading is an error in the input.
func Finish(selections []*Selection) ([]*canonical.Readings, error) {
	all := make([]*canonical.Readings, len(selections))
	var inputErrs power.InputErrors
	for i, s := range selections {
		inputErr := s.damage.refusal
		switch {
		case inputErr != nil:
		case s.Taken == 0:
			inputErr = s.empty()
		default:
			inputErr = s.absentValue()
		}
		if inputErr != nil {
			inputErrs = append(inputErrs, inputErr)
			continue
		}
		var err error
		if all[i], err = s.finish(); err != nil {
			return nil, Closing(selections, err)
		}
	}
	if len(inputErrs) > 0 {
		return nil, Closing(selections, celltext.JoinErrors(inputErrs))
	}
	return all, nil
}

// finish returns what was taken, in the natural order of the meters, so that rack 9 stands before rack 10.
func (s *Selection) finish() (*canonical.Readings, error) {
	if err := s.PassAll(); err != nil {
		return nil, err
	}
	rank := map[string]int{}
	for _, one := range slices.SortedStableFunc(slices.Values(s.Instruments.All),
		func(a, b *Instrument) int { return slices.CompareFunc(a.Key, b.Key, naturally) }) {
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

func (s *Selection) without() *power.InputError {
	return s.Refuse(0, s.Names[s.ValuesAt[0]], "holds no reading in the rows that were asked for",
		"name another column, or give a log with readings")
}

func (s *Selection) empty() *power.InputError {
	if s.stray != nil {
		inputErr, of := *s.stray, "line "
		if inputErr.Field != "" {
			of = "cell "
		}
		inputErr.Problem = "there is no reading; the first " + of + inputErr.Problem
		return &inputErr
	}
	if s.Rows == 0 {
		return s.Refuse(0, "", "has no readings", "give the file with the meter's readings below its header")
	}
	var asked, others []string
	for i := range s.Filters {
		f := &s.Filters[i]
		asked = append(asked, f.name+" = "+strings.Join(f.Allowed, " or "))
		if rejected := f.rejected(); len(rejected) > 0 {
			slices.Sort(rejected)
			others = append(others, f.name+" holds "+celltext.Listed(rejected))
		}
	}
	if len(others) == 0 {
		return s.without()
	}
	return s.Refuse(0, "where", "no row has "+strings.Join(asked, " and "), strings.Join(others, ", "))
}

// Closing closes what selections read, after an error, and returns the error.
func Closing(selections []*Selection, err error) error {
	for _, s := range selections {
		err = errors.Join(err, s.Writer.Close())
	}
	return err
}

// A log with few rows that cannot be read is read without them: at most fewDamaged, or one in rareDamage.
const (
	fewDamaged = 10
	rareDamage = 100
	// surelyDamaged is how many end the reading at once if they are more than one in rareDamage so far.
	surelyDamaged = 10_000
)

// FewDamaged reports whether so many rows that cannot be read are few among all.
func FewDamaged(damaged, rows int) bool { return damaged <= fewDamaged || damaged*rareDamage <= rows }

type damage struct {
	count    int
	first    *power.InputError
	before   int               // rows that were taken of other sheets
	readings int               // likewise
	refusal  *power.InputError // why the log is not read, nil if it is
}

func (d *damage) settle(s *Selection) {
	rows, taken := s.Rows-d.before, s.Taken-d.readings
	if d.refusal != nil || d.count == 0 || FewDamaged(d.count, d.count+taken) && d.count < taken {
		return
	}
	inputErr := *d.first
	if d.count > fewDamaged {
		inputErr.Problem += fmt.Sprintf(", and %d more of %d rows cannot be read", d.count-1, rows)
	}
	d.refusal = &inputErr
}

func (s *Selection) leaveOut(where *power.InputError) error {
	if s.Batch != nil {
		s.Batch.missing = append(s.Batch.missing, leftOut{where, true})
		return nil
	}
	d := &s.damage
	if d.count++; d.first == nil {
		d.first = where
	}
	if d.count > surelyDamaged {
		if d.settle(s); d.refusal != nil {
			return d.refusal
		}
	}
	noted := *where
	if noted.Problem += "; it is left out"; d.count > fewDamaged {
		noted.Field, noted.Problem = "", "cannot be read, like other rows, and is left out"
	}
	s.lackEnergy(&noted)
	s.Writer.CountMissing(&noted)
	return nil
}

func (s *Selection) leave(r Row, column int, f *celltext.Error) error {
	where := r.Place(column, f)
	switch {
	case f.Unreadable:
		return s.leaveOut(where)
	case !f.Missing:
		return where
	}
	s.lackEnergy(where)
	s.Miss(where)
	return nil
}

func (s *Selection) lackEnergy(where *power.InputError) {
	if s.interval {
		where.Problem += ", and the total lacks its energy"
	}
}

// Miss counts a place without a reading.
func (s *Selection) Miss(where *power.InputError) {
	if s.stray == nil {
		s.stray = where
	}
	if s.Batch != nil {
		s.Batch.missing = append(s.Batch.missing, leftOut{where, false})
		return
	}
	s.Writer.CountMissing(where)
}

// What an energy reading counts.
const (
	CountsTotal    = "total"
	CountsInterval = "interval"
)

// counter makes one running total of the energy readings of a meter. Parts of a millijoule are carried, so that small
// ones add up.
type counter struct {
	whole, rest int64 // millijoules added up so far, and billionths of one
	started     bool
	last        float64 // the reading before, in the unit of the series
	at          int64   // its time
}

// Counts reports whether readings have to be made a running total first: they count intervals, or a total that is
// reset.
func (s *Selection) Counts() bool { return s.interval || s.Series.WrapsAt > 0 }

// fixed returns what the trace holds of a reading in the unit of the series, and whether its total was reset with this
// one.
func (s *Selection) fixed(into *Instrument, at int64, value float64) (fixed int64, reset bool, f *celltext.Error) {
	if !s.Counts() {
		fixed, err := s.inUnit().Fixed(value)
		if err != nil {
			return 0, false, UnitMismatch(err)
		}
		return fixed, false, nil
	}
	c := &into.counter
	// what counts on from the reading before it in the file would count on from another in the order of time
	if c.started && at < c.at {
		return 0, false, &celltext.Error{Field: s.Names[s.TimeAt], Problem: "lies before the reading above it, " +
			"which the energy is counted on from", Remedy: "sort the file by time"}
	}
	reset = !s.interval && c.started && value < c.last
	fixed, f = s.counted(c, value, reset)
	c.started, c.last, c.at = true, value, at
	return fixed, reset, f
}

// UnitMismatch is the error of a reading that does not fit the unit of its series.
func UnitMismatch(err error) *celltext.Error {
	return &celltext.Error{Problem: err.Error(), Remedy: "check the unit of the series"}
}

// counted adds an interval to the total, or returns a total with what was counted before its reset.
func (s *Selection) counted(c *counter, value float64, reset bool) (int64, *celltext.Error) {
	if !s.interval && value > s.Series.WrapsAt {
		return 0, &celltext.Error{Problem: fmt.Sprintf("%v is more than %v, at which the total wraps", value,
			s.Series.WrapsAt), Remedy: "correct wraps_at"}
	}
	if reset {
		if err := c.add(s.Series.Unit, s.Series.WrapsAt); err != nil {
			return 0, UnitMismatch(err)
		}
	}
	used := 1.0                         // which part of the energy of a reading was used by its timestamp
	if s.interval && s.Stamp != "end" { // of the format, which knows better
		switch s.Series.Stamp {
		case "begin":
			used = 0
		case "middle":
			used = 0.5
		}
	}
	sum := *c
	if err := sum.add(s.Series.Unit, value*used); err != nil {
		return 0, UnitMismatch(err)
	}
	if s.interval {
		if err := c.add(s.Series.Unit, value); err != nil {
			return 0, UnitMismatch(err)
		}
	}
	if 2*sum.rest >= billion { // to the nearest millijoule
		return sum.whole + 1, nil
	}
	return sum.whole, nil
}

const billion = 1_000_000_000

func (c *counter) add(unit power.Unit, value float64) error {
	whole, rest, err := unit.Parts(value)
	if err != nil {
		return err
	}
	if rest += c.rest; rest >= billion {
		whole, rest = whole+1, rest-billion
	}
	if whole > 0 && c.whole > math.MaxInt64-1-whole || whole < 0 && c.whole < math.MinInt64-whole {
		return fmt.Errorf("%v %s more than before is not an energy that can be counted", value, unit)
	}
	c.whole, c.rest = c.whole+whole, rest
	return nil
}
