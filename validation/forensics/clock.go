package forensics

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// recordings are the times of instruments that have readings in the core phase.
type recordings struct{ starts, ends []time.Time }

func starts(m *power.Measurement) recordings {
	var r recordings
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if shared, ok := t.Span().Intersect(m.Core); t.Len() > 0 && ok && !shared.IsZero() {
				r.starts, r.ends = append(r.starts, t.Span().Start.Time), append(r.ends, t.Span().End.Time)
			}
		}
	}
	return r
}

// Apart says how much earlier or later an instrument was recorded than those that have readings in
// the core phase; it is empty where there is no other, or where that explains nothing.
func Apart(m *power.Measurement, t *power.Trace) string { return starts(m).apart(t) }

// farApart is from where a difference is stated in days.
const farApart = 48 * time.Hour

func (r recordings) apart(t *power.Trace) string {
	if len(r.starts) == 0 || t.Len() == 0 {
		return ""
	}
	byStart, byEnd := t.Span().Start.Sub(middle(r.starts)), t.Span().End.Sub(middle(r.ends))
	words := "earlier"
	if byStart > 0 {
		words = "later"
	}
	size := byStart.Abs()
	switch steps := math.Round(float64(size) / float64(methodology.ZoneStep)); {
	case size >= farApart:
		return fmt.Sprintf("%.0f days %s than the other instruments", size.Hours()/24, words)
	case steps > 0 && near(size, steps) && near(byEnd.Abs(), steps):
		return fmt.Sprintf("%v h %s than the other instruments", steps*methodology.ZoneStep.Hours(), words)
	}
	return ""
}

// near reports whether a difference is a number of steps between zones.
func near(d time.Duration, steps float64) bool {
	return (d - time.Duration(steps)*methodology.ZoneStep).Abs() <= methodology.ZoneError
}

func middle(times []time.Time) time.Time {
	sorted := slices.SortedFunc(slices.Values(times), time.Time.Compare)
	return sorted[len(sorted)/2]
}
