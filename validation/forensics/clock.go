package forensics

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Recordings are the times at which the middle one of the instruments that have readings in the core phase starts and ends.
type Recordings struct {
	some       bool
	start, end time.Time
}

// RecordingsOf looks at all instruments of a measurement.
func RecordingsOf(m *power.Measurement) Recordings {
	var starts, ends []time.Time
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if shared, ok := t.Span().Intersect(m.Core); t.Len() > 0 && ok && !shared.IsZero() {
				starts, ends = append(starts, t.Span().Start.Time), append(ends, t.Span().End.Time)
			}
		}
	}
	if len(starts) == 0 {
		return Recordings{}
	}
	slices.SortFunc(starts, time.Time.Compare)
	slices.SortFunc(ends, time.Time.Compare)
	return Recordings{true, starts[len(starts)/2], ends[len(ends)/2]}
}

const farApart = 48 * time.Hour

// Apart says how much earlier or later an instrument was recorded than those that have readings in
// the core phase; it is empty where there is no other, or where that explains nothing.
func (r Recordings) Apart(t *power.Trace) string {
	if !r.some || t.Len() == 0 {
		return ""
	}
	byStart, byEnd := t.Span().Start.Sub(r.start), t.Span().End.Sub(r.end)
	words := "earlier"
	if byStart > 0 {
		words = "later"
	}
	size := byStart.Abs()
	near := func(d time.Duration, steps float64) bool {
		return (d - time.Duration(steps)*methodology.ZoneStep).Abs() <= methodology.ZoneError
	}
	switch steps := math.Round(float64(size) / float64(methodology.ZoneStep)); {
	case size >= farApart:
		return fmt.Sprintf("%.0f days %s than the other instruments", size.Hours()/24, words)
	case steps > 0 && near(size, steps) && near(byEnd.Abs(), steps):
		return fmt.Sprintf("%v h %s than the other instruments", steps*methodology.ZoneStep.Hours(), words)
	}
	return ""
}
