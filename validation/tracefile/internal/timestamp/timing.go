package timestamp

import (
	"time"

	"green500/validation/power"
)

// Timing is what a series says about its times. Series whose timing is equal read a time alike.
type Timing struct {
	Zone      *time.Location // of times written without one, nil if the document states none
	Layout    string         // of the times in the letters of strftime, where the document states it
	Unit      string         // that times are counted in, where the document states it
	DateOrder string         // day-first, month-first or year-first, where the document states it
	origin    int64          // nanoseconds since 1970 UTC at which the clock of the file stood at zero
	day       int64          // that origin shows by its own offset, in seconds; that of times whose zone is not stated
	Counted   bool           // origin is stated
}

// TimingOf returns how the times of a series are read. zone may be nil.
func TimingOf(series *power.Series, zone *time.Location) Timing {
	t := Timing{Zone: zone, Layout: series.TimeFormat, Unit: series.TimeUnit, DateOrder: series.DateOrder}
	if !series.Origin.IsZero() {
		_, offset := series.Origin.Zone()
		shown := series.Origin.Unix() + int64(offset)
		t.origin, t.day, t.Counted = series.Origin.UnixNano(), shown-shown%SecondsPerDay, true
	}
	return t
}
