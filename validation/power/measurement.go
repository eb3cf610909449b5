package power

import (
	"slices"
	"time"
)

// Measurement is an entry together with what its files hold: all that a rule may look at.
type Measurement struct {
	Entry *Entry
	Parts []Part // in the order of Entry.Series

	Core       Span // the time of the performance figure
	CoreProven bool // read from the workload's own output
	Rmax       GFlops
	Output     *Output // nil where the document names none
}

// Output is what the workload's own output says of the result that counts.
type Output struct {
	Rmax     GFlops
	Time     time.Duration // of the solution, as it is printed
	Order    int           // N of the row of the result
	Orders   []int         // N of the parameters, which a program may change
	Rate     GFlops        // what order and time give; 0 where the time is printed as 0
	Checked  bool          // a residual is printed
	Passed   bool          // every residual printed is marked as passed
	Residual float64       // the largest one printed
	Results  int           // how many results the output holds
}

// Part is one series of the document with the traces found in its file, one an instrument.
type Part struct {
	Series *Series
	Meter  *Meter
	Traces []*Trace
}

// Kind says where watts in a published figure come from.
type Kind string

// The sources of published watts, in the order they are added up.
const (
	Metered        Kind = "metered"
	ConversionLoss Kind = "loss"
	Extrapolated   Kind = "extrapolated"
	Estimate       Kind = "estimated"
)

// Contribution is one summand of an average.
type Contribution struct {
	Subsystem string  `json:"subsystem"`
	NodeSet   string  `json:"node_set,omitempty"`
	Kind      Kind    `json:"kind"`
	Watts     Watts   `json:"watts"`
	Factor    float64 `json:"factor"` // what the metered power was multiplied by
}

// Average is the power of the whole machine over a span, with its making.
type Average struct {
	Span          Span
	Metered       Watts
	Total         Watts
	Contributions []Contribution
	Uncertainty   Watts // from the meters' documented accuracy, added linearly
	Known         bool  // every series has readings in the span
	Accurate      bool  // every meter documents its accuracy
}

// window returns the readings of a trace that count for a span: those whose own averaging
// interval lies in it, where the document says where a timestamp lies in its interval (2.0, 3.1.3).
func (p Part) window(t *Trace, s Span) Window {
	if t.Quantity == Energy || p.Series.Stamp == "" {
		return t.Window(s)
	}
	// A window ends before its end, but an interval may end with the span: hence the nanosecond.
	const withEnd = time.Nanosecond
	interval := p.Interval(t, s)
	switch p.Series.Stamp {
	case "begin":
		s = s.Trim(0, interval-withEnd)
	case "end":
		s = s.Trim(interval, -withEnd)
	case "middle":
		s = s.Trim(interval/2, interval-interval/2-withEnd)
	}
	return t.Window(s)
}

// Interval returns the time between readings: what the trace shows, or what the document states
// where the span holds too few readings to tell.
func (p Part) Interval(t *Trace, s Span) time.Duration {
	if w := t.Window(s); w.MedianStep > 0 {
		return w.MedianStep
	}
	return time.Duration(p.Meter.IntervalSeconds * float64(time.Second))
}

// Windows returns the window of every instrument of the part for a span.
func (p Part) Windows(s Span) []Window {
	windows := make([]Window, len(p.Traces))
	for i, t := range p.Traces {
		windows[i] = p.window(t, s)
	}
	return windows
}

// Metered returns the sum of the instruments' average powers over a span.
func (p Part) Metered(s Span) (sum Watts, ok bool) {
	for _, w := range p.Windows(s) {
		average, known := w.Average()
		if !known {
			return 0, false
		}
		sum += average
	}
	return sum, len(p.Traces) > 0
}

// lossFactor is what a downstream reading is multiplied by to stand for the supply.
func (p Part) lossFactor() float64 {
	if p.Meter.Location == Downstream && p.Meter.Loss != nil && p.Meter.Loss.Factor > 0 {
		return p.Meter.Loss.Factor
	}
	return 1
}

