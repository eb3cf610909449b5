package rules

import "green500/validation/methodology"

var corePowerPlausible = Rule{
	ID:       "core-power-plausible",
	Title:    "A core draws what cores of published machines draw",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "system.total_cores",
	Requires: "Power is measured in watts, of the whole system with all of its cores.",
	Remedy: "Check the cores (system: total_cores, accelerator_cores), the numbers of nodes, " +
		"and the units of the series.",
	How: "The core average is divided by all cores, including those of accelerators, " +
		"and compared with the published lists of the same years, with and without " +
		"accelerators apart: down to " + number(methodology.BeyondCoreLow) + " times the least and up to " +
		number(methodology.BeyondCoreHigh) + " times the most. No text states such limits.",
	Check: func(c Case) Result {
		average, cores := c.Average(c.AveragingSpan()), c.Entry.System.TotalCores
		if !average.Known || average.Total <= 0 || cores <= 0 {
			return notApplicable("The number of cores is not stated.")
		}
		lists := c.published()
		r := within("The power of a core", float64(average.Total)/float64(cores), lists.PlausibleCore(),
			func(v float64) string { return figures(v) + " W" })
		r.Message += " It is compared with what " + inLists(lists) + " draw, " + figures(lists.Core.Low) + " to " +
			watts(lists.Core.High) + "."
		return c.probableUnit(r)
	},
}
