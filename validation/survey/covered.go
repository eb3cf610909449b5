package survey

import (
	"fmt"
	"math"

	"green500/validation/power"
)

// fullyCovered is from which share on a stretch of time counts as covered by readings: a clock that is read a little late
// loses nothing.
const fullyCovered = 0.995

// leastCovered is the least share that is written as a number.
const leastCovered = 0.001

// Covered says which share of a stretch of time readings cover.
func Covered(share float64) string {
	switch {
	case share >= fullyCovered:
		return "readings cover all of the time"
	case share <= 0:
		return "readings cover none of the time"
	case share < leastCovered:
		return "readings cover less than 0.1% of the time"
	}
	return fmt.Sprintf("readings cover %.3g%% of the time", 100*share)
}

// WholeCovered reports whether readings cover a stretch of time, as far as anybody has to be told.
func WholeCovered(share float64) bool { return share >= fullyCovered }

// withGaps says how much of the time of a log with gaps its readings cover. An energy total counts on in them.
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

// PresentIn returns the share of a span that the readings of the instruments stand for, 1 is all of it. Nothing stands for
// a gap, of an energy total either: how power ran in it is not known.
func (s *Survey) PresentIn(span power.Span) float64 {
	share := 0.0
	for _, t := range s.Traces() {
		share += t.Present(span, s.Series.Stamp).Seconds() / span.Duration().Seconds() / float64(len(s.Traces()))
	}
	return share
}

// weighsFrom is from which part of it the mean of the readings and that by time differ so that it is told which one it is.
const weighsFrom = 0.01

// countedAlike says of the mean of an instrument that it is that of the readings, as in the grade, where to weight them by
// time would tell another one. Both are held against each other up to the last reading: how long that stands is not told.
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
	return "; each reading counts alike, though some stand for longer than others"
}
