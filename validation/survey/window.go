package survey

import "green500/validation/power"

// Window is what all instruments show within a span.
type Window struct {
	Span        power.Span
	Mean        power.Watts  // of the sum of all instruments
	Known       bool         // every instrument has readings enough for a mean
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

// Window looks at a span. The mean of power is that of the readings, that of an energy total the
// difference of the last and the first over the time between them.
func (s *Survey) Window(span power.Span) Window {
	w := Window{Span: span, Known: len(s.Traces()) > 0}
	for _, t := range s.Traces() {
		one := InWindow{Name: t.Instrument, Window: t.Window(span)}
		one.Mean, one.Known = one.Average()
		w.Known = w.Known && one.Known
		w.Mean += one.Mean
		w.Readings += one.Count
		w.Instruments = append(w.Instruments, one)
	}
	if !w.Known {
		w.Mean = 0
	}
	w.Energy = w.Mean.Over(span.Duration())
	return w
}
