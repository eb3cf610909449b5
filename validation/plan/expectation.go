package plan

import (
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

type expectation struct {
	request    Request
	sets       []Set
	subsystems []SubsystemRequirement
	every      float64 // s between readings
	energy     bool    // totals are read, not power
}

func (l *Level) expectation() expectation {
	return expectation{l.request, l.Sets, l.Subsystems, l.readEvery(),
		l.Integrated || l.request.Meter.Measures == power.Energy}
}

func (e expectation) compute() (load, idle power.Watts) {
	for _, set := range e.request.NodeSets {
		one := set.Idle
		if one == 0 {
			one = assumedIdle * set.Power
		}
		load, idle = load+set.Power*power.Watts(set.Nodes), idle+one*power.Watts(set.Nodes)
	}
	factor := power.Watts(e.lossFactor())
	return load * factor, idle * factor
}

// assumedIdle is the power of an idle node as a part of that of a busy one, if it is not stated: about the least that
// the idle powers of submissions show, so that the ends of the core phase are not taken too lightly.
const assumedIdle = 0.3

func (e expectation) lossFactor() float64 { return power.Part{Meter: &e.request.Meter}.LossFactor() }

func (e expectation) of(treatment power.Treatment) (sum power.Watts) {
	for _, s := range e.subsystems {
		if s.Treatment == treatment {
			sum += s.Power
		}
	}
	return sum
}

func (e expectation) total() power.Watts {
	load, _ := e.compute()
	return load + e.of(power.Measured) + e.of(power.Estimated)
}

func (e expectation) metered() (sum power.Watts) {
	for i, set := range e.request.NodeSets {
		sum += set.Power * power.Watts(e.sets[i].Measured)
	}
	return sum
}

func (e expectation) meters() (half power.Watts, known bool) {
	part, known := e.request.meterError(e.metered())
	load, _ := e.compute()
	return power.Watts(part) * (load + e.of(power.Measured)), known
}

type sample struct{ standard, degrees float64 } // standard as a part of the power

// sampled is the sample of a node set. Several meters show how much its nodes differ, as an earlier run does.
func (r Request) sampled(set NodeSet, measured int) sample {
	variation, assumed := set.variation()
	groups := 1
	if meters := min(r.Meter.Count, measured); len(r.NodeSets) == 1 && meters > 1 {
		groups = meters
	} else if !assumed {
		groups = measured
	}
	return sampleOf(variation, measured, set.Nodes, groups)
}

func sampleOf(variation float64, measured, all, groups int) sample {
	return sample{uncertainty.SamplingStandard(variation, measured, all), uncertainty.SamplingDegrees(groups)}
}

type samples struct {
	halves []float64 // in watts
	budget uncertainty.Budget
}

func (all *samples) add(s sample, watts power.Watts) {
	all.halves = append(all.halves, uncertainty.Coverage(s.degrees)*s.standard*float64(watts))
	all.budget.Add(uncertainty.FromSampling, 0, s.standard*float64(watts), s.degrees)
}

func (e expectation) sampling() samples {
	all := samples{}
	for i, set := range e.request.NodeSets {
		all.add(e.request.sampled(set, e.sets[i].Measured), set.Power*power.Watts(float64(set.Nodes)*e.lossFactor()))
	}
	for _, s := range e.subsystems {
		if s.Treatment == power.Measured && s.Power > 0 {
			all.add(sampleOf(methodology.AssumedVariation, s.Measured, s.Units, 1), s.Power)
		}
	}
	return all
}

func (e expectation) budget() uncertainty.Budget {
	b := uncertainty.Budget{}
	half, _ := e.meters()
	promised, _ := e.request.Meter.Accuracy.In(e.metered() / power.Watts(max(1, e.request.Meter.Count)))
	b.Add(uncertainty.FromMeters, 0, promised.Kind.Standard(float64(half)), uncertainty.Unbounded())
	sampling := e.sampling()
	standard, degrees := sampling.budget.Combined()
	b.Add(uncertainty.FromSampling, 0, standard, degrees)
	load, idle := e.compute()
	if factor := e.lossFactor(); factor > 1 {
		b.AddLoss(methodology.LossError(e.request.Meter.Loss.FoundBy) * float64(load) * (1 - 1/factor))
	}
	e.addTimes(&b, float64(load), float64(idle))
	e.addEnds(&b, float64(load-idle))
	b.AddBelow(uncertainty.FromEstimates, (1-methodology.LeastOfEstimate)*float64(e.of(power.Estimated)))
	return b
}

// addTimes enters what the whole seconds of an output and clocks that are not said to be closer add. The machine idles
// up to the core phase and after it, which begins and ends in the middle of the seconds that the output prints.
func (e expectation) addTimes(b *uncertainty.Budget, load, idle float64) {
	core := e.request.Run.Core
	times := uncertainty.Printed(core, core)
	around := func(turn, before, after float64) func(float64) float64 {
		energy := func(s float64) float64 { return min(s-turn, 0)*before + max(s-turn, 0)*after }
		return func(s float64) float64 { return energy(s) - energy(0) }
	}
	start, end := times.Start.At(0.5), times.End.At(0.5)
	energies := uncertainty.Energies{Start: around(start, idle, load), End: around(end, load, idle),
		Between: load*(core-start) + idle*start, Seconds: core}
	shift, standard := times.Component(energies, methodology.ClocksApart.Seconds(), 0)
	b.Add(uncertainty.FromTimes, shift, standard, uncertainty.Unbounded())
}

// addEnds enters what readings partly in the core phase leave open, of a power that rises or falls at its ends. On
// average, half an interval lies on either side of an end. A total says nothing of the part inside; a reading of power
// says too little of it at the start, or counts too much of what is outside at the end, or the other way round, by
// where its timestamp lies.
func (e expectation) addEnds(b *uncertainty.Budget, rise float64) {
	part := e.every / 2 / e.request.Run.Core
	missed, reached := uncertainty.OpenRange{}, uncertainty.OpenRange{}
	missed.Add(part, -rise/2, 0)
	reached.Add(part, rise/2, rise)
	if e.energy {
		reached = missed
	}
	b.AddRange(uncertainty.FromEnds, missed, reached)
}
