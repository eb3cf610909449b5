package forensics

import (
	"cmp"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// load is the summed power of the instruments that show a run best.
type load struct {
	traces   []*power.Trace
	recorded power.Span    // what all of them cover
	interval time.Duration // the longest of them, as finely as their readings are looked at
	plateau  float64       // power in the core phase, in watts
}

// largest is how many instruments are summed: those with the most power show every flank, and the
// work stays bounded however many there are.
const largest = 4

func loadOf(all []Instrument) load {
	type ranked struct {
		at    int
		watts power.Watts
	}
	var by []ranked
	for i, one := range all {
		if watts, known := one.Average(); known && one.MedianStep > 0 {
			by = append(by, ranked{i, watts})
		}
	}
	slices.SortStableFunc(by, func(a, b ranked) int { return cmp.Compare(b.watts, a.watts) })
	var l load
	for k, r := range by[:min(largest, len(by))] {
		one := all[r.at]
		l.traces = append(l.traces, one.Trace)
		l.interval = max(l.interval, one.Trace.Grain(one.MedianStep))
		if k == 0 {
			l.recorded = one.Trace.Span()
		} else if both, ok := l.recorded.Intersect(one.Trace.Span()); ok {
			l.recorded = both
		}
	}
	return l
}

func (l load) settled(core power.Span) load {
	if length := l.piece(core); length > 0 {
		l.plateau = quantile(l.powers(core, max(1, int(core.Duration()/length))), 0.5)
	}
	return l
}

// perCore is how many pieces of the core phase a search for stretches of load looks at, if each holds readings enough.
const perCore = 32

func (l load) piece(core power.Span) time.Duration {
	return max(core.Duration()/perCore, 3*l.interval)
}

func (l load) power(s power.Span) float64 {
	if len(l.traces) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, t := range l.traces {
		watts, known := t.Mean(s)
		if !known {
			return math.NaN()
		}
		sum += float64(watts)
	}
	return sum
}

func (l load) powers(s power.Span, count int) []float64 {
	all := make([]float64, count)
	for k := range all {
		all[k] = l.power(piece(s, k, count))
	}
	return all
}

func (l load) runs(core power.Span) (runs []power.Span, stated int) {
	length := l.piece(core)
	if length <= 0 || !(l.plateau > 0) {
		return nil, -1
	}
	var found []power.Span
	var open *power.Span
	silent := 0
	for _, span := range l.around(core, length) {
		watts := l.power(span)
		if math.IsNaN(watts) {
			silent++
		} else {
			silent = 0
		}
		switch {
		case open == nil && watts >= methodology.LoadOfPlateau*l.plateau:
			found = append(found, span)
			open = &found[len(found)-1]
		case open != nil && (watts < methodology.PauseOfPlateau*l.plateau || silent > silence):
			open = nil
		case open != nil && silent == 0:
			open.End = span.End
		}
	}
	return longEnough(found, core)
}

const silence = 4

// coresAround is how many lengths of the core phase the search for other runs goes, either way.
const coresAround = 8

func (l load) around(core power.Span, length time.Duration) []power.Span {
	var spans []power.Span
	reach := coresAround * core.Duration()
	before := min(reach, core.Start.Sub(l.recorded.Start.Time)).Truncate(length)
	after := min(core.Duration()+reach, l.recorded.End.Sub(core.Start.Time)).Truncate(length)
	for offset := -before; offset < after; offset += length {
		start := core.Start.Add(offset)
		spans = append(spans, power.NewSpan(start, start.Add(length)))
	}
	return spans
}

// longEnough keeps the stretches about as long as the one with the core phase; pauses inside that are part of the run.
func longEnough(found []power.Span, core power.Span) (runs []power.Span, stated int) {
	inside := func(run power.Span) bool {
		_, ok := run.Intersect(core)
		return ok
	}
	first := slices.IndexFunc(found, inside)
	if first < 0 {
		return found, -1
	}
	holds := found[first]
	for _, run := range found {
		if inside(run) {
			holds.End = run.End
		}
	}
	for i, run := range found {
		switch {
		case i == first:
			stated = len(runs)
			runs = append(runs, holds)
		case !inside(run) && float64(run.Duration()) >= methodology.RunOfStated*float64(holds.Duration()):
			runs = append(runs, run)
		}
	}
	return runs, stated
}

func piece(s power.Span, k, of int) power.Span {
	at := func(k int) time.Time {
		return s.Start.Add(time.Duration(float64(s.Duration()) / float64(of) * float64(k)))
	}
	return power.NewSpan(at(k), at(k+1))
}
