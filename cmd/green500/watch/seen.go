package watch

import (
	"cmp"
	"math"
	"slices"
	"time"

	"green500/cmd/green500/fetch"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Seen is what is seen of a run so far. Judgements of it are functions of it alone: the readings, and the time.
type Seen struct {
	Began, Now time.Time
	Entry      *power.Entry  // without its series
	Idle       time.Duration // of idle power that is planned; 0 if nothing is
	Sources    []*Recording

	Unwatched []string // what series of the document cover that no source fetches
}

// Recording is what is seen of one source.
type Recording struct {
	Name        string
	Series      power.Series // how it is read; its unit is empty until that is known
	Meter       power.Meter
	Expected    int // instruments; 0 if not known
	Instruments []*Instrument
	Problem     string // why the source cannot be read now; empty if it can

	slowest time.Duration // that readings arrived late without one missing
	byKey   map[string]*Instrument
	tried   int // readings with which the unit was looked for last

	first    time.Time // when readings arrived first
	arrivals int       // times that they arrived
}

// Instrument is the readings of one instrument.
type Instrument struct {
	Name string

	at           []int64   // nanoseconds since 1970
	value        []float64 // as the source writes them
	steps        []int64   // the values as a trace holds them, in the unit of the series
	delay, usual time.Duration
	settled      bool
}

const usualSteps = 32

// Add takes readings that arrived at an instant, in the order of time.
func (r *Recording) Add(readings []fetch.Reading, arrived time.Time) {
	if r.byKey == nil {
		r.byKey = map[string]*Instrument{}
	}
	touched := map[*Instrument]time.Time{}
	for _, one := range readings {
		i := r.byKey[one.Series]
		if i == nil {
			i = &Instrument{Name: one.Series, delay: time.Duration(math.MaxInt64)}
			r.byKey[one.Series] = i
			r.Instruments = append(r.Instruments, i)
		}
		if math.IsNaN(one.Value) {
			continue
		}
		if _, known := touched[i]; !known {
			touched[i] = i.newest()
		}
		i.at, i.value = append(i.at, one.At), append(i.value, one.Value)
	}
	if len(touched) > 0 {
		if r.arrivals == 0 {
			r.first = arrived
		}
		r.arrivals++
	}
	for i, before := range touched {
		i.settle()
		if late := arrived.Sub(before) - i.delay; !before.IsZero() && i.delay < math.MaxInt64 && !i.gapAfter(before) {
			r.slowest = max(r.slowest, min(late, mostLate*i.interval(r)))
		}
		i.delay = min(i.delay, max(0, arrived.Sub(i.newest())))
	}
	slices.SortFunc(r.Instruments, func(a, b *Instrument) int { return cmp.Compare(a.Name, b.Name) })
}

// mostLate bounds how late readings may arrive before their instrument counts as silent, in intervals.
const mostLate = 30

func (r *Recording) most() int {
	most := 0
	for _, i := range r.Instruments {
		most = max(most, len(i.at))
	}
	return most
}

func (i *Instrument) newest() time.Time {
	if len(i.at) == 0 {
		return time.Time{}
	}
	return time.Unix(0, i.at[len(i.at)-1]).UTC()
}

// settle finds the usual interval from the first steps: what comes later is held to it.
func (i *Instrument) settle() {
	if i.settled || len(i.at) < 3 {
		return
	}
	steps := i.stepsOf(0, min(len(i.at), usualSteps))
	slices.Sort(steps)
	i.usual, i.settled = steps[len(steps)/2], len(i.at) >= usualSteps
}

func (i *Instrument) stepsOf(from, to int) []time.Duration {
	var steps []time.Duration
	for k := max(from, 0) + 1; k < to; k++ {
		steps = append(steps, time.Duration(i.at[k]-i.at[k-1]))
	}
	return steps
}

func (i *Instrument) gapAfter(before time.Time) bool {
	first, _ := slices.BinarySearch(i.at, before.UnixNano())
	limit := time.Duration(methodology.LongestStepOfInterval * float64(i.usual))
	return i.usual == 0 ||
		slices.ContainsFunc(i.stepsOf(first, len(i.at)), func(step time.Duration) bool { return step > limit })
}

// interval is the usual time between readings of an instrument: what it shows, else what the others show or the meter
// states.
func (i *Instrument) interval(r *Recording) time.Duration {
	if i.usual > 0 {
		return i.usual
	}
	return r.interval()
}

const assumedInterval = 10 * time.Second

func (r *Recording) interval() time.Duration {
	var all []time.Duration
	for _, i := range r.Instruments {
		if i.usual > 0 {
			all = append(all, i.usual)
		}
	}
	if len(all) > 0 {
		slices.Sort(all)
		return all[len(all)/2]
	}
	if r.Meter.IntervalSeconds > 0 {
		return time.Duration(r.Meter.IntervalSeconds * float64(time.Second))
	}
	return assumedInterval
}

func (r *Recording) compute() bool { return r.Series.Covers.Subsystem == power.Compute }

// trace is the readings from a place on, with values as a trace holds them. It does not change when more readings come.
func (r *Recording) trace(i *Instrument, from int) *power.Trace {
	for k := len(i.steps); k < len(i.at); k++ {
		i.steps = append(i.steps, int64(math.Round(i.value[k]*r.Series.Unit.Steps())))
	}
	n := len(i.at)
	return power.NewTrace(i.Name, r.Series.Quantity, i.at[from:n:n], i.steps[from:n:n])
}

func (i *Instrument) since(at time.Time) int {
	first, _ := slices.BinarySearch(i.at, at.UnixNano())
	return first
}

func (s *Seen) measurement(from time.Time, core power.Span) *power.Measurement {
	entry := *s.Entry
	entry.Series = nil
	for _, r := range s.known() {
		entry.Series = append(entry.Series, r.Series)
	}
	m := &power.Measurement{Entry: &entry, Core: core, CoreProven: true, Rmax: entry.Run.StatedRmax()}
	for k, r := range s.known() {
		part := power.Part{Series: &entry.Series[k], Meter: entry.MeterOf(&entry.Series[k])}
		for _, i := range r.Instruments {
			if first := i.since(from); first < len(i.at) {
				part.Traces = append(part.Traces, r.trace(i, first))
			}
		}
		m.Parts = append(m.Parts, part)
	}
	return m
}

func (s *Seen) known() []*Recording {
	return slices.DeleteFunc(slices.Clone(s.Sources),
		func(r *Recording) bool { return r.Series.Unit == "" || len(r.Instruments) == 0 })
}

func (s *Seen) newest() time.Time {
	var all []time.Time
	for _, r := range s.known() {
		for _, i := range r.Instruments {
			if len(i.at) > 0 {
				all = append(all, i.newest())
			}
		}
	}
	if len(all) == 0 {
		return time.Time{}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all[len(all)/2]
}

func (s *Seen) interval() time.Duration {
	var longest time.Duration
	for _, r := range s.Sources {
		longest = max(longest, r.interval())
	}
	return longest
}
