package validation

import (
	"maps"
	"math"
	"slices"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

func (r *Report) state(in Input, facts *forensics.Facts) {
	m, n := in.Measurement, &r.Numbers
	core := m.Average(m.AveragingSpan())
	left := unread{}
	if core.Known && !core.Span.IsZero() {
		left = unreadOf(m, core, facts)
	}
	u := Uncertainty{
		Meters: meterParts(in, core), Sampling: samplingParts(m, core, left.corrected), Boundary: boundary(in, core),
		Window: legalWindow(in), Missing: []string{},
	}
	u.MetersHalf, u.SamplingHalf = commonHalf(u.Meters), samplingHalf(u.Sampling)
	u.combine(m, core, left, n)
	r.Uncertainty = u
	if !m.Entry.Run.FullRun.IsZero() {
		half := otherSpan{m.Average(m.Entry.Run.FullRun), typedTimes(m.Entry.Run.FullRun)}.half(in, facts)
		follow(half, n.FullRunAverage, n.FullRunEnergy, n.FullRunDuration)
	}
	stateIdle(in, facts, n)
}

// combine puts the components together, which are independent of each other, and states the interval of
// the published power and of what follows from it.
func (u *Uncertainty) combine(m *power.Measurement, core power.Average, left unread, n *Numbers) {
	if !core.Known {
		u.Missing = append(u.Missing, "There are too few readings to compute an average and its interval.")
		return
	}
	reach := u.Boundary.missing()
	u.Missing = append(append(u.Missing, missingAccuracy(u.Meters)...), reach...)
	if u.MetersHalf == nil || len(reach) > 0 {
		return
	}
	b := measuringBudget(core, u.Meters, u.Sampling)
	shift, standard := timesComponent(m, core, coreTimesOf(m), u.Boundary.ClockError)
	b.Add(uncertainty.FromTimes, shift, standard, uncertainty.Unbounded())
	left.enter(&b)
	b.AddBelow(uncertainty.FromEstimates, (1-methodology.LeastOfEstimate)*float64(core.Of(power.Estimate)))
	u.Components = b.All
	combined, degrees := b.Combined()
	u.Standard, u.Coverage = new(round(combined)), new(round(uncertainty.Coverage(degrees)))
	if !math.IsInf(degrees, 1) {
		u.Degrees = new(round(degrees))
	}
	p := n.CoreAverage.Value
	below, above := b.Ends()
	u.Power = interval(p-below, p+above)
	follow(new(u.Power.half(p)), n.CoreAverage, n.CoreEnergy, n.CoreDuration)
	if n.Efficiency == nil {
		return
	}
	if u.Power.Low <= 0 {
		u.Missing = append(u.Missing, "The interval of the power includes zero, so the efficiency has no upper end.")
		return
	}
	u.Efficiency = interval(n.Rmax.Value/u.Power.High, n.Rmax.Value/u.Power.Low)
	n.Efficiency.Uncertainty = new(u.Efficiency.half(n.Efficiency.Value))
}

func (i Interval) half(value float64) float64 { return round(math.Max(value-i.Low, i.High-value)) }

func follow(half *float64, average, energy, duration *Number) {
	if half != nil && average != nil {
		average.Uncertainty, energy.Uncertainty = half, new(round(*half*duration.Value))
	}
}

func measuringBudget(average power.Average, meters []MeterPart, sampling []SamplingPart) uncertainty.Budget {
	b := uncertainty.Budget{}
	b.Add(uncertainty.FromMeters, 0, commonStandard(meters), uncertainty.Unbounded())
	standard, degrees := samplingStandard(sampling)
	b.Add(uncertainty.FromSampling, 0, standard, degrees)
	b.AddLoss(lossHalf(average))
	return b
}

// lossHalf takes the errors of losses as common.
func lossHalf(average power.Average) float64 {
	halves := map[string]float64{}
	for _, c := range average.Contributions {
		if c.Kind != power.Metered || c.Part.LossFactor() == 1 {
			continue
		}
		loss := average.Through(c.Part.Meter)
		halves[c.Part.Meter.ID] = methodology.LossError(c.Part.Meter.Loss.FoundBy) *
			math.Abs(float64(loss)*(1-1/c.Part.LossFactor()))
	}
	sum := 0.0
	for _, id := range slices.Sorted(maps.Keys(halves)) {
		sum += halves[id]
	}
	return sum
}

type otherSpan struct {
	power.Average
	times uncertainty.Times
}

// half is the half width about its average: what meters, sampling, conversion loss, its times, clocks, readings at the
// ends, gaps, codes, the resolution and estimates add. It is nil if that is not known.
func (s otherSpan) half(in Input, facts *forensics.Facts) *float64 {
	meters := meterParts(in, s.Average)
	if !s.Known || s.Span.IsZero() || commonHalf(meters) == nil {
		return nil
	}
	left := unreadOf(in.Measurement, s.Average, facts)
	sampling := samplingParts(in.Measurement, s.Average, left.corrected)
	b := measuringBudget(s.Average, meters, sampling)
	clock, _ := clockError(in.Measurement)
	shift, standard := timesComponent(in.Measurement, s.Average, s.times, clock.Seconds())
	b.Add(uncertainty.FromTimes, shift, standard, uncertainty.Unbounded())
	left.enter(&b)
	// which are upper bounds
	b.AddBelow(uncertainty.FromEstimates, (1-methodology.LeastOfEstimate)*float64(s.Of(power.Estimate)))
	return new(round(math.Max(b.Ends())))
}

// stateIdle takes the errors of several idle measurements as common: the same meters made them. Their times are chosen,
// and mean what they state.
func stateIdle(in Input, facts *forensics.Facts, n *Numbers) {
	var largest, joules float64
	for _, a := range in.Measurement.IdleAverages() {
		half := otherSpan{a, uncertainty.Times{Tied: true}}.half(in, facts)
		if half == nil || a.Span.IsZero() {
			return
		}
		largest = math.Max(largest, *half)
		joules += float64(*half * a.Span.Duration().Seconds())
	}
	if n.Idle != nil {
		n.Idle.Uncertainty, n.IdleEnergy.Uncertainty = &largest, new(round(joules))
	}
}
