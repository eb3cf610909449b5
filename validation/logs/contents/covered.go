package contents

import (
	"fmt"
	"math"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// fullyCovered is from which share on a stretch of time counts as covered by readings: a clock that is read a little
// late loses nothing.
const fullyCovered = 0.995

const leastCovered = 0.001

// Covered says which share of a stretch of time readings cover.
func Covered(share float64) string { return "readings cover " + ofTime(share) }

func ofTime(share float64) string {
	switch {
	case share >= fullyCovered:
		return "all of the time"
	case share <= 0:
		return "none of the time"
	case share < leastCovered:
		return "less than 0.1% of the time"
	}
	return fmt.Sprintf("%.3g%% of the time", 100*share)
}

// WholeCovered reports whether readings cover a stretch of time almost completely.
func WholeCovered(share float64) bool { return share >= fullyCovered }

func (s *Survey) withGaps(t *power.Trace) string {
	span := t.Span()
	if t.Quantity == power.Energy || span.Duration() <= 0 {
		return ""
	}
	share := t.Present(span, s.Series.Stamp).Seconds() / span.Duration().Seconds()
	if WholeCovered(share) {
		return ""
	}
	return "; " + Covered(share)
}

// PresentIn returns the share of a span that the readings of the instruments cover, 1 is all of it, as of a window.
func (s *Survey) PresentIn(span power.Span) float64 { return s.shareOf(span, s.covered) }

// FollowedIn returns the share of a span in which readings show the power, 1 is all of it. It differs from that which
// they cover if an energy total counts on in a gap: how much was used in it is known, and not when.
func (s *Survey) FollowedIn(span power.Span) float64 {
	return s.shareOf(span,
		func(t *power.Trace, span power.Span) time.Duration { return t.Present(span, s.Series.Stamp) })
}

func (s *Survey) shareOf(span power.Span, of func(*power.Trace, power.Span) time.Duration) float64 {
	share := 0.0
	for _, t := range s.Traces() {
		share += of(t, span).Seconds() / max(span.Duration(), 1).Seconds() / float64(len(s.Traces()))
	}
	return share
}

// covered is the time within a span that readings cover. What lies in gaps was not measured, but for an energy total:
// it counts on between the first and the last reading in the span, and up to each end of it that lies in no gap.
func (s *Survey) covered(t *power.Trace, span power.Span) time.Duration {
	w := t.Window(span)
	if t.Quantity != power.Energy || w.Count == 0 {
		return t.Present(span, s.Series.Stamp)
	}
	before, behind := power.NewSpan(span.Start.Time, w.First.At), power.NewSpan(w.Last.At, span.End.Time)
	return min(t.Present(before, s.Series.Stamp)+w.Covered()+t.Present(behind, s.Series.Stamp), span.Duration())
}

// CountedOn says in which share of a span readings show the power, if an energy total counts on in gaps; else empty.
func (s *Survey) CountedOn(span power.Span) string {
	followed := s.FollowedIn(span)
	if s.Series.Quantity != power.Energy || WholeCovered(1-s.PresentIn(span)+followed) {
		return ""
	}
	return "the total counts in gaps too; readings show the power in " + ofTime(followed)
}

// weighsFrom is the relative difference between the mean of the readings and that by time from which the kind of mean
// is stated.
const weighsFrom = 0.01

// countedAlike says of the mean of an instrument that it is that of the readings, as in the grade, if to weight them by
// time would give another one. Both are compared up to the last reading, whose duration is not known.
func (s *Survey) countedAlike(t *power.Trace) string {
	between := t.Span() // without the last one
	plain, known := t.Window(between).Average()
	part := power.Part{Series: &power.Series{}, Meter: &power.Meter{}, Traces: []*power.Trace{t}}
	alone := power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part}}
	if !known || between.Duration() <= 0 {
		return ""
	}
	weighted := alone.WeightedAverage(between)
	if !weighted.Known || math.Abs(float64(weighted.Metered-plain)) <= weighsFrom*math.Abs(float64(plain)) {
		return ""
	}
	return "; each reading has the same weight, though intervals differ"
}

func (s *Survey) withoutSum() string {
	if s.notAdded <= 0 || WholeCovered(1-s.notAdded.Seconds()/s.Recorded.Duration().Seconds()) {
		return ""
	}
	return fmt.Sprintf("; for %s not all of them have readings, so there is no sum", s.notAdded.Round(time.Millisecond))
}

// notAdded is for how long, between the first and the last power of all instruments together, there is none.
func notAdded(cells forensics.Cells) time.Duration {
	gaps, since := 0, 0
	for i, watts := range cells.Watts {
		switch {
		case math.IsNaN(watts):
			since++
		case i > since: // there was power before
			gaps, since = gaps+since, 0
		default:
			since = 0
		}
	}
	return time.Duration(gaps) * cells.Step
}

// asShown is the series to read the log by. If the zone is not stated, times are shown unchanged: so is the origin, on
// whose day times of day begin.
func (s *Survey) asShown() *power.Series {
	if !s.ZoneOpen || s.Series.Origin.IsZero() {
		return &s.Series
	}
	series := s.Series
	_, offset := series.Origin.Zone()
	series.Origin = power.Time{Time: series.Origin.UTC().Add(time.Duration(offset) * time.Second)}
	return &series
}

// sayDay says of times of day on which day an origin lies by the clock of the log, if that is another one than it
// shows, and what to write to mean the one that it shows.
func (s *Survey) sayDay() {
	at := s.reason("origin")
	if at < 0 || s.Series.Origin.IsZero() {
		return
	}
	shown, local := s.Series.Origin.Time, s.Series.Origin.In(s.zone)
	if shown.Format(time.DateOnly) == local.Format(time.DateOnly) {
		return
	}
	year, month, day := shown.Date()
	meant := time.Date(year, month, day, 0, 0, 0, 0, s.zone)
	s.Reasons[at].Why += fmt.Sprintf(" In %s that is %s, so the times start on that day; to mean %s, write %s.",
		s.zone, local.Format(time.DateTime), shown.Format(time.DateOnly), meant.Format(time.RFC3339))
}
