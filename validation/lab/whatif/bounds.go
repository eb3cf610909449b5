package whatif

import (
	"green500/validation/lab/model"
	"green500/validation/power"
)

func rooflinePart() Question {
	return Question{
		ID: "roofline", Title: "Roofline of time and energy",
		About: "Work with few operations per byte waits for memory, and uses constant power while it waits.",
		Formulas: []Formula{{"T ≥ max(W / peak, Q / bandwidth)", "§1.7"},
			{"W / Q ≥ peak / bandwidth", "§1.8, the balance"}, {"E = e W + P₀ T", "§2.2 and §2.6"}},
		Fields: []Field{
			{Name: "peak", Label: "Peak", Unit: "GFlop/s", Default: 1000, Ours: true, Least: 1e-6, Most: 1e12,
				of: positive(func(k KnownValues) float64 { return float64(k.Rpeak) })},
			{
				Name: "bandwidth", Label: "Memory bandwidth of the same machine, 0 if not known", Unit: "GB/s",
				Default: 100, Ours: true, Least: 0, Most: 1e12,
				of: func(k KnownValues) (float64, bool) { return k.Bandwidth, k.Bandwidth > 0 || k.Rpeak > 0 },
			},
			{Name: "roof_idle", Label: "Idle power", Unit: "W", Default: 100, Ours: true, Least: 0, Most: 1e9,
				of: positive(func(k KnownValues) float64 { return float64(k.Idle) })},
			{Name: "roof_loaded", Label: "Power at the rate below", Unit: "W", Default: 300, Ours: true, Least: 0.001,
				Most: 1e9, of: positive(func(k KnownValues) float64 { return float64(k.CoreAverage) })},
			{Name: "roof_rate", Label: "Rate at that power", Unit: "GFlop/s", Default: 800, Ours: true, Least: 1e-6,
				Most: 1e12, of: positive(func(k KnownValues) float64 { return float64(k.Rmax) })},
			{Name: "intensity", Label: "Operations a byte of your work", Default: 1, Ours: true,
				Least: 1e-3, Most: 1e4},
		},
		reckon: reckonRoofline,
	}
}

func reckonRoofline(v Values) Outcome {
	split := model.SplitOf(power.Watts(v["roof_idle"]), power.Watts(v["roof_loaded"]))
	if split.Dynamic <= 0 {
		return Outcome{Notes: []string{"The loaded power must be higher than the idle power."}}
	}
	const leastBandwidth = 1e-6 // GB/s: below it a balance is no number
	if v["bandwidth"] < leastBandwidth {
		return Outcome{Notes: []string{"The balance needs the memory bandwidth of the whole machine: " +
			"bandwidth of a node, such as the STREAM benchmark measures it, times the nodes."}}
	}
	roof := model.RooflineOf(power.GFlops(v["peak"]), v["bandwidth"]*giga, split, power.GFlops(v["roof_rate"]))
	rate := func(x float64) float64 { return float64(roof.Rate(x)) }
	at, ridge := v["intensity"], roof.Ridge()
	from, to := min(at, ridge)/100, max(at, ridge)*100
	return Outcome{
		Results: []Result{
			{"Balance", ridge, 3, "operations a byte", "peak / bandwidth"},
			{"Rate that can be reached", rate(at), 1, "GFlop/s", "min(peak, intensity × bandwidth)"},
			{"Energy of an operation", float64(roof.PerOperation(at)) * giga, 3, "nJ", "e + P₀ / rate"},
			{"Efficiency that can be reached", roof.PerWatt(at), 3, "GFlops/W", "1 / energy of 10⁹ operations"},
		},
		Notes: []string{"All dynamic power is attributed to operations: " +
			"two numbers do not show the cost of moving a byte, so memory-bound work is really less efficient."},
		Drawings: []Drawing{
			{
				ID: "roofline-time", Title: "Roofline of time", Note: "Both axes have a logarithmic scale.",
				X: Axis{Name: "operations a byte", Log: true}, Y: Axis{Name: "rate", Unit: "GFlop/s", Log: true},
				Lines: []Line{course("can be reached", from, to, true, rate), spot(at, rate(at))},
			},
			{
				ID: "roofline-energy", Title: "Roofline of energy",
				Note: "It bends where the roofline of time has its corner: waiting costs constant power.", X: Axis{
					Name: "operations a byte", Log: true}, Y: Axis{Name: "efficiency", Unit: "GFlops/W", Log: true},
				Lines: []Line{course("can be reached", from, to, true, roof.PerWatt), spot(at, roof.PerWatt(at))},
			},
		},
	}
}

