package table

import (
	"fmt"
	"math"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
)

// What an energy reading counts.
const (
	CountsTotal    = "total"
	CountsInterval = "interval"
)

// counter makes one running total of the energy readings of a meter, which come in the order of
// the file. Parts of a millijoule are carried, so that readings smaller than what a trace holds add up.
type counter struct {
	whole, rest int64 // millijoules added up so far, and billionths of one
	started     bool
	last        float64 // the reading before, in the unit of the series
	at          int64   // its time
}

// Counts reports whether the readings of the series have to be made a running total first, one by one
// and in the order of the file: they count intervals, or a total that is reset.
func (s *Selection) Counts() bool { return s.interval || s.Series.WrapsAt > 0 }

// fixed returns what the trace holds of a reading, a number in the unit of the series. The readings of
// a meter come in the order of the file. reset reports that its total was reset with this one.
func (s *Selection) fixed(into *Instrument, at int64, value float64) (fixed int64, reset bool, f *celltext.Error) {
	if !s.Counts() {
		fixed, err := s.Series.Unit.Fixed(value)
		if err != nil {
			return 0, false, UnitMismatch(err)
		}
		return fixed, false, nil
	}
	c := &into.counter
	if c.started && at < c.at {
		return 0, false, s.disordered()
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

// disordered is the error of an earlier reading after a later one: what counts on from the reading before it in the file would
// count on from another in the order of time.
func (s *Selection) disordered() *celltext.Error {
	return &celltext.Error{Field: s.Names[s.TimeAt], Problem: "lies before the reading above it, which the energy is counted on from", Remedy: "sort the file by time"}
}

// counted adds an interval to the total, or returns a total with what was counted before it started
// again.
func (s *Selection) counted(c *counter, value float64, reset bool) (int64, *celltext.Error) {
	if !s.interval && value > s.Series.WrapsAt {
		return 0, &celltext.Error{Problem: fmt.Sprintf("%v is more than %v, at which the total wraps", value, s.Series.WrapsAt), Remedy: "correct wraps_at"}
	}
	if reset {
		if err := c.add(s.Series.Unit, s.Series.WrapsAt); err != nil {
			return 0, UnitMismatch(err)
		}
	}
	sum := *c
	if err := sum.add(s.Series.Unit, value*s.usedBy()); err != nil {
		return 0, UnitMismatch(err)
	}
	if s.interval {
		if err := c.add(s.Series.Unit, value); err != nil {
			return 0, UnitMismatch(err)
		}
	}
	return sum.rounded(), nil
}

// usedBy is which part of the energy of a reading was used by its timestamp: all of it, unless that is said to stand at the begin
// or in the middle of the interval.
func (s *Selection) usedBy() float64 {
	switch {
	case !s.interval || s.Stamp == "end": // of the format, which knows better
		return 1
	case s.Series.Stamp == "begin":
		return 0
	case s.Series.Stamp == "middle":
		return celltext.Half
	}
	return 1
}

// billion is how many parts of a millijoule are distinguished.
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

// rounded returns the nearest whole millijoules.
func (c *counter) rounded() int64 {
	if 2*c.rest >= billion {
		return c.whole + 1
	}
	return c.whole
}

// noteReset notes where a total was reset.
func (s *Selection) noteReset(where *power.InputError) {
	where.Problem = fmt.Sprintf("the total fell, so it wrapped at %v %s and is counted on", s.Series.WrapsAt, s.Series.Unit)
	s.Notes.Add(where)
}
