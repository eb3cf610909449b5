package rules

import "green500/validation/methodology"

// efficiencyPlausible: a figure far beyond the best machine ever published is a mistake far more often than a record.
var efficiencyPlausible = Rule{
	ID:       "efficiency-plausible",
	Title:    "The efficiency is near those that were published",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "series[].unit",
	Requires: "Power and performance must be those of one run on one machine.",
	Remedy: "Check units, numbers of nodes and Rmax. " +
		"If everything is right, explain what makes the machine differ from all others.",
	How: "Rmax over the core average is compared with the best and the worst machine of the published lists of the " +
		"same years, separately with and without accelerators: up to " +
		number(methodology.BeyondBest) + " times the best, which is the largest step between two lists, and down to " +
		number(methodology.BeyondWorst) +
		" times the worst. For years after the last list the best grows by " + percent(methodology.GrowthOfYear-1) +
		" a year. No text states such limits.",
	Check: func(c Case) Result {
		average := c.Average(c.AveragingSpan())
		if !average.Known || average.Total <= 0 || c.Rmax <= 0 {
			return notApplicable("No efficiency can be formed.")
		}
		lists := c.published()
		r := within("The efficiency", c.Rmax.PerWatt(average.Total), lists.PlausibleEfficiency(),
			func(v float64) string { return figures(v) + " GFlops/W" })
		r.Message += " It is compared with what " + inLists(lists) + " reach, " + figures(lists.Efficiency.Low) +
			" to " + perWatt(lists.Efficiency.High) + "."
		return c.probableUnit(r)
	},
}
