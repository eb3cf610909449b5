package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

// energyTotalRises: the difference of two readings is only an energy while the counter runs on.
var energyTotalRises = Rule{
	ID:       "energy-total-rises",
	Title:    "An energy total never falls during the run",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Levels:   []power.Level{1, 2, 3},
	Severity: Must,
	Remedy:   "Look for a reset or an overflow of the counter; give the readings unedited and say what happened, or measure again.",
	Check: func(c Case) Result {
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			if t.Quantity != power.Energy {
				return notApplicable("%s holds power.", where(part, t))
			}
			if falls := t.Window(c.Core).Falls; falls > 0 {
				return failed("%s falls %d times within the core phase.", where(part, t), falls).seen(fmt.Sprint(falls), "0").at(c.Core)
			}
			return passed("Every energy total rises throughout the core phase.").seen("0", "0")
		})
	},
}
