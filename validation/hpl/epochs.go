package hpl

import (
	"strconv"
	"time"

	"green500/validation/power"
)

// maxEpoch is the end of the year 9999 in seconds; milliseconds since 1970 are more than any date.
const maxEpoch = 253402300799

// epochs are clock lines that state seconds since 1970. HPL for GPUs prints them before the row of the result; if the first of
// them stands behind a row, all do.
type epochs struct {
	pair   [2]time.Time // start and end, for the next row
	behind bool
	begun  bool
}

func (e *epochs) take(results []Result, start bool, text string) {
	at, ok := epoch(text)
	if !ok {
		return
	}
	if !e.begun {
		e.begun, e.behind = true, len(results) > 0
	}
	into := &e.pair
	if e.behind {
		into = &results[len(results)-1].epochs
	}
	which := 1
	if start {
		which = 0
	}
	if into[which].IsZero() {
		into[which] = at
	}
	if e.behind {
		r := &results[len(results)-1]
		r.HasTimes = r.HasTimes || r.hasEpochs()
	}
}

func (e *epochs) give(r *Result) {
	if !e.behind {
		r.epochs, e.pair = e.pair, [2]time.Time{}
		r.HasTimes = r.hasEpochs()
	}
}

func epoch(text string) (time.Time, bool) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds <= 0 || seconds > maxEpoch {
		return time.Time{}, false
	}
	whole := int64(seconds)
	return time.Unix(whole, int64((seconds-float64(whole))*1e6)*1e3).UTC(), true // a float64 holds microseconds of today
}

func (r Result) hasEpochs() bool { return !r.epochs[0].IsZero() && !r.epochs[1].IsZero() }

// NeedsZone reports whether the times of the result are those of a clock without a zone.
func (r Result) NeedsZone() bool { return r.HasTimes && !r.hasEpochs() }

func (r Result) exact(zone *time.Location) power.Span {
	if zone == nil {
		zone = time.UTC
	}
	return power.NewSpan(r.epochs[0].In(zone), r.epochs[1].In(zone))
}
