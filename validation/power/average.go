package power

import "math"

// Kind says where watts in a published figure come from.
type Kind string

// The sources of published watts, in the order they are added up.
const (
	Metered        Kind = "metered"
	ConversionLoss Kind = "loss"
	Extrapolated   Kind = "extrapolated"
	Estimate       Kind = "estimated"
	Omitted        Kind = "left_out" // a subsystem that is not counted
)

// Contribution is one summand of an average, in whole microwatts.
type Contribution struct {
	Subsystem string  `json:"subsystem"`
	NodeSet   string  `json:"node_set,omitempty"`
	Kind      Kind    `json:"kind"`
	Watts     Watts   `json:"watts"`
	Factor    float64 `json:"factor"` // what the power before was multiplied by
	// of a subsystem left out, what the document says it draws; not counted
	Stated Watts `json:"stated_w,omitempty"`
	Part   *Part `json:"-"` // the series it comes from; nil if the document states it
}

// Average is the power of the whole machine over a span, with its making. Total is the exact sum in any order.
type Average struct {
	Span           Span
	Metered, Total Watts
	Contributions  []Contribution
	Known          bool // every series has readings in the span
}

// microwatts hold a summand so that sums do not depend on their order.
type microwatts int64

// greatest is more than a machine draws. Up to here a float prints every microwatt exactly.
const greatest Watts = 1e9

// fixed rounds to the microwatt; ok is false for what no machine draws.
func (w Watts) fixed() (f microwatts, ok bool) {
	if !(w >= -greatest && w <= greatest) { // also what is not a number
		return 0, false
	}
	return microwatts(math.Round(float64(w) * microwattsPerWatt)), true
}

func (f microwatts) watts() Watts { return Watts(float64(f) / microwattsPerWatt) }

// Averages returns the average power of every instrument over a span; ok is false if one of them has too few readings.
func (p Part) Averages(s Span) (averages []Watts, ok bool) { return p.averages(s, p.plain) }

func (p Part) averages(s Span, of func(*Trace, Window) (Watts, bool)) (averages []Watts, ok bool) {
	for _, t := range p.Traces {
		average, known := of(t, p.window(t, s))
		if !known {
			return nil, false
		}
		averages = append(averages, average)
	}
	return averages, len(averages) > 0
}

// Metered returns the sum of the instruments' average powers over a span, each taken to the microwatt.
func (p Part) Metered(s Span) (sum Watts, ok bool) { return inAll(p.Averages(s)) }

func inAll(averages []Watts, known bool) (sum Watts, ok bool) {
	var total microwatts
	for _, average := range averages {
		fixed, ok := average.fixed()
		known = known && ok
		total += fixed
	}
	return total.watts(), known
}

// LossFactor is what a downstream reading is multiplied by to stand for the supply.
func (p Part) LossFactor() float64 {
	if p.Meter.Location == Downstream && p.Meter.Loss != nil && p.Meter.Loss.Factor > 0 {
		return p.Meter.Loss.Factor
	}
	return 1
}

// UnitsOf returns how many nodes or units a series stands for and how many it measured; 1 if not stated.
func (m *Measurement) UnitsOf(s *Series) (all, measured int) {
	if s.Covers.Subsystem != Compute {
		if sub := m.Entry.Subsystem(s.Covers.Subsystem); sub != nil {
			all, measured = sub.Units, sub.Measured
		}
	} else if set := m.Entry.NodeSet(s.Covers.NodeSet); set != nil {
		all, measured = set.Nodes, set.Measured
	} else {
		all, measured = m.Entry.Nodes()
	}
	if all <= 0 || measured <= 0 {
		return 1, 1
	}
	return all, measured
}

// ScaleOf returns what makes the power of a series stand for the whole of its node set or subsystem.
func (m *Measurement) ScaleOf(s *Series) float64 {
	all, measured := m.UnitsOf(s)
	return float64(all) / float64(measured)
}

// Average returns the power of the whole machine over a span: measured, corrected for conversion loss, scaled to what
// was not measured, and with the estimates added. The average of an instrument is the plain mean of its readings (2.0,
// section 3.1.3), weighted by their durations if these follow the mains (3.1.2).
func (m *Measurement) Average(s Span) Average { return m.average(s, Part.Averages) }

func (m *Measurement) average(s Span, averages func(Part, Span) ([]Watts, bool)) Average {
	a := Average{Span: s, Known: len(m.Parts) > 0}
	for i := range m.Parts {
		part := &m.Parts[i]
		sum, ok := inAll(averages(*part, s))
		if a.Known = a.Known && ok; !ok {
			continue
		}
		m.addPart(&a, part, sum)
	}
	for _, sub := range m.Entry.Subsystems {
		a.addStated(sub)
	}
	a.Metered = a.Of(Metered)
	a.Total = a.sum(func(Contribution) bool { return true })
	return a
}