func speedupPart() Question {
	return Question{
		ID: "speedup", Title: "How many cores help",
		About: "Work W with a critical path D takes no longer than a greedy schedule and no less than either " +
			"bound. More cores than W/D use power without saving time.",
		Formulas: []Formula{{"max(D, W/P) ≤ T_P ≤ D + (W − D)/P", "§2.5"},
			{"S_P = T₁ / T_P", "§2.5; the best metric of dynamic power, §2.7"}},
		Fields: []Field{
			{Name: "work", Label: "Work W", Unit: "operations", Default: 1e6, Ours: true, Least: 1, Most: 1e24},
			{Name: "span", Label: "Critical path D", Unit: "operations", Default: 1e3, Ours: true,
				Least: 1, Most: 1e24},
			{Name: "processors", Label: "Cores P", Default: 128, Ours: true, Least: 1, Most: 1e9, Whole: true},
		},
		reckon: func(v Values) Outcome {
			if v["span"] > v["work"] {
				return Outcome{Notes: []string{"The critical path is a part of the work and cannot be longer."}}
			}
			algorithm := model.Algorithm{Work: v["work"], Span: v["span"]}
			least, most := algorithm.StepBounds(v["processors"])
			slow, fast := algorithm.SpeedupBounds(v["processors"])
			end := max(v["processors"], algorithm.Parallelism()) * 4
			lower := func(p float64) float64 { low, _ := algorithm.SpeedupBounds(p); return low }
			upper := func(p float64) float64 { _, high := algorithm.SpeedupBounds(p); return high }
			return Outcome{
				Results: []Result{
					{"Steps, at least", least, 0, "", "max(D, W/P)"}, {"Steps, at most", most, 0, "", "D + (W − D)/P"},
					{"Speedup, at least", slow, 1, "", "W over the most steps"},
					{"Speedup, at most", fast, 1, "", "W over the fewest"},
					{"Cores that can be kept busy", algorithm.Parallelism(), 1, "", "W/D"},
				},
				Drawings: []Drawing{{
					ID: "speedup", Title: "Speedup against cores", Note: "Both axes have a logarithmic scale.",
					X: Axis{Name: "cores", Log: true}, Y: Axis{Name: "speedup", Log: true},
					Lines: []Line{course("at most", 1, end, true, upper), course("at least", 1, end, true, lower)},
				}},
			}
		},
	}
}

func growthPart() Question {
	return Question{
		ID: "growth", Title: "Growth, balance and the size of a die",
		About: "Rates that double in different times drift apart, " +
			"and the speed of light limits the size of a die that answers within one operation.",
		Formulas: []Formula{{"R(t) = R 2^(t/d)", "§1.1"}, {"the balance doubles every d₁ d₂ / (d₂ − d₁)", "§1.6"},
			{"l ≤ c / (√2 R)", "§1.2"}},
		Fields: []Field{
			{Name: "rate", Label: "Rate today", Unit: "Gop/s", Default: 100, Least: 1e-6, Most: 1e12},
			{Name: "doubling", Label: "It doubles every", Unit: "years", Default: 2, Least: 0.1, Most: 100},
			{Name: "years", Label: "In so many years", Unit: "years", Default: 10, Least: 0, Most: 60},
			{Name: "computing", Label: "Computing doubles every", Unit: "years", Default: 1.9, Least: 0.1, Most: 100},
			{Name: "moving", Label: "Moving data doubles every", Unit: "years", Default: 2.9, Least: 0.1, Most: 100},
			{Name: "serial", Label: "Rate of a serial processor", Unit: "Top/s", Default: 3, Least: 1e-6, Most: 1e6},
		},
		reckon: reckonGrowth,
	}
}

func reckonGrowth(v Values) Outcome {
	grown := func(years float64) float64 {
		return float64(model.Growth(power.GFlops(v["rate"]), v["doubling"], years))
	}
	const micro, tera = 1e6, 1e12
	out := Outcome{
		Results: []Result{
			{"Rate then", grown(v["years"]) / kilo, 3, "Top/s", "R 2^(t/d)"},
			{"Longest edge of a die", model.LargestDie(v["serial"]*tera) * micro, 1, "µm", "c / (√2 R)"},
		},
		Drawings: []Drawing{{
			ID: "growth", Title: "Rate over the years", Note: "Logarithmic scale.", X: Axis{Name: "years"},
			Y:     Axis{Name: "rate", Unit: "Gop/s", Log: true},
			Lines: []Line{course("rate", 0, max(1, v["years"]*1.5), false, grown), spot(v["years"], grown(v["years"]))},
		}},
	}
	if v["moving"] <= v["computing"] {
		out.Notes = append(out.Notes, "If moving data grows as fast as computing, the balance does not rise.")
		return out
	}
	out.Results = append(out.Results, Result{"The balance doubles every",
		model.BalanceDoubling(v["computing"], v["moving"]), 2, "years", "d₁ d₂ / (d₂ − d₁)"})
	out.Notes = append(out.Notes, "The lecture leaves the divisor out; for 1.9 and 2.9 years it is 1.")
	return out
}
