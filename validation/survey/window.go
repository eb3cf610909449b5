package survey

import "green500/validation/power"

// Window is what all instruments show within a span.
type Window struct {
	Span        power.Span
	Mean        power.Watts  // of the sum of all instruments
	Known       bool         // every instrument has readings enough for a mean, at about the same time
	Shared      power.Span   // where all of them have readings; ends before it starts where there is no such time
	Energy      power.Joules // of the mean over the span
	Readings    int
	Instruments []InWindow
}

// InWindow is what one instrument shows within a span.
type InWindow struct {
	Name  string
	Mean  power.Watts
	Known bool
	power.Window
}

// leastShared is in how much of a window all instruments have to have readings: meters that are read in turn begin and end
// a little apart, and what else is added up was never drawn together.
const leastShared = 0.95

// Window looks at a span. The mean of power is that of the readings, that of an energy total the
// difference of the last and the first over the time between them.
func (s *Survey) Window(span power.Span) Window {
	w := Window{Span: span, Known: len(s.Traces()) > 0}
	var hull power.Span // of all readings
	for _, t := range s.Traces() {
		one := InWindow{Name: t.Instrument, Window: t.Window(span)}
		one.Mean, one.Known = one.Average()
		w.Known = w.Known && one.Known
		w.Mean += one.Mean
		w.Readings += one.Count
		w.Instruments = append(w.Instruments, one)
		if one.Count == 0 {
			continue
		}
		readings := power.NewSpan(one.First.At, one.Last.At)
		if hull.Start.IsZero() {
			w.Shared, hull = readings, readings
		}
		w.Shared, _ = w.Shared.Intersect(readings)
		if readings.Start.Before(hull.Start.Time) {
			hull.Start = readings.Start
		}
		if readings.End.After(hull.End.Time) {
			hull.End = readings.End
		}
	}
	w.Known = w.Known && float64(w.Shared.Duration()) >= leastShared*float64(hull.Duration())
	if !w.Known {
		w.Mean = 0
	}
	w.Energy = w.Mean.Over(span.Duration())
	return w
}
