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
	How: "Of every energy total the readings below the one before are counted, over the full run where it is stated and holds the core phase, else over the core " +
		"phase. The texts say nothing of counters that overflow or restart, so no fall is taken.",
	Check: func(c Case) Result {
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			if t.Quantity != power.Energy {
				return notApplicable("%s holds power.", where(part, t))
			}
			span := c.Core
			if run := c.Entry.Run.FullRun; !run.IsZero() && run.Contains(c.Core) {
				span = run
			}
			if falls := t.Window(span).Falls; falls > 0 {
				return failed("%s falls %d times during the run.", where(part, t), falls).seen(fmt.Sprint(falls), "0").at(span).
					needs("Explain why the total of meter %s falls and give its readings unedited, or measure again", part.Meter.ID)
			}
			return passed("No energy total falls during the run.").seen("0", "0")
		})
	},
}
