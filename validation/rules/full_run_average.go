package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var fullRunAverage = Rule{
	ID:       "full-run-average",
	Title:    "The average power of the full run is reported",
	Aspect:   methodology.Measurements,
	Section:  methodology.WholeRun,
	Field:    "run.full_run.start",
	After:    "State when the job started and ended.",
	Requires: "The average power of the full run must be reported.",
	Levels:   []power.Level{2, 3},
	Severity: Must,
	Remedy:   "State when the job started and ended (run: full_run) and give readings of all of it.",
	How: "Computed as the average of the core phase, but over the full run that the document states. " +
		"HPL does not print the full run, so without run: full_run nothing is " +
		"known.",
	Check: func(c Case) Result {
		run := c.Entry.Run.FullRun
		if run.IsZero() {
			return unknown("Start and end of the full run are not stated.").seen("not stated", "an average").
				lacks(stateRun())
		}
		average := c.Average(run)
		if !average.Known {
			return failed("At least one series has too few readings in the full run to form an average.").
				seen("none", "an average").at(run).lacks(c.recordAll(run, "full run")...)
		}
		observed := watts(float64(average.Total))
		return passed("The machine drew %s on average over the full run.", observed).
			seen(observed, "an average").at(run)
	},
}
