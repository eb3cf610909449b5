package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var nodesWork = Rule{
	ID:       "nodes-work",
	Title:    "Every measured node works all through the core phase",
	Aspect:   methodology.Measurements,
	Section:  methodology.Workload,
	Field:    "run.all_compute_nodes",
	Requires: "The workload must run on all compute nodes of the system, all through the core phase.",
	Until:    methodology.V20,
	Remedy: "Run the workload on all nodes, all the time; " +
		"say why the power of a measured node was low, or measure again.",
	How: "The power of every instrument of the compute nodes is compared with its expected share of the total power. " +
		"The instrument counts as idle if its power is less than " +
		percent(methodology.LoadOfContrast) + " of the way from its power outside of the run to that, " +
		"or less than half of that if no reading shows its idle power, for " +
		percent(methodology.IdleOfCore) + " of the core phase. Instruments that see less than " +
		percent(methodology.SmallOfLoad) + " of the power of the middle one are left out.",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		const asked = "no idle node"
		if len(facts.Idlers) == 0 {
			return passed("No instrument is idle while the others are under load.").seen(asked, asked)
		}
		var places []int
		longest, lost := facts.Idlers[0], power.Watts(0)
		for _, one := range facts.Idlers {
			places, lost = append(places, one.Instrument), lost+one.Watts
			if one.For > longest.For {
				longest = one
			}
		}
		return failed("%s: idle for up to %s of the core phase, with about %s each, while the others are under load.",
			namesOf(facts, places), seconds(longest.For.Seconds()), wholeWatts(lost/power.Watts(len(places)))).
			at(longest.Spans...).seen(counted(len(places), "instrument")+" idle", asked)
	}),
}
