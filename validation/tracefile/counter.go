package tracefile

import (
	"fmt"
	"math"

	"green500/validation/power"
)

// What an energy reading counts.
const (
	countsTotal    = "total"
	countsInterval = "interval"
)

// counter makes one running total of the energy readings of an instrument, which come in the order of
// the file. Parts of a millijoule are carried, so that readings smaller than what a trace holds add up.
type counter struct {
	whole, rest int64 // millijoules added up so far, and billionths of one
	met         bool
	last        float64 // the reading before, in the unit of the series
	at          int64   // its time
}

// counts reports whether the readings of the series have to be made a running total first, one by one
// and in the order of the file: they count intervals, or a total that starts anew.
func (s *selection) counts() bool { return s.interval || s.series.WrapsAt > 0 }

// fixed returns what the trace holds of a reading, a number in the unit of the series. The readings of
// an instrument come in the order of the file. anew tells that its total started anew with this one.
func (s *selection) fixed(into *instrument, at int64, value float64) (fixed int64, anew bool, f *fault) {
	if !s.counts() {
		fixed, err := s.series.Unit.Fixed(value)
		if err != nil {
			return 0, false, unfit(err)
		}
		return fixed, false, nil
	}
	c := &into.counter
	if c.met && at < c.at {
		return 0, false, s.disordered()
	}
	anew = !s.interval && c.met && value < c.last
	fixed, f = s.counted(c, value, anew)
	c.met, c.last, c.at = true, value, at
	return fixed, anew, f
}

func unfit(err error) *fault {
	return &fault{problem: err.Error(), remedy: "check the unit of the series"}
}

// disordered is trouble because a reading that counts on from the one before it in the file would
// count on from another in the order of time.
func (s *selection) disordered() *fault {
	return &fault{field: s.names[s.timeAt], problem: "lies before the reading above it, which the energy is counted on from", remedy: "sort the file by time"}
}

// counted adds an interval to the total, or returns a total with what was counted before it started
// anew.
func (s *selection) counted(c *counter, value float64, anew bool) (int64, *fault) {
	if !s.interval && value > s.series.WrapsAt {
		return 0, &fault{problem: fmt.Sprintf("%v is more than %v, where the total is said to start anew", value, s.series.WrapsAt), remedy: "correct wraps_at"}
	}
	if anew {
		if err := c.add(s.series.Unit, s.series.WrapsAt); err != nil {
			return 0, unfit(err)
		}
	}
	sum := *c
	if err := sum.add(s.series.Unit, value*s.usedBy()); err != nil {
		return 0, unfit(err)
	}
	if s.interval {
		if err := c.add(s.series.Unit, value); err != nil {
			return 0, unfit(err)
		}
	}
	return sum.rounded(), nil
}

// usedBy is which part of the energy of a reading was used by its timestamp: all of it, unless that is said to stand at the begin
// or in the middle of the interval.
func (s *selection) usedBy() float64 {
	switch {
	case !s.interval || s.stamp == "end": // of the format, which knows better
		return 1
	case s.series.Stamp == "begin":
		return 0
	case s.series.Stamp == "middle":
		return half
	}
	return 1
}

// billion is how many parts of a millijoule are told apart.
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

// startedAnew notes where a total started anew.
func (s *selection) startedAnew(where *power.InputError) {
	where.Problem = fmt.Sprintf("the total fell, so it started anew at %v %s and is counted on", s.series.WrapsAt, s.series.Unit)
	s.notes.add(where)
}
