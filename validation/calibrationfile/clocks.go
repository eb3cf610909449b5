package calibrationfile

import (
	"fmt"
	"math"

	"green500/validation/model"
	"green500/validation/power"
)

// Three are the states of a node at its lowest, a medium and its highest clock, from which a parabola gives the others
// (Heinrich et al., section 6.1); ok is false for a node of fewer clocks.
func (n Node) Three() (low, medium, high State, ok bool) {
	last := len(n.States) - 1
	if last < 2 || n.States[last].Clock <= 0 {
		return low, medium, high, false
	}
	return n.States[last], n.States[last/2], n.States[0], true
}

// Quadratic is a sentence on how far the other clocks of a node lie from the parabola through three of them; empty for
// fewer than four clocks.
func (n Node) Quadratic() string {
	low, medium, high, ok := n.Three()
	if !ok || len(n.States) < 4 {
		return ""
	}
	const mega = 1e6
	at := func(s State) model.FrequencyPower {
		return model.FrequencyPower{Hertz: s.Clock * mega, Power: power.Watts(s.All)}
	}
	curve, ok := model.ThroughFrequencies(at(low), at(medium), at(high))
	if !ok {
		return ""
	}
	farthest := 0.0
	for _, state := range n.States {
		farthest = math.Max(farthest, math.Abs(float64(curve.At(state.Clock*mega))/state.All-1))
	}
	return fmt.Sprintf("%s: a parabola through %s, %s and %s meets the other clocks within %.2g%%.", n.Name, ClockText(low.Clock), ClockText(medium.Clock), ClockText(high.Clock), 100*farthest)
}
