package validation

import (
	"math"

	"green500/validation/power"
)

// state fills in how far the figures of a report may lie from the truth.
func (r *Report) state(in Input) {
	m, n := in.Measurement, &r.Numbers
	core := m.Average(m.AveragingSpan())
	u := Uncertainty{
		Meters: meterParts(in, core), Sampling: samplingParts(m, core), Boundary: boundary(in, core),
		Window: legalWindow(in), Missing: []string{},
	}
	u.MetersHalf, u.SamplingHalf = commonHalf(u.Meters), samplingHalf(u.Sampling)
	u.combine(core, n)
	r.Uncertainty = u
	if !m.Entry.Run.FullRun.IsZero() {
		half := measuringHalf(in, m.Average(m.Entry.Run.FullRun))
		follow(half, n.FullRunAverage, n.FullRunEnergy, n.FullRunDuration)
	}
	stateIdle(in, n)
}

// combine puts the parts together, which are independent of each other, and states the interval of
// the published power and of what follows from it.
func (u *Uncertainty) combine(core power.Average, n *Numbers) {
	if !core.Known {
		u.Missing = append(u.Missing, "There are too few readings to compute an average and its interval.")
		return
	}
	u.Missing = append(u.Missing, missingAccuracy(u.Meters)...)
	u.Missing = append(u.Missing, missingSpread(u.Sampling)...)
	u.Missing = append(u.Missing, u.Boundary.missing()...)
	if u.MetersHalf == nil || u.SamplingHalf == nil || !u.Boundary.reached() {
		return
	}
	p, measuring := n.CoreAverage.Value, root(*u.MetersHalf, *u.SamplingHalf)
	u.Power = interval(p-root(measuring, u.Boundary.Below), p+root(measuring, u.Boundary.Above))
	half := u.Power.half(p)
	follow(&half, n.CoreAverage, n.CoreEnergy, n.CoreDuration)
	if n.Efficiency == nil {
		return
	}
	if u.Power.Low <= 0 {
		u.Missing = append(u.Missing, "The interval of the power includes zero, so the efficiency has no upper end.")
		return
	}
	u.Efficiency = interval(n.Rmax.Value/u.Power.High, n.Rmax.Value/u.Power.Low)
	ratio := u.Efficiency.half(n.Efficiency.Value)
	n.Efficiency.Uncertainty = &ratio
}

// half is the larger distance from a value to an end of the interval.
func (i Interval) half(value float64) float64 { return round(math.Max(value-i.Low, i.High-value)) }

// follow gives a power its half width, and the energy that follows from it its own.
func follow(half *float64, average, energy, duration *Number) {
	if half == nil || average == nil {
		return
	}
	joules := round(*half * duration.Value)
	average.Uncertainty, energy.Uncertainty = half, &joules
}

// measuringHalf is what meters and sampling add to an average; nil where it is not known.
func measuringHalf(in Input, average power.Average) *float64 {
	meters, sampling := commonHalf(meterParts(in, average)), samplingHalf(samplingParts(in.Measurement, average))
	if !average.Known || meters == nil || sampling == nil {
		return nil
	}
	half := round(root(*meters, *sampling))
	return &half
}

// stateIdle takes the errors of several idle measurements as common: the same meters made them.
func stateIdle(in Input, n *Numbers) {
	var largest, joules float64
	for _, a := range in.Measurement.IdleAverages() {
		half := measuringHalf(in, a)
		if half == nil || a.Span.IsZero() {
			return
		}
		largest = math.Max(largest, *half)
		joules += float64(*half * a.Span.Duration().Seconds())
	}
	if n.Idle == nil {
		return
	}
	joules = round(joules)
	n.Idle.Uncertainty, n.IdleEnergy.Uncertainty = &largest, &joules
}

// root is the square root of the sum of squares.
func root(parts ...float64) float64 {
	sum := 0.0
	for _, part := range parts {
		sum += float64(part * part)
	}
	return math.Sqrt(sum)
}
