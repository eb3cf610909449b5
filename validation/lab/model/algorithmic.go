// Package model holds what is known of the power and the energy of a machine before it is measured: the algorithmic
// bounds of time, energy and power (lecture notes), what tunables save (Vishnu et al., PASCoL), the energy of runs on
// many nodes (Czarnul et al., MERPSYS), and a calibrated node (Heinrich et al., SimGrid). One file a model, pure
// functions; each names its source.
package model

import (
	"math"
	"time"

	"green500/validation/power"
)

// Split is the power of a machine in parts: P = P0 + dP (lecture notes, 2.2).
type Split struct {
	Constant power.Watts // P0, what is paid to keep the machine on
	Dynamic  power.Watts // dP, what is paid beyond it while the work runs
}

// SplitOf splits loaded power by idle power (lecture notes, 2.2); a negative dynamic part is a wrong reading.
func SplitOf(idle, loaded power.Watts) Split { return Split{idle, loaded - idle} }

// Total returns P0 + dP (lecture notes, 2.2).
func (s Split) Total() power.Watts { return s.Constant + s.Dynamic }

// DynamicShare returns dP/P as a fraction (lecture notes, 2.2); 0 if there is no power.
func (s Split) DynamicShare() float64 {
	if s.Total() <= 0 {
		return 0
	}
	return float64(s.Dynamic / s.Total())
}

// AtClock returns the split at ratio times the clock: with V in proportion to f, dynamic power goes with f^3 (2.3).
func (s Split) AtClock(ratio float64) Split {
	return Split{s.Constant, s.Dynamic * power.Watts(ratio*ratio*ratio)}
}

// TimeAtClock returns how long computing takes at ratio times the clock: T goes with 1/f (lecture notes, 2.4).
func TimeAtClock(t time.Duration, ratio float64) time.Duration {
	return power.Seconds(t.Seconds() / ratio)
}

// EnergyAtClock returns (P0 + dP r^3) t/r for computing of t at r times the clock (lecture notes, 2.2 to 2.4).
func (s Split) EnergyAtClock(t time.Duration, ratio float64) power.Joules {
	return power.Joules(float64(s.AtClock(ratio).Total()) * t.Seconds() / ratio)
}

// ThriftyClock returns the ratio of clocks at which a run that is bound by computing takes the least
// energy: the minimum of P0/r + dP r^2, which lies at (P0/(2 dP))^(1/3) (lecture notes, 2.2 to 2.4). Below it the
// constant power of the longer run costs more than the slower clock saves. It is 0 without dynamic power.
func (s Split) ThriftyClock() float64 {
	if s.Dynamic <= 0 {
		return 0
	}
	return math.Cbrt(float64(s.Constant / (2 * s.Dynamic)))
}

// EqualPower is what comes of slowing system B down until it draws as much as system A (lecture notes, 2.4).
type EqualPower struct {
	PowerRatio   float64 // P_B/P_A as they are
	Slowdown     float64 // by how much B's clock falls: the cube root of the ratio
	TimeRatio    float64 // T_B'/T_A, B slowed down
	LectureRatio float64 // T_B'/T_A as the lecture writes it
}

// RescaleToEqualPower slows B down to the power of A by DVFS (lecture notes, 2.4): P_B/P_A is the ratio of
// energies over that of times, the clock falls by its cube root, and time grows by as much.
//
// With E_B = 2 E_A and T_B = T_A/3 the lecture writes T_B'/T_A = 6^(-1/3) = 0.55. It lost the factor 3 by
// which B was faster, and inverted the slowdown: T_B' = 6^(1/3) T_B = 6^(1/3)/3 T_A = 0.606 T_A. Its
// conclusion holds, B is still faster; TimeRatio is the right value.
func RescaleToEqualPower(energyRatio, timeRatio float64) EqualPower {
	ratio := energyRatio / timeRatio
	slowdown := math.Cbrt(ratio)
	return EqualPower{PowerRatio: ratio, Slowdown: slowdown, TimeRatio: slowdown * timeRatio,
		LectureRatio: 1 / slowdown}
}

