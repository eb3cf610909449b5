package timestamp

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// zoneResolver turns local times into instants, and remembers the stretch between two changes of the clocks.
type zoneResolver struct {
	Zone        *time.Location
	From, Until int64 // seconds since 1970 UTC in which offset holds, well away from its ends
	Offset      int64 // seconds east of UTC
}

// margin is more than any zone ever moved its clocks, in seconds.
const margin = 26 * 3600

// Instant returns nanoseconds since 1970 UTC.
func (w *zoneResolver) Instant(m Moment) (int64, *celltext.Error) {
	seconds := m.Seconds - m.offset
	if !m.Zoned {
		var f *celltext.Error
		if seconds, f = w.resolve(m.Seconds); f != nil {
			return 0, f
		}
	}
	if seconds < FirstSecond || seconds >= LastSecond {
		return 0, outsideYears()
	}
	return seconds*NanosecondsPerSecond + m.Nanoseconds, nil
}

func (w *zoneResolver) resolve(local int64) (int64, *celltext.Error) {
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

// usual returns the same if the clocks of the zone did not change for long.
func (w *zoneResolver) usual(local int64) (seconds int64, ok bool) {
	at := local - w.Offset
	return at, at > w.From && at < w.Until
}

// nearChange tries the offsets of the day before and after: an hour does not exist in spring, and happens twice in
// autumn.
func (w *zoneResolver) nearChange(local int64) (int64, *celltext.Error) {
	before, after := w.offsetAt(local-margin), w.offsetAt(local+margin)
	asBefore, asAfter := local-before, local-after
	switch first, second := w.offsetAt(asBefore) == before, w.offsetAt(asAfter) == after; {
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

func (w *zoneResolver) offsetAt(seconds int64) int64 {
	_, offset := time.Unix(seconds, 0).In(w.Zone).Zone()
	return int64(offset)
}

func (w *zoneResolver) remember(at, offset int64) {
	start, end := time.Unix(at, 0).In(w.Zone).ZoneBounds()
	w.Offset, w.From, w.Until = offset, FirstSecond-margin, LastSecond+margin
	if !start.IsZero() {
		w.From = start.Unix() + margin
	}
	if !end.IsZero() {
		w.Until = end.Unix() - margin
	}
}

func (w *zoneResolver) unclear(local int64, what string) *celltext.Error {
	shown := time.Unix(local, 0).UTC().Format("2006-01-02 15:04:05")
	return &celltext.Error{
		Problem: fmt.Sprintf("is %s, which %s in %s, because the clocks changed", shown, what, w.Zone),
		Remedy:  "write the times with their offset, as 2024-09-27T11:16:15+02:00",
	}
}

// enterRegion makes the zone whose name a time states that of the clock, and that of the series again for times without
// one.
func (c *Clock) enterRegion(m Moment) *celltext.Error {
	if !c.ownKnown {
		c.own, c.ownKnown = c.Zones.Zone, true
	}
	zone := c.own
	if m.region != "" {
		known, met := c.zones[m.region]
		if !met {
			known, _ = time.LoadLocation(m.region) // nil if there is none
			if c.zones == nil {
				c.zones = map[string]*time.Location{}
			}
			c.zones[m.region] = known
		}
		if zone = known; zone == nil {
			return &celltext.Error{Problem: celltext.Quoted([]byte(m.region)) + " is not a time zone",
				Remedy: "write the IANA name of the zone, such as Europe/Berlin"}
		}
	}
	if zone != c.Zones.Zone && !m.Zoned {
		c.Zones = zoneResolver{Zone: zone}
	}
	return nil
}

var wordsFor = map[string]string{"MESZ": "CEST", "MEZ": "CET"}

// saidBy returns which of two instants the word for a zone says, as CEST; outside if it says none.
func (w *zoneResolver) saidBy(word string, early, late int64) pass {
	if known := wordsFor[word]; known != "" {
		word = known
	}
	inSummer, _ := time.Unix(early, 0).In(w.Zone).Zone()
	switch inWinter, _ := time.Unix(late, 0).In(w.Zone).Zone(); {
	case word == "" || inSummer == inWinter:
		return outside
	case word == inSummer:
		return first
	case word == inWinter:
		return second
	}
	return outside
}

// halfYear is the most that a time without a year lies from the day of the origin, in days.
const halfYear = 183

// inYear reads a time without a year: that of the year in which it is nearest to the day of the origin.
func (c *Clock) inYear(m Moment) (int64, *celltext.Error) {
	if !c.timing.Counted {
		return 0, &celltext.Error{
			Field:   "origin",
			Problem: "the times of the file have no year",
			Remedy:  "set origin of the series to the day of its first reading, as 2024-09-27T00:00:00+02:00",
		}
	}
	shown := time.Unix(m.Seconds, 0).UTC()
	day := time.Unix(c.firstDay(), 0).UTC()
	if c.timing.origin == 0 { // nobody stated it: any year does for the course of the times, also one across its end
		day = time.Date(shown.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	year := day.Year() // in whose winter that of shown may be another
	switch away := shown.YearDay() - day.YearDay(); {
	case away > halfYear:
		year--
	case away < -halfYear:
		year++
	}
	at := time.Date(year, shown.Month(), shown.Day(), 0, 0, 0, 0, time.UTC)
	if at.Day() != shown.Day() {
		return 0, &celltext.Error{Problem: "is 29 February, which " + at.Format("2006") + " does not have",
			Remedy: "correct origin of the series"}
	}
	m.Seconds = at.Unix() + m.Seconds%SecondsPerDay
	return c.ordered(m)
}

// PerfmonTime matches what Windows calls the column of the times of its performance counters: "(PDH-CSV 4.0)" from
// typeperf, and "(PDH-CSV 4.0) (Romance Standard Time)(-60)" from logman, with the minutes from the times to UTC. The
// month comes first in every language (https://learn.microsoft.com/windows/win32/perfctrs/performance-counters-portal).
var PerfmonTime = regexp.MustCompile(`^\(PDH-[CT]SV \d+\.\d+\)(?: \(.*\)\((-?\d{1,3})\))?$`)

// ZoneInName returns the zone of times without an offset that the name of their column states, nil if it states none.
func ZoneInName(name string) *time.Location {
	if columnname.SaysUTC(name) {
		return time.UTC
	}
	if given := zoneInBrackets.FindStringSubmatch(name); given != nil && columnname.Timely(name) {
		if zone, err := time.LoadLocation(given[1]); err == nil {
			return zone
		}
	}
	given := PerfmonTime.FindStringSubmatch(name)
	if given == nil {
		return nil
	}
	minutes, err := strconv.Atoi(given[1])
	if err != nil {
		return nil
	}
	return time.FixedZone("", -minutes*60)
}

var zoneInBrackets = regexp.MustCompile(`[(\[]([A-Z][A-Za-z]+/[A-Z][A-Za-z_/-]+)[)\]]$`)

// What turbostat calls its columns, and the command that logs it with times.
const (
	TurbostatTime  = "Time_Of_Day_Seconds"
	TurbostatWhole = "-"
	TurbostatLog   = "turbostat --quiet --enable Time_Of_Day_Seconds --interval 1"
)
