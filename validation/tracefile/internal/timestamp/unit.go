package timestamp

import (
	"time"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// timeUnits are the units of calendar.TimeUnits but for days.
var timeUnits = []struct {
	name string
	tick time.Duration
}{{"ps", columnname.Picosecond}, {"ns", time.Nanosecond}, {"us", time.Microsecond}, {"ms", time.Millisecond}, {"s", time.Second}, {"min", time.Minute}, {"h", time.Hour}}

// TickNamed returns how many nanoseconds a unit is that a series states, 0 if it states none; below 0 so many of it are one.
func TickNamed(unit string) int64 {
	for _, one := range timeUnits {
		if one.name == unit {
			return int64(one.tick)
		}
	}
	return 0
}

// uncountable is the error of a count that is no time in the unit of its column, or in the one that was assumed.
func (c *Clock) uncountable(t Tally) *celltext.Error {
	if c.Tick != 0 || t.Negative {
		return outsideYears()
	}
	return &celltext.Error{
		Asks:    "time_unit",
		Problem: "the unit of the times is not stated: taken for seconds, or for the unit that their size suggests, they are outside the years 1970 to 2200",
		Remedy:  "set time_unit of the series to s, ms, us, ns or ps",
	}
}
