package power

import "time"

// Meters may lock their intervals to the mains: each lasts whole sine waves, at most one more or fewer than the next.
const (
	sineWave = 20 * time.Millisecond // the longest, of mains of 50 Hz
	drifts   = 16                    // instants at which readings are held to a steady clock
	// from the usual interval to the longest: one more wave, if the usual has one fewer
	lockedStep = 2 * sineWave
)

// DurationAverage is Average with every reading weighted by its own interval.
func (m *Measurement) DurationAverage(s Span) Average {
	return m.average(s, func(p Part, s Span) ([]Watts, bool) { return p.averages(s, p.byDuration) })
}

// Weighted counts the instruments whose readings are weighted by their durations in Average.
func (m *Measurement) Weighted(s Span) int {
	count := 0
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if t.locked(part.window(t, s)) {
				count++
			}
		}
	}
	return count
}

// plain is the average as it is published: the plain mean, but for meters whose intervals follow the mains.
func (p Part) plain(t *Trace, w Window) (Watts, bool) {
	if t.locked(w) {
		return p.byDuration(t, w)
	}
	return w.Average()
}

func (p Part) byDuration(t *Trace, w Window) (Watts, bool) {
	if w.Count < 2 || t.Quantity == Energy || w.steady() {
		return w.Average()
	}
	from, to := p.Stretch(t, w)
	energy := t.energyTo([]int64{from.UnixNano(), to.UnixNano()}, p.Series.Stamp)[1]
	return Watts(energy / to.Sub(from).Seconds()), true
}

// Stretch is what the readings of a window cover together: power readings with their own intervals,
// the outer one as long as is usual, energy readings from the first to the last.
func (p Part) Stretch(t *Trace, w Window) (from, to time.Time) {
	interval := w.MedianStep
	if interval == 0 {
		interval = time.Duration(p.Meter.IntervalSeconds * float64(time.Second))
	}
	from, to = w.First.At, w.Last.At
	if t.Quantity == Energy {
		return from, to
	}
	switch p.Series.Stamp {
	case "end":
		return from.Add(-interval), to
	case "middle":
		return from.Add(-interval / 2), to.Add(interval / 2)
	}
	return from, to.Add(interval)
}

func (w Window) steady() bool {
	return w.Covered() == time.Duration(w.Count-1)*w.LongestStep
}

// locked reports whether the intervals of power readings follow the mains: none is more than a wave
// longer or shorter than the others, and they add up to more than a reading away from a steady clock,
// which timestamps that only jitter never do.
func (t *Trace) locked(w Window) bool {
	if t.Quantity == Energy || w.Count < 2 || w.steady() || w.LongestStep > w.MedianStep+lockedStep {
		return false
	}
	from, to := t.readings.search(w.First.At.UnixNano()), t.readings.search(w.Last.At.UnixNano()+1)
	steps, start := to-from-1, w.First.At.UnixNano()
	if steps < drifts {
		return false
	}
	for k := 1; k < drifts; k++ {
		i := from + steps*k/drifts
		if steps > drifts*t.size {
			i -= i % t.size // the first of a block is known without looking at readings
		}
		even := time.Duration(float64(w.Covered()) * float64(i-from) / float64(steps))
		if off := time.Duration(t.at(i)-start) - even; off > w.MedianStep || off < -w.MedianStep {
			return true
		}
	}
	return false
}

func (t *Trace) at(i int) int64 {
	if i%t.size == 0 && t.count > seamless {
		return t.overview().first(i / t.size).at
	}
	return t.readings.point(i).at
}
