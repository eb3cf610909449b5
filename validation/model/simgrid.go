package model

import (
	"math"
	"time"

	"green500/validation/power"
)

// SimGridAccuracy is how far the prediction of a calibrated node model lay from a measurement at most, as a part of it,
// where the model applies (Heinrich et al., section 7: within 2% for EP and LU).
const SimGridAccuracy = 0.02

// Beyond is how many times the model's own error a measurement has to lie from a prediction to be worth a question.
const Beyond = 3

// NodePower is the power of a node under one workload and at one frequency: a static part, drawn when idle, and a
// dynamic part, drawn on top of it when all cores are busy (Heinrich et al., section 4.2).
type NodePower struct {
	Static, Dynamic power.Watts
}

// At returns P(u) = static + dynamic u, where u is the share of the cores that are busy, from 0 to 1 (Heinrich et al.,
// section 4.2). What lies outside is taken as the nearer end.
func (n NodePower) At(load float64) power.Watts {
	return n.Static + n.Dynamic*power.Watts(min(1, max(0, load)))
}

// PowerState is what a node draws at one frequency: when idle, with one core busy, and with all of them (Heinrich et al.,
// figure 6).
type PowerState struct {
	Idle, OneCore, AllCores power.Watts
}

// At returns the power with some of the cores busy: the idle power with none, else a line through one core and all of
// them (Heinrich et al., figures 1 and 6). A node of one core draws AllCores when it is busy.
func (s PowerState) At(busy, cores int) power.Watts {
	switch {
	case busy <= 0:
		return s.Idle
	case busy >= cores:
		return s.AllCores
	}
	return s.OneCore + (s.AllCores-s.OneCore)*power.Watts(busy-1)/power.Watts(cores-1)
}

// State returns what a node of so many cores draws by the linear model.
func (n NodePower) State(cores int) PowerState {
	return PowerState{Idle: n.At(0), OneCore: n.At(1 / float64(max(1, cores))), AllCores: n.At(1)}
}

// FrequencyPower is the power of a node at a frequency of its cores in hertz.
type FrequencyPower struct {
	Hertz float64
	Power power.Watts
}

// FrequencyCurve is a parabola of power over frequency, through three measured frequencies (Heinrich et al., section 6.1 and
// figure 5).
type FrequencyCurve struct {
	points [3]FrequencyPower
}

// ThroughFrequencies lays the parabola through a low, a medium and a high frequency; ok is false where two of them are
// the same.
func ThroughFrequencies(low, medium, high FrequencyPower) (curve FrequencyCurve, ok bool) {
	return FrequencyCurve{[3]FrequencyPower{low, medium, high}}, low.Hertz < medium.Hertz && medium.Hertz < high.Hertz
}

// At returns the power at a frequency in hertz.
func (c FrequencyCurve) At(hertz float64) power.Watts {
	var sum power.Watts
	for i, point := range c.points {
		weight := 1.0
		for j, other := range c.points {
			if i != j {
				weight *= (hertz - other.Hertz) / (point.Hertz - other.Hertz)
			}
		}
		sum += point.Power * power.Watts(weight)
	}
	return sum
}

// NodeGroup is nodes that are alike: how many, of how many the model was found, what one of these draws on average, the
// standard deviation between them, and the share of their cores that are busy in each step of a run.
type NodeGroup struct {
	Nodes     int
	Measured  int
	Power     NodePower
	Deviation power.Watts
	Loads     []LoadStep
}

// sampling is by how many watts the group may differ from what the measured nodes make of it: one standard error of a
// sum over a finite number of nodes, none where all were measured.
func (g NodeGroup) sampling() float64 {
	if g.Measured <= 0 || g.Measured >= g.Nodes {
		return 0
	}
	nodes, measured := float64(g.Nodes), float64(g.Measured)
	return nodes * float64(g.Deviation) / math.Sqrt(measured) * math.Sqrt(1-measured/nodes)
}

// LoadStep is a time in which a node has one load, from 0 to 1.
type LoadStep struct {
	For  time.Duration
	Load float64
}

// Prediction is what a machine should draw over a run by a model. Error is one standard error in watts.
type Prediction struct {
	Energy power.Joules
	Power  power.Watts
	Error  power.Watts
}

// Predict sums the nodes' powers over a run (Heinrich et al., section 4.2). The error holds what the nodes that were not
// measured may differ by, and the accuracy that the model itself reaches. ok is false where no time passes.
func Predict(groups []NodeGroup) (p Prediction, ok bool) {
	var longest time.Duration
	var spread float64
	for _, group := range groups {
		var lasts time.Duration
		for _, step := range group.Loads {
			p.Energy += (group.Power.At(step.Load) * power.Watts(group.Nodes)).Over(step.For)
			lasts += step.For
		}
		longest = max(longest, lasts)
		spread = math.Hypot(spread, group.sampling())
	}
	if longest <= 0 {
		return Prediction{}, false
	}
	p.Power = power.Watts(float64(p.Energy) / longest.Seconds())
	p.Error = power.Watts(math.Hypot(spread, SimGridAccuracy*float64(p.Power)))
	return p, true
}

// Residual is how far a claimed power lies above the prediction; beyond reports whether that is more than the model's
// error explains.
func (p Prediction) Residual(claimed power.Watts) (residual power.Watts, beyond bool) {
	residual = claimed - p.Power
	return residual, math.Abs(float64(residual)) > Beyond*float64(p.Error)
}
