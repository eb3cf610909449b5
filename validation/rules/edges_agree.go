package rules

import (
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// edgesAgree: a meter whose clock is off sees another stretch of the run than the program timed, nearly
// always one of less power.
var edgesAgree = Rule{
	ID:       "edges-agree",
	Title:    "Power rises and falls with the core phase",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "Compare the clocks of meters and nodes, and say by how much they differed (run: clock).",
	How: "The steepest rise and fall of the summed power of the largest instruments are looked for near the ends of the core phase. " +
		"Both ends off by about as much in the same direction point to a clock; a rise that comes late alone points to a start that was stated too early. " +
		"An early rise alone is usual, since start-up and tests draw power too, and so is an early or late fall: accelerated runs end in a falling tail and check their result afterwards.",
	Check: func(c Case) Result {
		facts := c.facts()
		if len(facts.Instruments) == 0 {
			return worst(nil)
		}
		return flanks(c.Core, facts.Edges)
	},
}

func flanks(core power.Span, e forensics.Edges) Result {
	const asked = "as stated"
	tolerance := max(methodology.EdgesApart, e.Within)
	risen, fallen := !e.Rise.IsZero(), !e.Fall.IsZero()
	sameWay := min(e.RiseOffset, e.FallOffset) > tolerance || max(e.RiseOffset, e.FallOffset) < -tolerance
	switch {
	case !risen && !fallen:
		return notApplicable("No rise or fall of the power shows near the ends of the core phase.")
	case risen && fallen && sameWay && (e.RiseOffset-e.FallOffset).Abs() <= tolerance:
		return failed("Power rises %s the core phase is said to start, and falls %s it is said to end; the clocks of meters and program seem to differ.",
			shifted(e.RiseOffset), shifted(e.FallOffset)).seen(shifted(e.RiseOffset)+" stated", asked).at(power.NewSpan(e.Rise, e.Fall))
	case risen && e.RiseOffset > tolerance:
		return failed("Power rises only %s the core phase is said to start.", shifted(e.RiseOffset)).
			seen(shifted(e.RiseOffset)+" stated", asked).at(power.NewSpan(core.Start.Time, e.Rise))
	}
	return passed("Power rises and falls where the core phase is said to start and end, or as start-up and tail explain.").seen(asked, asked)
}

// shifted writes an offset as "12 s after".
func shifted(d time.Duration) string {
	if d < 0 {
		return seconds(-d.Seconds()) + " before"
	}
	return seconds(d.Seconds()) + " after"
}
