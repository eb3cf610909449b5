package whatif

import (
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

func algorithmic() Model {
	return Model{
		Name: "algorithmic", Title: "Algorithmic time, energy and power",
		About: "The part of the power that depends on computing, the cost and savings of a slower clock, " +
			"and the bounds of time and energy.",
		Source: Citation{Authors: "Lecture notes, author not stated",
			Title: "High Performance Computing 2: Algorithmic Time, Energy and Power", Short: "lecture notes"},
		Parts: []Question{clockPart(), equalPowerPart(), rooflinePart(), speedupPart(), growthPart()},
	}
}

// Shares of a whole, and units that people write.
const (
	percent = 100
	hour    = 3600 // s
	giga    = 1e9
	kilo    = 1e3
)

func clockPart() Question {
	return Question{
		ID: "clock", Title: "Constant and dynamic power, at another clock",
		About: "Idle power keeps the machine on; dynamic power does the work. A slower clock saves dynamic power " +
			"with its cube. But a compute-bound run takes longer, so it uses constant power for longer.",
		Formulas: []Formula{
			{"P = P₀ + ΔP", "§2.2"}, {"ΔP = C V² f a, with f in proportion to V: ΔP ~ f³", "§2.3"}, {"T ~ 1/f", "§2.4"},
			{"E(r) = (P₀ + ΔP r³) T / r", "from these"},
		},
		Fields: []Field{
			{Name: "idle", Label: "Idle power P₀", Unit: "kW", Default: 7.8, Ours: true, Least: 0, Most: 1e6,
				of: positive(func(k KnownValues) float64 { return float64(k.Idle) / kilo })},
			{Name: "loaded", Label: "Average power of the core phase", Unit: "kW", Default: 9.4, Ours: true,
				Least: 0.001, Most: 1e6,
				of: positive(func(k KnownValues) float64 { return float64(k.CoreAverage) / kilo })},
			{Name: "hours", Label: "Core phase", Unit: "h", Default: 1, Ours: true, Least: 0.001, Most: 1e5,
				of: positive(func(k KnownValues) float64 { return k.CoreSeconds / hour })},
			{Name: "clock", Label: "Clock, as a part of that of the run", Default: 0.8, Ours: true,
				Least: 0.1, Most: 2},
		},
		reckon: reckonClock,
	}
}

func reckonClock(v Values) Outcome {
	split := model.SplitOf(power.Watts(v["idle"]*kilo), power.Watts(v["loaded"]*kilo))
	if split.Dynamic <= 0 {
		return Outcome{
			Notes: []string{"The machine drew no more than when idle: check the readings or the entered numbers."}}
	}
	run := time.Duration(v["hours"] * float64(time.Hour))
	whole := float64(split.EnergyAtClock(run, 1))
	at := split.AtClock(v["clock"])
	then := float64(split.EnergyAtClock(run, v["clock"]))
	best := split.ThriftyClock()
	relative := func(r float64) float64 { return float64(split.EnergyAtClock(run, r)) / whole }
	const slowest, fastest = 0.3, 1.4
	return Outcome{
		Results: []Result{
			{"Dynamic power ΔP", float64(split.Dynamic) / kilo, 3, "kW", "P − P₀"},
			{"Share of it", split.DynamicShare() * percent, 1, "%", "ΔP / P"},
			{"Energy of the core phase", whole / kilo / hour, 3, "kWh", "P T"},
			{"Power at this clock", float64(at.Total()) / kilo, 3, "kW", "P₀ + ΔP r³"},
			{"Time at this clock", model.TimeAtClock(run, v["clock"]).Hours(), 3, "h", "T / r"},
			{"Energy at this clock", then / kilo / hour, 3, "kWh", "E(r)"},
			{"Change of energy", (then/whole - 1) * percent, 1, "%", "E(r) / E(1) − 1"},
			{"Clock of least energy", best, 3, "of that of the run", "(P₀ / 2ΔP)^⅓"},
		},
		Notes: []string{"Real machines do not lower their voltage below some clock, " +
			"and HPL is not only compute-bound: a measured run is more reliable than this curve."},
		Drawings: []Drawing{{
			ID: "clock", Title: "Energy of the run against the clock", Note: "Both relative to the measured run. " +
				"Left of the minimum, the constant power of the longer run costs more than the slower clock saves.",
			X: Axis{Name: "clock", Unit: "of that of the run"}, Y: Axis{Name: "relative to the run"},
			Lines: []Line{
				course("energy", slowest, fastest, false, relative),
				course("power", slowest, fastest, false,
					func(r float64) float64 { return float64(split.AtClock(r).Total() / split.Total()) }),
				spot(v["clock"], relative(v["clock"])),
			},
		}},
	}
}

func equalPowerPart() Question {
	return Question{
		ID: "equal-power", Title: "Two machines at equal power",
		About: "Machine B is faster and uses more energy. " +
			"If it is slowed down to the power of machine A, is it still faster?",
		Formulas: []Formula{{"P_B / P_A = (E_B / E_A) / (T_B / T_A)", "§2.4"}, {"T_B′ = (P_B / P_A)^⅓ T_B", "§2.4"}},
		Fields: []Field{
			{Name: "energy_ratio", Label: "Energy of B, as a multiple of that of A", Default: 2,
				Least: 0.001, Most: 1e6},
			{Name: "speed_ratio", Label: "How many times B is faster", Default: 3, Least: 0.001, Most: 1e6},
		},
		reckon: func(v Values) Outcome {
			of := func(energy float64) model.EqualPower { return model.RescaleToEqualPower(energy, 1/v["speed_ratio"]) }
			e := of(v["energy_ratio"])
			return Outcome{
				Results: []Result{
					{"Power of B", e.PowerRatio, 3, "of that of A", "P_B / P_A"},
					{"B is slowed down by", e.Slowdown, 3, "times", "(P_B / P_A)^⅓"},
					{"Time of B at the power of A", e.TimeRatio, 3, "of that of A", "T_B′ / T_A"},
					{"as the lecture writes it", e.LectureRatio, 3, "of that of A", "(P_B / P_A)^−⅓"},
				},
				Notes: []string{"The lecture lost the factor by which B was faster, " +
					"and writes 6^−⅓ = 0.55 where 6^⅓ / 3 = 0.606 is right. Its conclusion holds."},
				Drawings: []Drawing{{
					ID: "equal-power", Title: "Time of B at the power of A",
					Note: "Below 1 the faster machine is still faster at equal power.",
					X:    Axis{Name: "energy of B", Unit: "of that of A", Log: true},
					Y:    Axis{Name: "time of B", Unit: "of that of A"},
					Lines: []Line{
						course("slowed down", v["energy_ratio"]/10, v["energy_ratio"]*10, true,
							func(x float64) float64 { return of(x).TimeRatio }), spot(v["energy_ratio"], e.TimeRatio),
					},
				}},
			}
		},
	}
}
