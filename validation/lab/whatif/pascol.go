package whatif

import (
	"fmt"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

func pascol() Model {
	return Model{
		Name: "pascol", Title: "Does a tunable save energy?",
		About: "A run with another setting compared with the baseline: what it saves, what it costs in time, " +
			"and the most that can be saved.",
		Source: Citation{
			Authors: "A. Vishnu, S. Song, A. Marquez, K. Barker, D. Kerbyson, K. Cameron, P. Balaji",
			Title:   "Designing energy efficient communication runtime systems: a view from PGAS models",
			Venue:   "The Journal of Supercomputing 63(3), 691–709, published online 2011",
			Year:    2013, Identifier: "doi:10.1007/s11227-011-0699-9",
			Href: "https://doi.org/10.1007/s11227-011-0699-9", Short: "Vishnu et al.",
		},
		Parts: []Question{variantPart(), ceilingPart()},
	}
}

func variantPart() Question {
	return Question{
		ID: "variant", Title: "A setting compared with the baseline",
		About: "Energy per unit of work is power times time over the work done, " +
			"so a slower run saves energy only if its power falls by more than its time grows.",
		Formulas: []Formula{{"energy per MB = P T / MB", "§4.2.1"},
			{"normalised = variant / baseline", "§4.3, figures 3 to 14"}},
		Fields: []Field{
			{Name: "base_power", Label: "Power of the baseline", Unit: "kW", Default: 9.4, Least: 0.001, Most: 1e6,
				of: positive(func(k KnownValues) float64 { return float64(k.CoreAverage) / kilo })},
			{Name: "base_time", Label: "Time of the baseline", Unit: "s", Default: 100, Ours: true, Least: 1e-6,
				Most: 1e9, of: positive(func(k KnownValues) float64 { return k.CoreSeconds })},
			{Name: "base_idle", Label: "Idle power of what was studied", Unit: "kW", Default: 7.8, Least: 0, Most: 1e6,
				of: positive(func(k KnownValues) float64 { return float64(k.Idle) / kilo })},
			{Name: "power_change", Label: "Power of the variant, relative", Unit: "%", Default: -10.5,
				Least: -99, Most: 1000},
			{Name: "time_change", Label: "Time of the variant, relative", Unit: "%", Default: 5,
				Least: -99, Most: 1000},
			{Name: "bound", Label: "Acceptable slowdown", Unit: "%", Default: 5, Least: 0, Most: 1000},
			{Name: "readings", Label: "Readings of the shorter run", Default: 20, Ours: true, Least: 1,
				Most: 1e9, Whole: true},
		},
		reckon: reckonVariant,
	}
}

func reckonVariant(v Values) Outcome {
	point := func(kilowatts, seconds float64) model.Point {
		return model.Point{Size: 1, Latency: time.Duration(seconds * float64(time.Second)),
			Power: power.Watts(kilowatts * kilo), Amount: 1, Readings: int(v["readings"])}
	}
	base := point(v["base_power"], v["base_time"])
	against := func(powers, times float64) []model.Normalised {
		return model.Normalise([]model.Point{base}, []model.Point{point(v["base_power"]*powers, v["base_time"]*times)})
	}
	powers, times := 1+v["power_change"]/percent, 1+v["time_change"]/percent
	all := against(powers, times)
	if len(all) == 0 {
		return Outcome{Notes: []string{"The baseline is too short for a comparison."}}
	}
	one := all[0]
	out := Outcome{
		Results: []Result{
			{"Time", one.Latency, 3, "of the baseline's", "T / T₀"},
			{"Power", one.Power, 3, "of the baseline's", "P / P₀"},
			{"Energy of the same work", one.Energy, 3, "of the baseline's", "P T / P₀ T₀"},
			{"Change of energy", (one.Energy - 1) * percent, 1, "%", ""},
			{"Change of GFlops/W", (1/one.Energy - 1) * percent, 1, "%",
				"the inverse: the same operations for less energy"},
		},
		Drawings: []Drawing{{
			ID: "variant", Title: "Energy against slowdown",
			Note: "At the power of the variant. Below 1 energy is saved.",
			X:    Axis{Name: "time", Unit: "of the baseline's"}, Y: Axis{Name: "energy", Unit: "of the baseline's"},
			Lines: []Line{
				course("at this power", min(times, 0.8), max(times, 1.5), false,
					func(x float64) float64 { return x * powers }),
				course("at the baseline's", min(times, 0.8), max(times, 1.5), false,
					func(x float64) float64 { return x }), spot(one.Latency, one.Energy),
			},
		}},
	}
	_, saves := model.ThresholdOf(all, v["bound"]/percent)
	ceiling := model.IdleCeiling(power.Watts(v["base_idle"]*kilo), power.Watts(v["base_power"]*kilo))
	if ceiling > 0 {
		out.Results = append(out.Results,
			Result{"Power that can be saved at most", ceiling * percent, 1, "%", "(P₀ − P_idle) / P₀"})
	}
	switch {
	case one.Implausible(ceiling):
		out.Notes = append(out.Notes, fmt.Sprintf("A saving of %.1f%% of the power is implausible: idle power leaves "+
			"at most %.1f%% (§4.4). Check both powers, and that both runs were measured at the same place.",
			(1-one.Power)*percent, ceiling*percent))
	case one.Spiky:
		out.Notes = append(out.Notes,
			fmt.Sprintf("Fewer than %d readings: the power of such a short run shows spikes, as in the paper with a "+
				"reading every 5 s (§4.3). Repeat the work to make the run longer.", model.FewReadings))
	case saves:
		out.Notes = append(out.Notes,
			"The setting saves energy and stays within the bound: it would be listed in the paper's Table 1.")
	case one.Energy < 1:
		out.Notes = append(out.Notes, "The setting saves energy, but is slower than the bound allows.")
	default:
		out.Notes = append(out.Notes, "The setting saves no energy.")
	}
	return out
}

func ceilingPart() Question {
	return Question{
		ID: "ceiling", Title: "The most that can be saved",
		About: "No setting saves idle power, and no clock saves a larger part of the processors' power than " +
			"it is slower.",
		Formulas: []Formula{{"at most (P − P_idle) / P", "§4.4"},
			{"at most (f − f′) / f of the processors' part", "§4.4, power in proportion to the clock"}},
		Fields: []Field{
			{Name: "rack_idle", Label: "Idle power", Unit: "kW", Default: 7.8, Least: 0, Most: 1e6,
				of: positive(func(k KnownValues) float64 { return float64(k.Idle) / kilo })},
			{Name: "rack_loaded", Label: "Loaded power", Unit: "kW", Default: 9.4, Least: 0.001, Most: 1e6,
				of: positive(func(k KnownValues) float64 { return float64(k.CoreAverage) / kilo })},
			{Name: "lower", Label: "Lower clock", Unit: "GHz", Default: 1.9, Least: 0.01, Most: 100},
			{Name: "higher", Label: "Higher clock", Unit: "GHz", Default: 2.33, Least: 0.01, Most: 100},
		},
		reckon: func(v Values) Outcome {
			loaded := power.Watts(v["rack_loaded"] * kilo)
			if v["rack_idle"] >= v["rack_loaded"] || v["lower"] > v["higher"] {
				return Outcome{Notes: []string{"The loaded power must be higher than the idle power, " +
					"and the lower clock must be below the higher one."}}
			}
			ofHigher, ofLower := model.ClockCeiling(v["lower"], v["higher"])
			ceiling := func(idle float64) float64 { return model.IdleCeiling(power.Watts(idle*kilo), loaded) * percent }
			return Outcome{
				Results: []Result{
					{"At most, of the whole", ceiling(v["rack_idle"]), 1, "%", "(P − P_idle) / P"},
					{"At most, of the processors, of the higher", ofHigher * percent, 1, "%", "(f − f′) / f"},
					{"the same, of the lower", ofLower * percent, 1, "%", "(f − f′) / f′"},
				},
				Notes: []string{"The paper writes 16% for its racks, where 7.8 and 9.4 kW give 17.0%, " +
					"and 22% for its clocks, which is the part of the lower one: a saving is a part of the higher."},
				Drawings: []Drawing{{
					ID: "ceiling", Title: "The most that can be saved, against idle power",
					X: Axis{Name: "idle power", Unit: "kW"}, Y: Axis{Name: "at most", Unit: "%"},
					Lines: []Line{course("at most", v["rack_loaded"]*0.01, v["rack_loaded"], false, ceiling),
						spot(v["rack_idle"], ceiling(v["rack_idle"]))},
				}},
			}
		},
	}
}
