package timestamp

import (
	"fmt"
	"time"

	"green500/validation/tracefile/internal/celltext"
)

// ZoneResolver turns what a clock on the wall showed into an instant. It remembers the stretch between
// two changes of the clocks, in which the offset is the same.
type ZoneResolver struct {
	Zone        *time.Location
	From, Until int64 // seconds since 1970 UTC in which offset holds, well away from its ends
	Offset      int64 // seconds east of UTC
}

// Margin is more than any zone ever moved its clocks, in seconds.
const Margin = 26 * 3600

// Instant returns nanoseconds since 1970 UTC.
func (w *ZoneResolver) Instant(m Moment) (int64, *celltext.Error) {
	seconds := m.Seconds - m.offset
	if !m.Zoned {
		var f *celltext.Error
		if seconds, f = w.Resolve(m.Seconds); f != nil {
			return 0, f
		}
	}
	if seconds < FirstSecond || seconds >= LastSecond {
		return 0, outsideYears()
	}
	return seconds*NanosecondsPerSecond + m.Nanoseconds, nil
}

// Resolve returns the seconds since 1970 UTC at which clocks of the zone showed local.
func (w *ZoneResolver) Resolve(local int64) (int64, *celltext.Error) {
	if w.Zone == nil {
		return 0, &celltext.Error{
			Field:   "timezone",
			Problem: "the times of the file have no zone",
			Remedy:  "set timezone (an IANA name such as Europe/Berlin) in the series or in the run",
		}
	}
	if at, ok := w.usual(local); ok {
		return at, nil
	}
	return w.nearChange(local)
}

// usual returns the same where the clocks of the zone did not change for long.
func (w *ZoneResolver) usual(local int64) (seconds int64, ok bool) {
	at := local - w.Offset
	return at, at > w.From && at < w.Until
}

// nearChange finds the instant by trying the offsets of the day before and the day after: in
// spring an hour of local time does not exist, in autumn one happens twice.
func (w *ZoneResolver) nearChange(local int64) (int64, *celltext.Error) {
	before, after := w.offsetAt(local-Margin), w.offsetAt(local+Margin)
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

func (w *ZoneResolver) offsetAt(seconds int64) int64 {
	_, offset := time.Unix(seconds, 0).In(w.Zone).Zone()
	return int64(offset)
}

func (w *ZoneResolver) remember(at, offset int64) {
	start, end := time.Unix(at, 0).In(w.Zone).ZoneBounds()
	w.Offset, w.From, w.Until = offset, FirstSecond-Margin, LastSecond+Margin
	if !start.IsZero() {
		w.From = start.Unix() + Margin
	}
	if !end.IsZero() {
		w.Until = end.Unix() - Margin
	}
}

func (w *ZoneResolver) unclear(local int64, what string) *celltext.Error {
	shown := time.Unix(local, 0).UTC().Format("2006-01-02 15:04:05")
	return &celltext.Error{
		Problem: fmt.Sprintf("is %s, which %s in %s, because the clocks changed", shown, what, w.Zone),
		Remedy:  "write the times with their offset, as 2024-09-27T11:16:15+02:00",
	}
}
