package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var updateInterval = Rule{
	ID:      "update-interval",
	Title:   "The meter updates its values often enough",
	Aspect:  methodology.Granularity,
	Section: methodology.Averages,
	Field:   "meters[].reading_interval_s",
	Requires: "A value that the meter repeats without measuring again does not count as a new reading; " +
		"the interval at which values are renewed must meet the limit.",
	Since:    methodology.V30,
	Severity: Must,
	Remedy:   "Use a meter that updates its power value as often as it is read, or read energy that it integrates.",
	How: "The interval is the median time between changes of the value that an instrument reports in the core phase, " +
		"to a tenth of a second: " +
		"a value read every second that changes every ten seconds is read every ten seconds, which is enough for " +
		"Level 1 only. " + "Another rule checks how often the meter is read. " +
		"If a power never changes, the interval is unknown. Not required of energy that the meter integrates.",
	Check: func(c Case) Result { return c.powerInstruments(c.renewedOften) },
}

func (c Case) renewedOften(part power.Part, t *power.Trace) Result {
	limit := c.Limits.ReadoutInterval.Seconds()
	seen := t.Inspect(c.Core)
	if seen.Update == 0 {
		return unknown("%s changes once or never in the core phase, so the meter's update interval is unknown.",
			where(part, t)).
			seen("not known", "at most "+seconds(limit)).at(c.Core)
	}
	if seen.Update <= seen.MedianStep {
		return passed("%s changes its value with nearly every reading.", where(part, t)).
			seen(seconds(seen.Update.Seconds()), "at most "+seconds(limit))
	}
	return atMost("The time in which "+where(part, t)+" changes its value",
		seen.Update.Round(methodology.ReadoutResolution).Seconds(), limit, seconds)
}
