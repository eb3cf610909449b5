package rules

import "green500/validation/methodology"

var optimisedRunDeclared = Rule{
	ID:       "optimised-run-declared",
	Title:    "A run other than that of the TOP500 entry is declared as power-optimised",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.power_optimised",
	Requires: "Power and performance must be those of one run. A run that was optimised for power is declared as such.",
	Remedy: "Declare the run as power-optimised (run: power_optimised), " +
		"or correct the Rmax of the TOP500 entry (system: top500_rmax_tflops).",
	How: "Rmax of this run is compared with that of the system's TOP500 entry, to the digits that the list prints. " +
		"The methodology describes one run. The lists publish two, but never mix values of both.",
	Check: func(c Case) Result {
		listed := c.Entry.System.ListedRmax()
		switch {
		case listed <= 0:
			return notApplicable("No Rmax of a TOP500 entry is given.")
		case c.Entry.Run.PowerOptimised:
			return passed("The run is declared as power-optimised.").seen("declared", "declared")
		}
		return atMost("Not declared as power-optimised, the run differs from the TOP500 entry; its Rmax",
			distance(float64(c.Rmax), float64(listed)), methodology.ListedRmax, percent)
	},
}
