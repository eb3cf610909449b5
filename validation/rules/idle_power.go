package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

var idlePower = Rule{
	ID:      "idle-power",
	Title:   "Idle power is measured",
	Aspect:  methodology.Measurements,
	Section: methodology.IdlePower,
	Field:   "idle[].start",
	During:  "Record idle power with the same meters before the job starts: the machine is ready for work but idle.",
	Requires: "The power of the idle system, ready for work and not asleep, must be measured at least once; " +
		"it need not be measured near the run.",
	Levels:   []power.Level{2, 3},
	Severity: Must,
	Remedy: "Record the power of the machine while it is ready for work but idle, and name the time range (idle: " +
		"start, end).",
	How: "The idle measurements of the document are counted, and at least one must be a figure or a time range with " +
		"readings of every series. It need not be near " +
		"the run, but the machine must be ready for work and not asleep; the submitter states this.",
	Check: func(c Case) Result {
		limit := fmt.Sprintf("at least %d measurement", c.Limits.IdleMeasurements)
		if len(c.Entry.Idle) < c.Limits.IdleMeasurements {
			return failed("There is no measurement of idle power.").seen("none", limit).
				needs("Record idle power: at least %s", counted(c.Limits.IdleMeasurements, "measurement"))
		}
		idle, known := c.IdleAverage()
		if !known {
			return failed("There are no readings in the idle time range.").seen("none", limit).at(idleSpans(c)...).
				needs("Give readings of the idle time range, or idle power as a figure")
		}
		return passed("The idle machine draws %s.", watts(float64(idle))).seen(watts(float64(idle)), limit).
			at(idleSpans(c)...)
	},
}

func idleSpans(c Case) []power.Span {
	var spans []power.Span
	for _, idle := range c.Entry.Idle {
		if !idle.Span().IsZero() {
			spans = append(spans, idle.Span())
		}
	}
	return spans
}
