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

// counter makes one running total of the energy readings of a meter. Parts of a millijoule are carried, so that small ones add up.
type counter struct {
	whole, rest int64 // millijoules added up so far, and billionths of one
	started     bool
	last        float64 // the reading before, in the unit of the series
	at          int64   // its time
}

// Counts reports whether readings have to be made a running total first: they count intervals, or a total that is reset.
func (s *Selection) Counts() bool { return s.interval || s.Series.WrapsAt > 0 }

// fixed returns what the trace holds of a reading in the unit of the series, and whether its total was reset with this one.
func (s *Selection) fixed(into *Instrument, at int64, value float64) (fixed int64, reset bool, f *celltext.Error) {
	if !s.Counts() {
		fixed, err := s.Series.Unit.Fixed(value)
		if err != nil {
			return 0, false, UnitMismatch(err)
		}
		return fixed, false, nil
	}
	c := &into.counter
	if c.started && at < c.at { // what counts on from the reading before it in the file would count on from another in the order of time
		return 0, false, &celltext.Error{Field: s.Names[s.TimeAt], Problem: "lies before the reading above it, which the energy is counted on from", Remedy: "sort the file by time"}
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
		return 0, &celltext.Error{Problem: fmt.Sprintf("%v is more than %v, at which the total wraps", value, s.Series.WrapsAt), Remedy: "correct wraps_at"}
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
