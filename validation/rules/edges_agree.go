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
	ID:      "edges-agree",
	Title:   "Power rises and falls with the core phase",
	Aspect:  methodology.Timing,
	Section: methodology.CorePhase,
	Field:   "run.clock.synchronised_by",
	Requires: "The core phase is the time used for the performance figure, " +
		"and the readings of the same time are averaged. Both clocks must therefore agree.",
	Remedy: "Compare the clocks of meters and nodes, and state by how much they differed (run: clock).",
	How: "The steepest rise and fall of the summed power of the largest instruments are searched near the ends of " +
		"the core phase. " +
		"If both ends are off by about as much in the same direction, a clock is probably wrong. " +
		"If only the rise is late, the start was probably stated too early. " +
		"An early rise alone is usual, because start-up and tests draw power too. " +
		"So is an early or late fall: accelerated runs end in a falling tail and check their result afterwards.",
	Check: shown(func(c Case, facts *forensics.Facts) Result {
		if idle := idleAtEnds(facts.Flanks); idle != nil {
			return *idle
		}
		return flanks(c.Core, facts.Edges)
	}),
}

func idleAtEnds(f forensics.Flanks) *Result {
	var r Result
	switch atStart, atEnd := seconds(f.IdleAtStart.Duration().Seconds()), seconds(f.IdleAtEnd.Duration().Seconds()); {
	case !f.IdleAtStart.IsZero() && !f.IdleAtEnd.IsZero():
		r = failed("The compute nodes are at rest for the first %s and the last %s of the core phase.", atStart, atEnd).
			seen("at rest at both ends", "as stated").at(f.IdleAtStart, f.IdleAtEnd)
	case !f.IdleAtStart.IsZero():
		r = failed("The compute nodes are at rest for the first %s of the core phase; "+
			"the clocks of meters and program seem to differ.", atStart).
			seen("at rest for "+atStart+" at the start", "as stated").at(f.IdleAtStart)
	case !f.IdleAtEnd.IsZero():
		r = failed("The compute nodes are at rest for the last %s of the core phase; "+
			"the clocks of meters and program seem to differ.", atEnd).
			seen("at rest for "+atEnd+" at the end", "as stated").at(f.IdleAtEnd)
	default:
		return nil
	}
	return &r
}

func flanks(core power.Span, e forensics.Edges) Result {
	const asked = "as stated"
	tolerance := max(methodology.EdgesApart, e.Within)
	risen, fallen := !e.Rise.IsZero(), !e.Fall.IsZero()
	sameWay := min(e.RiseOffset, e.FallOffset) > tolerance || max(e.RiseOffset, e.FallOffset) < -tolerance
	switch {
	case !risen && !fallen:
		return notApplicable("The power neither rises nor falls near the ends of the core phase.")
	case risen && fallen && sameWay && (e.RiseOffset-e.FallOffset).Abs() <= tolerance:
		return failed("Power rises %s the stated start of the core phase, and falls %s its stated end. "+
			"The clocks of meters and program seem to differ.",
			shifted(e.RiseOffset), shifted(e.FallOffset)).seen(shifted(e.RiseOffset)+" stated", asked).
			at(power.NewSpan(e.Rise, e.Fall))
	case risen && e.RiseOffset > tolerance:
		return failed("Power rises only %s the stated start of the core phase.", shifted(e.RiseOffset)).
			seen(shifted(e.RiseOffset)+" stated", asked).at(power.NewSpan(core.Start.Time, e.Rise))
	}
	return passed("Power rises and falls at the stated start and end of the core phase, "+
		"or as start-up and tail explain.").seen(asked, asked)
}

func shifted(d time.Duration) string {
	if d < 0 {
		return seconds(-d.Seconds()) + " before"
	}
	return seconds(d.Seconds()) + " after"
}