// ScaleOf returns what the power measured by a series is multiplied by so that it stands for the
// whole of its node set or subsystem.
func (m *Measurement) ScaleOf(s *Series) float64 {
	if s.Covers.Subsystem != Compute {
		if sub := m.Entry.Subsystem(s.Covers.Subsystem); sub != nil && sub.Units > 0 && sub.Measured > 0 {
			return float64(sub.Units) / float64(sub.Measured)
		}
		return 1
	}
	nodes, measured := m.Entry.Nodes()
	if set := m.Entry.NodeSet(s.Covers.NodeSet); set != nil {
		nodes, measured = set.Nodes, set.Measured
	}
	if nodes == 0 || measured == 0 {
		return 1
	}
	return float64(nodes) / float64(measured)
}

// Average returns the power of the whole machine over a span: measured, corrected for conversion
// loss, scaled to what was not measured, and with the estimates added.
func (m *Measurement) Average(s Span) Average {
	a := Average{Span: s, Known: len(m.Parts) > 0, Accurate: true}
	for _, part := range m.Parts {
		m.addPart(&a, part)
	}
	for _, sub := range m.Entry.Subsystems {
		if sub.Treatment == Estimated && sub.PowerWatts > 0 {
			a.add(Contribution{sub.Name, "", Estimate, Watts(sub.PowerWatts), 1})
		}
	}
	return a
}

func (m *Measurement) addPart(a *Average, part Part) {
	covers := part.Series.Covers
	metered, ok := part.Metered(a.Span)
	if !ok {
		a.Known = false
		return
	}
	loss, scale := part.lossFactor(), m.ScaleOf(part.Series)
	a.Metered += metered
	a.add(Contribution{covers.Subsystem, covers.NodeSet, Metered, metered, 1})
	if loss != 1 {
		a.add(Contribution{covers.Subsystem, covers.NodeSet, ConversionLoss, metered * Watts(loss-1), loss})
	}
	if scale != 1 {
		a.add(Contribution{covers.Subsystem, covers.NodeSet, Extrapolated, metered * Watts(loss*(scale-1)), scale})
	}
	// An error of range refers to what one meter sees, not to the sum.
	accuracy, known := part.Meter.Accuracy.At(metered / Watts(max(len(part.Traces), part.Meter.Count)))
	a.Accurate = a.Accurate && known
	a.Uncertainty += metered * Watts(loss*scale*accuracy)
}

func (a *Average) add(c Contribution) {
	a.Contributions = append(a.Contributions, c)
	a.Total += c.Watts
}

// AveragingSpan is the span the core-phase average is formed over: the core phase, or the part of
// it that methodology 1.2 lets a Level 1 submission choose.
func (m *Measurement) AveragingSpan() Span {
	if !m.Entry.Run.AveragingWindow.IsZero() {
		return m.Entry.Run.AveragingWindow
	}
	return m.Core
}

// IdleAverage returns the mean of the idle measurements; known is false where there is none that
// readings or a figure support.
func (m *Measurement) IdleAverage() (idle Average, known bool) {
	var all []Average
	for _, i := range m.Entry.Idle {
		if i.PowerWatts > 0 {
			all = append(all, Average{Total: Watts(i.PowerWatts), Metered: Watts(i.PowerWatts), Known: true})
		} else if a := m.Average(i.Span()); a.Known && !i.Span().IsZero() {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return Average{}, false
	}
	idle = all[0]
	for _, a := range all[1:] {
		idle.Total += a.Total
		idle.Metered += a.Metered
		idle.Uncertainty = max(idle.Uncertainty, a.Uncertainty)
	}
	idle.Total /= Watts(len(all))
	idle.Metered /= Watts(len(all))
	return idle, true
}

// ComputePower returns the average power metered at the compute nodes over the averaging span,
// the figure the machine fraction is held to.
func (m *Measurement) ComputePower() Watts {
	var sum Watts
	for _, c := range m.Average(m.AveragingSpan()).Contributions {
		if c.Subsystem == Compute && c.Kind == Metered {
			sum += c.Watts
		}
	}
	return sum
}

// Covers reports whether a series of the measurement covers the subsystem.
func (m *Measurement) Covers(subsystem string) bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Series.Covers.Subsystem == subsystem })
}

// Whole returns the time from the first to the last reading of all instruments; it is zero where
// there are none.
func (m *Measurement) Whole() Span {
	var whole Span
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			whole = whole.include(t.Span())
		}
	}
	return whole
}
