package model

import (
	"cmp"
	"math"
	"slices"

	"green500/validation/power"
)

// Spread is how much equal nodes differ: the mean of their powers and the standard deviation as a part of it.
type Spread struct {
	Nodes     int
	Mean      power.Watts
	Variation float64
}

// SpreadOf returns the spread of the powers of nodes under the same load (Heinrich et al., section 6.1 and figure 2). ok is
// false for fewer than two nodes, or where they draw nothing.
func SpreadOf(nodes []power.Watts) (spread Spread, ok bool) {
	watts := make([]float64, len(nodes))
	for i, w := range nodes {
		watts[i] = float64(w)
	}
	if len(nodes) < 2 {
		return Spread{}, false
	}
	mean, deviation := deviationOf(watts)
	if !(mean > 0) || math.IsInf(mean, 1) {
		return Spread{}, false
	}
	return Spread{len(nodes), power.Watts(mean), deviation / mean}, true
}

// NodeChange is what one node drew at two dates.
type NodeChange struct {
	Node           string
	Earlier, Later power.Watts
}

// Change is by how much the power rose; it is negative where it fell.
func (c NodeChange) Change() power.Watts { return c.Later - c.Earlier }

// MeasureAgain lists the nodes whose power changed by more than a part of what they drew before, the greatest change
// first: a calibration of theirs does not hold any more (Heinrich et al., section 6.1: taurus-12 rose by 11 W in two years,
// taurus-5 fell by 3 W).
func MeasureAgain(nodes []NodeChange, part float64) []NodeChange {
	moved := func(c NodeChange) float64 { return math.Abs(float64(c.Change() / c.Earlier)) }
	changed := slices.DeleteFunc(slices.Clone(nodes), func(c NodeChange) bool { return !(moved(c) > part) })
	slices.SortStableFunc(changed, func(a, b NodeChange) int { return cmp.Compare(moved(b), moved(a)) })
	return changed
}
