package contents

import (
	"time"

	"green500/validation/power"
)

// Window is what all instruments show within a span.
type Window struct {
	Span        power.Span
	Mean        power.Watts  // of the sum of all instruments
	Known       bool         // every instrument has a mean, at about the same time
	Apart       bool         // every instrument has a mean, but not at the same time
	Shared      power.Span   // where all of them have readings; ends before it starts if there is no such time
	Energy      power.Joules // of what was measured: the mean of each instrument over the time that its readings cover
	Present     float64      // share of the span that the readings of the instruments cover, 1 is all of it
	Readings    int
	Instruments []InWindow
}

// InWindow is what one instrument shows within a span.
type InWindow struct {
	Name    string
	Mean    power.Watts
	Known   bool
	Present float64 // share of the span that its readings cover
	power.Window
}

// leastShared is in how much of a window all instruments have to have readings: meters that are read in turn begin and
// end an interval apart at most, and what else is added up was never drawn together.
const leastShared = 0.95

// Window looks at a span. The mean of power is that of the readings, that of an energy total the
// difference of the last and the first over the time between them; one that falls has none.
func (s *Survey) Window(span power.Span) Window {
	w := Window{Span: span, Known: len(s.Traces()) > 0}
	var times together
	for i, t := range s.Traces() {
		one := InWindow{Name: t.Instrument, Window: t.Window(span)}
		one.Mean, one.Known = one.Average()
		if s.restarts(t, one.Falls) {
			one.Mean, one.Known = 0, false
		}
		covered := s.covered(t, span)
		one.Present = covered.Seconds() / max(span.Duration(), 1).Seconds()
		w.Present += one.Present / float64(len(s.Traces()))
		w.Known = w.Known && one.Known
		w.Mean += one.Mean
		w.Energy += one.Mean.Over(covered)
		w.Readings += one.Count
		w.Instruments = append(w.Instruments, one)
		if one.Count > 0 {
			times.add(&one.Window, s.Instruments[i].MedianStep)
		}
	}
	w.Shared = times.shared
	w.Apart = w.Known && !times.most()
	w.Known = w.Known && !w.Apart
	if !w.Known {
		w.Mean, w.Energy = 0, 0
	}
	return w
}

// restarts reports whether a trace holds a total that wraps or resets at an unknown number. What is summed of intervals
// falls if energy is given back.
func (s *Survey) restarts(t *power.Trace, falls int) bool {
	return t.Quantity == power.Energy && falls > 0 && !s.ofIntervals()
}

func (s *Survey) ofIntervals() bool {
	return s.Series.Quantity == power.Energy && s.Series.Counts == "interval"
}

type together struct {
	count  int
	shared power.Span // where all have some
	stand  power.Span // for which those of all may stand, an interval before and behind them
	hull   power.Span // of all
}

func (t *together) add(w *power.Window, interval time.Duration) {
	readings := power.NewSpan(w.First.At, w.Last.At)
	stand := readings.Trim(-interval, -interval)
	own := readings
	if w.Count == 1 {
		own = stand
	}
	t.count++
	if t.count == 1 {
		t.shared, t.stand, t.hull = own, stand, readings
		return
	}
	t.shared, _ = t.shared.Intersect(own)
	t.stand, _ = t.stand.Intersect(stand)
	if readings.Start.Before(t.hull.Start.Time) {
		t.hull.Start = readings.Start
	}
	if readings.End.After(t.hull.End.Time) {
		t.hull.End = readings.End
	}
}

func (t *together) most() bool {
	if t.hull.Duration() > 0 && t.count > 1 && !t.shared.End.After(t.shared.Start.Time) {
		return false
	}
	both, _ := t.stand.Intersect(t.hull)
	return float64(both.Duration()) >= leastShared*float64(t.hull.Duration())
}
