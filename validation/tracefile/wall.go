package tracefile

import (
	"fmt"
	"time"
)

// wall turns what a clock on the wall showed into an instant. It remembers the stretch between
// two changes of the clocks, in which the offset is the same.
type wall struct {
	zone        *time.Location
	from, until int64 // seconds since 1970 UTC in which offset holds, well away from its ends
	offset      int64 // seconds east of UTC
}

// margin is more than any zone ever moved its clocks, in seconds.
const margin = 26 * 3600

// instant returns nanoseconds since 1970 UTC.
func (w *wall) instant(m moment) (int64, *fault) {
	seconds := m.seconds - m.offset
	if !m.zoned {
		var f *fault
		if seconds, f = w.resolve(m.seconds); f != nil {
			return 0, f
		}
	}
	if seconds < firstSecond || seconds >= lastSecond {
		return 0, outsideYears()
	}
	return seconds*nanosecondsPerSecond + m.nanoseconds, nil
}

// resolve returns the seconds since 1970 UTC at which clocks of the zone showed local.
func (w *wall) resolve(local int64) (int64, *fault) {
	if w.zone == nil {
		return 0, &fault{
			field:   "timezone",
			problem: "the times of the file have no zone",
			remedy:  "set timezone (an IANA name such as Europe/Berlin) in the series or in the run",
		}
	}
	if at, ok := w.usual(local); ok {
		return at, nil
	}
	return w.nearChange(local)
}

// usual returns the same where the clocks of the zone did not change for long.
func (w *wall) usual(local int64) (seconds int64, ok bool) {
	at := local - w.offset
	return at, at > w.from && at < w.until
}

// nearChange finds the instant by trying the offsets of the day before and the day after: in
// spring an hour of local time does not exist, in autumn one happens twice.
func (w *wall) nearChange(local int64) (int64, *fault) {
	before, after := w.offsetAt(local-margin), w.offsetAt(local+margin)
	asBefore, asAfter := local-before, local-after
	first, second := w.offsetAt(asBefore) == before, w.offsetAt(asAfter) == after
	switch {
	case first && second && before != after:
		return 0, w.unclear(local, "happens twice")
	case first:
		w.remember(asBefore, before)
		return asBefore, nil
	case second:
		w.remember(asAfter, after)
		return asAfter, nil
	}
	return 0, w.unclear(local, "does not exist")
}

func (w *wall) offsetAt(seconds int64) int64 {
	_, offset := time.Unix(seconds, 0).In(w.zone).Zone()
	return int64(offset)
}

func (w *wall) remember(at, offset int64) {
	start, end := time.Unix(at, 0).In(w.zone).ZoneBounds()
	w.offset, w.from, w.until = offset, firstSecond-margin, lastSecond+margin
	if !start.IsZero() {
		w.from = start.Unix() + margin
	}
	if !end.IsZero() {
		w.until = end.Unix() - margin
	}
}

func (w *wall) unclear(local int64, what string) *fault {
	shown := time.Unix(local, 0).UTC().Format("2006-01-02 15:04:05")
	return &fault{
		problem: fmt.Sprintf("is %s, which %s in %s, because the clocks changed", shown, what, w.zone),
		remedy:  "write the times with their offset, as 2024-09-27T11:16:15+02:00",
	}
}
