package model_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// What the lecture computes itself (001).
func TestFiguresOfTheLecture(t *testing.T) {
	near(t, "100 Gop/s after 10 years of doubling in 2", float64(model.Growth(100, 2, 10)), 3200, 1e-9)
	near(t, "an edge of a die at 3 Top/s in m", model.LargestDie(3e12), 70e-6, 1e-6)
	near(t, "years in which the balance doubles", model.BalanceDoubling(1.9, 2.9), 5.51, 1e-9)

	// The lecture prints 1.9 * 2.9, which is right only as 2.9 - 1.9 is 1.
	near(t, "years in which the balance doubles, from 1 and 3", model.BalanceDoubling(1, 3), 1.5, 1e-9)

	equal := model.RescaleToEqualPower(2, 1./3)
	near(t, "P_B/P_A", equal.PowerRatio, 6, 1e-9)
	near(t, "the slowdown of B", equal.Slowdown, math.Pow(6, 1./3), 1e-9)
	near(t, "T_B'/T_A", equal.TimeRatio, 0.606, 0.0005)
	near(t, "T_B'/T_A as the lecture writes it", equal.LectureRatio, 0.55, 0.0005)
}

// B, slowed down, must draw what A draws: this is what the lecture's own value fails.
func TestEqualPowerIsEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		energy, times := rapid.Float64Range(0.1, 10).Draw(t, "energies"), rapid.Float64Range(0.1, 10).Draw(t, "times")
		equal := model.RescaleToEqualPower(energy, times)
		b := model.Split{Dynamic: power.Watts(energy / times)}
		if got := b.AtClock(1 / equal.Slowdown).Total(); math.Abs(float64(got)-1) > 1e-9 {
			t.Fatalf("B draws %v times what A draws", got)
		}
		want := model.TimeAtClock(seconds(times*1000), 1/equal.Slowdown).Seconds() / 1000
		if math.Abs(equal.TimeRatio-want) > 1e-6 {
			t.Fatalf("T_B'/T_A is %v, and the clock makes it %v", equal.TimeRatio, want)
		}
	})
}

func TestSplit(t *testing.T) {
	split := model.SplitOf(7800, 9400)
	if split.Constant != 7800 || split.Dynamic != 1600 || split.Total() != 9400 {
		t.Errorf("split is %+v", split)
	}
	near(t, "dynamic share", split.DynamicShare(), 1600./9400, 1e-12)
	if share := (model.Split{}).DynamicShare(); share != 0 {
		t.Errorf("the share of nothing is %v", share)
	}
	near(t, "power at half the clock", float64(split.AtClock(0.5).Total()), 7800+1600./8, 1e-9)
	if got := model.TimeAtClock(time.Minute, 0.5); got != 2*time.Minute {
		t.Errorf("a minute takes %v at half the clock", got)
	}
}

// No clock takes less energy than the thrifty one.
func TestThriftyClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		split := model.SplitOf(power.Watts(rapid.Float64Range(1, 1000).Draw(t, "idle")), 2000)
		thrifty := split.ThriftyClock()
		other := thrifty * rapid.Float64Range(0.5, 2).Draw(t, "other")
		if least, more := split.EnergyAtClock(time.Hour, thrifty),
			split.EnergyAtClock(time.Hour, other); float64(least) > float64(more)*(1+1e-9) {
			t.Fatalf("%v J at %v, but %v J at %v", least, thrifty, more, other)
		}
	})
	if clock := model.SplitOf(100, 100).ThriftyClock(); clock != 0 {
		t.Errorf("a machine without dynamic power has the thrifty clock %v", clock)
	}
}

func TestLeastTime(t *testing.T) {
	near(t, "s of 10 TFlop at 1 TFlop/s", model.LeastTime(1e13, 1000, 0, 0).Seconds(), 10, 1e-9)
	near(t, "s of 10 TFlop and 2 TB at 100 GB/s", model.LeastTime(1e13, 1000, 2e12, 100e9).Seconds(), 20, 1e-9)
	near(t, "speedup of 1 h in 2 min", model.SelfSpeedup(time.Hour, 2*time.Minute), 30, 1e-12)
}

func TestSpeedupBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Float64Range(1, 100).Draw(t, "D")
		a := model.Algorithm{Work: span * rapid.Float64Range(1, 100).Draw(t, "W/D"), Span: span}
		cores := float64(rapid.IntRange(1, 1000).Draw(t, "P"))
		least, most := a.StepBounds(cores)
		slow, fast := a.SpeedupBounds(cores)
		if least > most*(1+1e-12) || slow > fast*(1+1e-12) {
			t.Fatalf("bounds %v to %v, speedups %v to %v", least, most, slow, fast)
		}
		if fast > cores*(1+1e-12) || fast > a.Parallelism()*(1+1e-12) {
			t.Fatalf("a speedup of %v on %v cores, with a parallelism of %v", fast, cores, a.Parallelism())
		}
	})
	least, most := model.Algorithm{Work: 100, Span: 10}.StepBounds(5)
	near(t, "the least steps", least, 20, 1e-12)
	near(t, "the most steps", most, 28, 1e-12)
}

func TestRoofline(t *testing.T) {
	// 1 TFlop/s and 100 GB/s, 100 W idle, 300 W at 800 GFlop/s: an operation costs 0.25 nJ.
	roof := model.RooflineOf(1000, 100e9, model.SplitOf(100, 300), 800)
	near(t, "an operation in nJ", float64(roof.Operation)*1e9, 0.25, 1e-12)
	near(t, "the ridge", roof.Ridge(), 10, 1e-12)
	near(t, "the rate below it", float64(roof.Rate(1)), 100, 1e-9)
	near(t, "the rate above it", float64(roof.Rate(50)), 1000, 1e-9)
	near(t, "nJ an operation below it", float64(roof.PerOperation(1))*1e9, 0.25+1, 1e-9)
	near(t, "nJ an operation above it", float64(roof.PerOperation(50))*1e9, 0.25+0.1, 1e-9)
	near(t, "GFlops/W above it", roof.PerWatt(50), 1/0.35, 1e-9)
	roof.Byte = 1e-9
	near(t, "nJ an operation with its data", float64(roof.PerOperation(4))*1e9, 0.25+0.25+0.25, 1e-9)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
