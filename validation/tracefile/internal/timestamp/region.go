package timestamp

import (
	"time"

	"green500/validation/tracefile/internal/celltext"
)

// enterRegion makes the zone whose name a time states that of the clock, and that of the series again for times without one.
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
			return &celltext.Error{Problem: celltext.Quoted([]byte(m.region)) + " is not a time zone", Remedy: "write the IANA name of the zone, such as Europe/Berlin"}
		}
	}
	if zone != c.Zones.Zone && !m.Zoned {
		c.Zones = zoneResolver{Zone: zone}
	}
	return nil
}

// wordsFor are what the words for a zone in summer and in winter are called in other languages.
var wordsFor = map[string]string{"MESZ": "CEST", "MEZ": "CET"}

// saidBy returns which of two instants of the same local time the word for a zone says, as CEST; outside if it says none or the
// zone calls both alike.
func (w *zoneResolver) saidBy(word string, early, late int64) pass {
	if known := wordsFor[word]; known != "" {
		word = known
	}
	inSummer, _ := time.Unix(early, 0).In(w.Zone).Zone()
	inWinter, _ := time.Unix(late, 0).In(w.Zone).Zone()
	switch {
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
		return 0, &celltext.Error{Problem: "is 29 February, which " + at.Format("2006") + " does not have", Remedy: "correct origin of the series"}
	}
	m.Seconds = at.Unix() + m.Seconds%SecondsPerDay
	return c.ordered(m)
}
