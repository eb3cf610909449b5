package model

import (
	"math"

	"green500/validation/power"
)

// Growth returns what a rate has grown to after so many years where it doubles every so many
// (lecture notes, 1.1): rate 2^(years/doubling).
func Growth(rate power.GFlops, doubling, years float64) power.GFlops {
	return rate * power.GFlops(math.Exp2(years/doubling))
}

// BalanceDoubling returns after how many years the balance R0/beta0 has doubled, where computing doubles
// every computing years and moving data every moving years: d1 d2/(d2 - d1) (lecture notes, 1.6). It is infinite where
// both grow alike and negative where the balance falls. The lecture leaves the divisor out, which is 1 for
// its 1.9 and 2.9 years.
func BalanceDoubling(computing, moving float64) float64 {
	return computing * moving / (moving - computing)
}

// lightSpeed is in metres a second, as the lecture rounds it (lecture notes, 1.2).
const lightSpeed = 3e8

// LargestDie returns the longest edge, in metres, of a square die on which a signal goes from the middle to
// a corner and back within an operation: c/(sqrt(2) R) for R operations a second in a row (lecture notes, 1.2).
func LargestDie(rate float64) float64 { return lightSpeed / (math.Sqrt2 * rate) }

// Roofline is what bounds the time and the energy of work that moves data: the bounds of 001, 1.7, drawn
// over W/Q in operations a byte, with the split of 001, 2.2 and E = e W of 2.6.
type Roofline struct {
	Peak      power.GFlops // W/T at best
	Bandwidth float64      // bytes a second between fast and slow memory
	Constant  power.Watts  // P0
	Operation power.Joules // e, of a floating-point operation
	Byte      power.Joules // of moving a byte; 0 where it is not known
}

// RooflineOf forms the roofline of a system from its peak, its bandwidth in bytes a second, its idle power and
// its power at a rate, all dynamic power of which is put down to operations: e = dP/rate (lecture notes, 2.6 and 2.7).
func RooflineOf(peak power.GFlops, bandwidth float64, split Split, rate power.GFlops) Roofline {
	return Roofline{Peak: peak, Bandwidth: bandwidth, Constant: split.Constant, Operation: power.Joules(float64(split.Dynamic) / (float64(rate) * 1e9))}
}

// Ridge returns the intensity, in operations a byte, from which computing takes longer than moving data: the
// balance of 001, 1.8.
func (r Roofline) Ridge() float64 { return float64(r.Peak) * 1e9 / r.Bandwidth }

// Rate returns the rate that can be reached at an intensity in operations a byte: W over
// max(W/peak, Q/bandwidth) (lecture notes, 1.7).
func (r Roofline) Rate(intensity float64) power.GFlops {
	return min(r.Peak, power.GFlops(intensity*r.Bandwidth/1e9))
}

// PerOperation returns the least energy of an operation at an intensity in operations a byte: what it costs
// itself, its part of the data, and the constant power over its time (lecture notes, 2.2 and 2.6).
func (r Roofline) PerOperation(intensity float64) power.Joules {
	constant := power.Joules(float64(r.Constant) / (float64(r.Rate(intensity)) * 1e9))
	return r.Operation + r.Byte/power.Joules(intensity) + constant
}

// PerWatt returns the efficiency at an intensity in operations a byte, in GFlops/W: one over the energy of 10^9
// operations (lecture notes, 2.1).
func (r Roofline) PerWatt(intensity float64) float64 {
	return 1 / (float64(r.PerOperation(intensity)) * 1e9)
}
