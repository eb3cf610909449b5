package model

import (
	"slices"
	"time"

	"green500/validation/power"
)

// FewReadings is below how many readings a run shows spikes: the meter read every 5 s (Vishnu et al., 4.3).
const FewReadings = 10

// UsualBound is by how much a run may be slower, as a fraction: the largest increase in latency of Table 1 (002).
const UsualBound = 0.05

// Point is a run of some work under one setting: the metrics of 002, 4.2.1.
type Point struct {
	Size     float64 // of the message or of the problem, in whatever unit all points share
	Latency  time.Duration
	Power    power.Watts
	Amount   float64 // what was done: MB moved, or operations
	Readings int     // that the power was formed from; 0 if it is not known
}

// PerAmount returns the energy per MB moved, or per operation (Vishnu et al., 4.2.1); 0 if the amount is not known.
func (p Point) PerAmount() power.Joules {
	if p.Amount <= 0 {
		return 0
	}
	return p.Power.Over(p.Latency) / power.Joules(p.Amount)
}

// Spiky reports whether the point rests, or may rest, on fewer than FewReadings (Vishnu et al., 4.3).
func (p Point) Spiky() bool { return p.Readings < FewReadings }

// Normalised is a point over the baseline's of its size (Vishnu et al., 4.3, figures 3 to 14): 1 is as that.
type Normalised struct {
	Size, Latency, Power float64
	Energy               float64 // per MB or operation; 0 if an amount is not known
	Spiky                bool    // this point or the baseline's rests on too few readings
}

// Normalise sets each point of a variant that has a fellow in size against the baseline (Vishnu et al., 4.3).
func Normalise(baseline, variant []Point) []Normalised {
	var all []Normalised
	for _, p := range variant {
		i := slices.IndexFunc(baseline, func(b Point) bool { return b.Size == p.Size })
		if i < 0 || baseline[i].Latency <= 0 || baseline[i].Power <= 0 {
			continue
		}
		b := baseline[i]
		one := Normalised{Size: p.Size, Latency: p.Latency.Seconds() / b.Latency.Seconds(),
			Power: float64(p.Power / b.Power), Spiky: p.Spiky() || b.Spiky()}
		if b.PerAmount() > 0 {
			one.Energy = float64(p.PerAmount() / b.PerAmount())
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b Normalised) int {
		switch {
		case a.Size < b.Size:
			return -1
		case a.Size > b.Size:
			return 1
		}
		return 0
	})
	return all
}

// Threshold is a line of Table 1 (Vishnu et al., 4.3).
type Threshold struct {
	Size    float64 // the smallest from which energy falls
	Slower  float64 // increase in latency at it, as a fraction; negative if the variant is faster
	Thrifty float64 // decrease in energy at it, as a fraction
}

// ThresholdOf returns the smallest size from which on energy falls while latency grows by no more than bound, a
// fraction (Vishnu et al., Table 1); found is false if there is none. Points are in the order of sizes; those that are
// spiky or have no energy neither make a threshold nor end one.
func ThresholdOf(points []Normalised, bound float64) (threshold Threshold, found bool) {
	for _, p := range slices.Backward(points) {
		if p.Spiky || p.Energy <= 0 {
			continue
		}
		// A bound of 5% takes in what is 5% slower, however its ratio was rounded.
		const rounding = 1e-9
		if p.Energy >= 1 || p.Latency > 1+bound+rounding {
			break
		}
		threshold, found = Threshold{Size: p.Size, Slower: p.Latency - 1, Thrifty: 1 - p.Energy}, true
	}
	return threshold, found
}

// IdleCeiling returns how much power can be saved at most, as a fraction of the loaded machine: what it draws beyond
// idle (Vishnu et al., 4.4). Racks of 7.8 and 9.4 kW give 17.0%, if the paper writes 16%. It is 0 if it is not known.
func IdleCeiling(idle, loaded power.Watts) float64 {
	if idle <= 0 || loaded <= idle {
		return 0
	}
	return 1 - float64(idle/loaded)
}

// ClockCeiling returns how much of the processors' power a lower clock can save if power goes with the clock (Vishnu et
// al., 4.4), as a fraction of the power at the higher and at the lower clock. 2.33 and 1.9 GHz give 18.5% and 22.6%;
// the paper writes 22%, which is the latter, and a saving is a part of the former.
func ClockCeiling(lower, higher float64) (ofHigher, ofLower float64) {
	return (higher - lower) / higher, (higher - lower) / lower
}

// Implausible reports whether a point saves more power than the ceiling leaves (Vishnu et al., 4.4). As energy is power
// over latency, it is the same question of energy: at the same latency more of it would be saved than there is.
func (n Normalised) Implausible(ceiling float64) bool { return ceiling > 0 && 1-n.Power > ceiling }
