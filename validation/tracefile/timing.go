package tracefile

import (
	"time"

	"green500/validation/power"
)

// timing is what a series tells of its times. Series whose timing is equal read a time alike.
type timing struct {
	zone      *time.Location // of times written without one, nil where the document tells none
	dateOrder string         // day-first, month-first or year-first, where the document tells it
	origin    int64          // nanoseconds since 1970 UTC at which the clock of the file stood at zero
	day       int64          // that origin shows by its own offset, in seconds; that of times whose zone is not told
	counted   bool           // origin is told
}

func timingOf(series *power.Series, zone *time.Location) timing {
	t := timing{zone: zone, dateOrder: series.DateOrder}
	if !series.Origin.IsZero() {
		_, offset := series.Origin.Zone()
		shown := series.Origin.Unix() + int64(offset)
		t.origin, t.day, t.counted = series.Origin.UnixNano(), shown-shown%secondsPerDay, true
	}
	return t
}
