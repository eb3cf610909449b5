package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var runEdgesCovered = Rule{
	ID:      "run-edges-covered",
	Title:   "First and last energy reading lie close to the ends of the full run",
	Aspect:  methodology.Timing,
	Section: methodology.Level3,
	Field:   "run.full_run.start",
	During:  "Read the energy totals close to the start and to the end of the job, as to those of the core phase.",
	Requires: "At Level 3, the full run is covered like the core phase: " +
		"its first and last reading may leave out a stated time at each end and in total.",
	Levels:   []power.Level{3},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the energy counters more often, or right at the start and the end of the job.",
	How: "As for the core phase: from the start of the full run to the first reading in it, " +
		"and from the last to its end, for every instrument, each alone and both together. " +
		"Readings before and after the run are another rule's.",
	Check: func(c Case) Result {
		if wrong := wrongRun(c); wrong != nil {
			return wrong.seen(wrong.Observed, "the full run")
		}
		return c.instruments(
			func(part power.Part, t *power.Trace) Result { return c.edges(c.Entry.Run.FullRun, "full run", part, t) })
	},
}
