package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var energyTotalRises = Rule{
	ID:      "energy-total-rises",
	Title:   "An energy total never falls during the run",
	Aspect:  methodology.Granularity,
	Section: methodology.Averages,
	Field:   "series[].wraps_at",
	Requires: "Energy is the difference of two totals of a device that integrates continuously. " +
		"A total that falls has lost energy.",
	Severity: Must,
	Remedy: "Check whether the counter was reset or overflowed; give the readings unedited, and if it wraps, " +
		"set wraps_at of the series to the value at which it does; or measure again.",
	How: "For every energy total, the readings that are lower than the one before are counted, " +
		"over the full run if it is stated and contains the core phase, else over the core " +
		"phase. The texts do not mention counters that overflow or restart, so no fall is accepted.",
	Check: func(c Case) Result {
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			if t.Quantity != power.Energy {
				return notApplicable("%s contains power.", where(part, t))
			}
			if span, _ := c.runOrCore(); t.Window(span).Falls > 0 {
				return c.fallen(part, t, span)
			}
			return passed("No energy total falls during the run.").seen("0", "0")
		})
	},
}

func (c Case) fallen(part power.Part, t *power.Trace, span power.Span) Result {
	in := t.Inspect(span)
	before, after := in.Before, in.After
	what, why := "", "neither an overflow nor a reset to 0 explains that"
	end, over := forensics.Overflow(part.Series.Unit, before, after)
	remedy := fmt.Sprintf("Explain why the total of meter %s falls and give its readings unedited, or measure again",
		part.Meter.ID)
	code, coded := forensics.Inspect(c.Measurement, part, t).Code(before, after)
	switch {
	case coded:
		what, why = " (no reading)",
			fmt.Sprintf("%s %s is a code for a missing reading", number(code.Value), part.Series.Unit)
	case over:
		what, why = " (overflow)", fmt.Sprintf("it overflowed at %s %s", number(end), part.Series.Unit)
		remedy = fmt.Sprintf("Set wraps_at to %s in the series of meter %s, if its counter wraps there", number(end),
			part.Meter.ID)
	case float64(after.Value) <= methodology.CounterNearEnd*float64(before.Value):
		what, why = " (reset)", "it was reset, or it wraps at a value that its manual states"
		remedy = fmt.Sprintf("If the counter of meter %s wraps, set wraps_at of the series to the value at which it "+
			"does, a little above %s; if it was reset, its energy is lost: measure again",
			part.Meter.ID, reading(power.Energy, before.Value))
	}
	zone := span.Start.Location()
	return failed("%s falls %s during the run, most from %s to %s at %s; %s.", where(part, t),
		counted(in.Falls, "time"),
		reading(power.Energy, before.Value), reading(power.Energy, after.Value), clock(after.At.In(zone)), why).
		seen(fmt.Sprint(in.Falls)+what, "0").at(power.NewSpan(before.At.In(zone), after.At.In(zone))).
		needs("%s", remedy)
}
