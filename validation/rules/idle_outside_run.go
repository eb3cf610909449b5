package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var idleOutsideRun = Rule{
	ID:       "idle-outside-run",
	Title:    "Idle power is measured outside the run",
	Aspect:   methodology.Measurements,
	Section:  methodology.IdlePower,
	Field:    "idle[].start",
	Requires: "Idle power is measured while the system runs no workload.",
	Remedy:   "Name a span before or after the full run in which the machine runs nothing (idle: start, end).",
	How: "Idle spans may not share time with the core phase or with the full run, if the document states it; " +
		"a second is tolerated, because outputs print whole seconds.",
	Check: func(c Case) Result {
		spans := idleSpans(c)
		if len(spans) == 0 {
			return notApplicable("There is no idle span.")
		}
		for _, idle := range spans {
			for _, run := range []power.Span{c.Core, c.Entry.Run.FullRun} {
				if shared, ok := idle.Intersect(run); ok && !run.IsZero() &&
					shared.Duration() > methodology.ClocksApart {
					return failed("The idle span from %s to %s shares %s with the run.", clock(idle.Start.Time),
						clock(idle.End.Time), seconds(shared.Duration().Seconds())).
						seen(seconds(shared.Duration().Seconds()), "none").at(idle)
				}
			}
		}
		return passed("Idle power is measured outside the run.").seen("none", "none").at(spans...)
	},
}
