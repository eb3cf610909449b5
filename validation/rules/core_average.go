package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

var coreAverage = Rule{
	ID:       "core-average",
	Title:    "The average power of the core phase is reported",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "series[].file",
	After:    "Check that every log has readings throughout the core phase.",
	Requires: "The average power of the core phase must be reported.",
	Severity: Must,
	Remedy: "Give readings of the core phase for every series; " +
		"check the zone of the meter's clock if they seem shifted.",
	How: "The mean of the readings of each instrument whose own intervals lie completely in the core phase, " +
		"or the energy between its first and last reading " +
		"over their time; summed, with conversion loss, scaled from the measured part to the whole of each set and " +
		"subsystem, plus the estimates. Readings that " +
		"lie partly outside are left out, as 2.0 says, and not weighted; published entries use the plain mean.",
	Check: func(c Case) Result {
		average := c.Average(c.AveragingSpan())
		if !average.Known {
			return failed("%s", c.withoutAverage()).seen("none", "an average").at(c.Core).
				lacks(c.recordAll(c.Core, "core phase")...)
		}
		observed := watts(float64(average.Total))
		return passed("The machine drew %s on average over the core phase.", observed).seen(observed, "an average").
			at(average.Span)
	},
}

func (c Case) withoutAverage() string {
	for _, part := range c.Parts {
		for _, t := range part.Traces {
			if t.Window(c.Core).Count > 0 {
				continue
			}
			if apart := forensics.RecordingsOf(c.Measurement).Apart(t); apart != "" {
				return where(part, t) + " has no readings in the core phase. It was recorded " + apart + "."
			}
			return where(part, t) + " has no readings in the core phase."
		}
	}
	return "At least one series has too few readings in the core phase to form an average."
}