func (m *Measurement) addPart(a *Average, part *Part, metered Watts) {
	covers := part.Series.Covers
	loss, scale := part.LossFactor(), m.ScaleOf(part.Series)
	add := func(kind Kind, watts Watts, factor float64) {
		a.add(Contribution{Subsystem: covers.Subsystem, NodeSet: covers.NodeSet, Kind: kind, Watts: watts,
			Factor: factor, Part: part})
	}
	add(Metered, metered, 1)
	if loss != 1 {
		add(ConversionLoss, metered*Watts(loss-1), loss)
	}
	if scale != 1 {
		add(Extrapolated, metered*Watts(loss)*Watts(scale-1), scale)
	}
}

func (a *Average) addStated(sub Subsystem) {
	switch {
	case sub.Treatment == Estimated && sub.PowerWatts > 0:
		a.add(Contribution{Subsystem: sub.Name, Kind: Estimate, Watts: Watts(sub.PowerWatts), Factor: 1})
	case sub.Treatment == LeftOut:
		a.add(Contribution{Subsystem: sub.Name, Kind: Omitted, Stated: Watts(sub.PowerWatts)})
	}
}

func (a *Average) add(c Contribution) {
	fixed, ok := c.Watts.fixed()
	a.Known = a.Known && ok
	c.Watts = fixed.watts()
	a.Contributions = append(a.Contributions, c)
}

// Of returns the exact sum of the contributions of one kind.
func (a Average) Of(kind Kind) Watts {
	return a.sum(func(c Contribution) bool { return c.Kind == kind })
}

// Through returns the part of the average that rests on the readings of a meter.
func (a Average) Through(meter *Meter) Watts {
	return a.sum(func(c Contribution) bool { return c.Part != nil && c.Part.Meter == meter })
}

// MeteredBy returns the power that a meter saw.
func (a Average) MeteredBy(meter *Meter) Watts {
	return a.sum(func(c Contribution) bool { return c.Kind == Metered && c.Part.Meter == meter })
}

func (a Average) sum(counts func(Contribution) bool) Watts {
	var sum microwatts
	for _, c := range a.Contributions {
		if counts(c) {
			fixed, _ := c.Watts.fixed()
			sum += fixed
		}
	}
	return sum.watts()
}

// AveragingSpan is the core phase, or the part of it that methodology 1.2 lets a Level 1 submission choose.
func (m *Measurement) AveragingSpan() Span {
	if !m.Entry.Run.AveragingWindow.IsZero() {
		return m.Entry.Run.AveragingWindow
	}
	return m.Core
}

// IdleAverages returns the idle measurements that readings or a figure support; the span of a figure is zero.
func (m *Measurement) IdleAverages() []Average {
	var all []Average
	for _, i := range m.Entry.Idle {
		if fixed, ok := Watts(i.PowerWatts).fixed(); ok && fixed > 0 {
			all = append(all, Average{Total: fixed.watts(), Metered: fixed.watts(), Known: true})
		} else if a := m.Average(i.Span()); a.Known && !i.Span().IsZero() {
			all = append(all, a)
		}
	}
	return all
}

// IdleAverage returns the mean of the idle measurements, to the microwatt, if there are any.
func (m *Measurement) IdleAverage() (idle Watts, known bool) {
	all := m.IdleAverages()
	if len(all) == 0 {
		return 0, false
	}
	var sum microwatts
	for _, a := range all {
		fixed, _ := a.Total.fixed()
		sum += fixed
	}
	mean, _ := (sum.watts() / Watts(len(all))).fixed()
	return mean.watts(), true
}

// ComputePower returns the average power at the compute nodes, which the machine fraction is held to.
func (m *Measurement) ComputePower() Watts {
	return m.Average(m.AveragingSpan()).
		sum(func(c Contribution) bool { return c.Subsystem == Compute && c.Kind == Metered })
}

// Devices counts the instruments of a meter: those of its series, or those that the document tells.
func (m *Measurement) Devices(meter *Meter) int {
	instruments := 0
	for _, part := range m.Parts {
		if part.Meter == meter {
			instruments += len(part.Traces)
		}
	}
	if instruments == 0 {
		return 0
	}
	return max(instruments, meter.Count)
}

// Load is what one instrument of a meter sees on average: errors of range refer to it, not to a sum.
func (m *Measurement) Load(meter *Meter, s Span) Watts {
	var sum Watts
	for _, part := range m.Parts {
		if part.Meter != meter {
			continue
		}
		if metered, ok := part.Metered(s); ok {
			sum += metered
		}
	}
	return sum / Watts(max(1, m.Devices(meter)))
}