// Algorithm is what an algorithm asks of a machine (lecture notes, 1.7).
type Algorithm struct {
	Work float64 // W, operations
	Span float64 // D, operations on the critical path
}

// LeastTime returns the least time of work of so many operations that moves so many bytes: T >= max(W/(P R0), Q
// L/beta0) (lecture notes, 1.7), with the peak of all cores and the bandwidth of all memory in bytes a second. Traffic
// of 0 bytes waits for nothing.
func LeastTime(work float64, peak power.GFlops, traffic, bandwidth float64) time.Duration {
	const giga = 1e9
	seconds := work / (float64(peak) * giga)
	if traffic > 0 {
		seconds = max(seconds, traffic/bandwidth)
	}
	return power.Seconds(seconds)
}

// SelfSpeedup returns S_P = T_1/T_P (lecture notes, 2.5): by how many times the work is done sooner than by one
// processor. At a constant energy per operation, dynamic power is proportional to it (lecture notes, 2.7).
func SelfSpeedup(one, all time.Duration) float64 { return one.Seconds() / all.Seconds() }

// StepBounds bounds the time in steps: max(D, W/P) <= T_p <= D + (W - D)/P (lecture notes, 2.5).
func (a Algorithm) StepBounds(cores float64) (least, most float64) {
	return max(a.Span, a.Work/cores), a.Span + (a.Work-a.Span)/cores
}

// Parallelism returns W/D, the average available parallelism (lecture notes, 2.5).
func (a Algorithm) Parallelism() float64 { return a.Work / a.Span }

// SpeedupBounds bounds the self-speedup, T_1 being W: W over the bounds of T_p (lecture notes, 2.5).
func (a Algorithm) SpeedupBounds(cores float64) (least, most float64) {
	fewest, steps := a.StepBounds(cores)
	return a.Work / steps, a.Work / fewest
}

// Growth returns rate 2^(years/doubling) (lecture notes, 1.1).
func Growth(rate power.GFlops, doubling, years float64) power.GFlops {
	return rate * power.GFlops(math.Exp2(years/doubling))
}

// BalanceDoubling returns after how many years the balance R0/beta0 has doubled, if computing doubles every computing
// years and moving data every moving years: d1 d2/(d2 - d1) (lecture notes, 1.6). It is infinite if both grow alike and
// negative if the balance falls. The lecture leaves the divisor out, which is 1 for its 1.9 and 2.9 years.
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
	Byte      power.Joules // of moving a byte; 0 if it is not known
}

// RooflineOf forms the roofline of a system from its peak, its bandwidth in bytes a second, its idle power and
// its power at a rate, all dynamic power of which is put down to operations: e = dP/rate (lecture notes, 2.6 and 2.7).
func RooflineOf(peak power.GFlops, bandwidth float64, split Split, rate power.GFlops) Roofline {
	return Roofline{Peak: peak, Bandwidth: bandwidth, Constant: split.Constant,
		Operation: power.Joules(float64(split.Dynamic) / (float64(rate) * 1e9))}
}

// Ridge returns the operations a byte from which computing takes longer than moving data (001, 1.8).
func (r Roofline) Ridge() float64 { return float64(r.Peak) * 1e9 / r.Bandwidth }

// Rate returns W over max(W/peak, Q/bandwidth) at an intensity in operations a byte (lecture notes, 1.7).
func (r Roofline) Rate(intensity float64) power.GFlops {
	return min(r.Peak, power.GFlops(intensity*r.Bandwidth/1e9))
}

// PerOperation returns the least energy of an operation at an intensity in operations a byte: what it costs
// itself, its part of the data, and the constant power over its time (lecture notes, 2.2 and 2.6).
func (r Roofline) PerOperation(intensity float64) power.Joules {
	constant := power.Joules(float64(r.Constant) / (float64(r.Rate(intensity)) * 1e9))
	return r.Operation + r.Byte/power.Joules(intensity) + constant
}

// PerWatt returns GFlops/W at operations a byte: one over the energy of 10^9 (lecture notes, 2.1).
func (r Roofline) PerWatt(intensity float64) float64 {
	return 1 / (float64(r.PerOperation(intensity)) * 1e9)
}
