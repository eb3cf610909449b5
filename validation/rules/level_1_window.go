package rules

import (
	"fmt"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

var level1Window = Rule{
	ID:      "level-1-window",
	Title:   "The averaged window is long enough and lies in the middle of the core phase",
	Aspect:  methodology.Timing,
	Section: methodology.Level1,
	Field:   "run.averaging_window.start",
	Requires: "The averaged window must last a minimum part of the core phase, and a minimum time, " +
		"and must lie in the middle of the core phase.",
	Levels:   []power.Level{1},
	Until:    methodology.V12,
	Severity: Must,
	Remedy:   "Average the whole core phase, or name a legal window (run: averaging_window).",
	How: "The window must be long enough and lie in the middle of the core phase. " +
		"If the middle is too short for it, the window must contain the middle and " +
		"reach equally far beyond it on both sides. Averaging the whole core phase passes if it is long enough. " +
		"Table and section 3.2.2 speak of a part of the run, " +
		"checklist and section 3.4.3 of the core phase: the core phase applies, " +
		"because the section is the more specific and the window lies in the core phase " +
		"anyway.",
	Check: func(c Case) Result {
		window, shortest := c.AveragingSpan(), c.Limits.ShortestWindow(c.Core)
		r := atLeast("The averaged window", window.Duration().Seconds(), shortest.Seconds(), seconds).at(window)
		switch {
		case r.Outcome == Fail:
			return r.lacks(legalWindow(c, shortest))
		case !same(window, c.Core) && !inTheMiddle(c, window, shortest):
			middle := c.Core.Middle(c.Limits.MiddleOfCore)
			observed, asked := clock(window.Start.Time)+" to "+clock(window.End.Time),
				clock(middle.Start.Time)+" to "+clock(middle.End.Time)
			return failed("The averaged window, %s, does not lie in the middle of the core phase, %s.", observed,
				asked).seen(observed, asked).at(window).lacks(legalWindow(c, shortest))
		}
		gaps := c.instruments(
			func(part power.Part, t *power.Trace) Result { return c.covered(window, part, t, "averaged window") })
		if gaps.Outcome != Pass {
			return gaps
		}
		return r
	},
}

// inTheMiddle reports whether a window lies in the middle of the core phase or, if that is too
// short for the shortest window, overlaps it equally on both sides. Documents write whole seconds.
func inTheMiddle(c Case, window power.Span, shortest time.Duration) bool {
	middle := c.Core.Middle(c.Limits.MiddleOfCore)
	if middle.Duration() >= shortest {
		return middle.Contains(window)
	}
	before, after := middle.Start.Sub(window.Start.Time), window.End.Sub(middle.End.Time)
	return c.Core.Contains(window) && window.Contains(middle) && (before-after).Abs() <= methodology.ClocksApart
}

func legalWindow(c Case, shortest time.Duration) Need {
	if short := shortest - c.Core.Duration(); short > 0 {
		return longerCore(short)
	}
	middle := c.Core.Middle(c.Limits.MiddleOfCore)
	if middle.Duration() < shortest {
		return Need{Text: "Average the whole core phase: leave the averaging window out"}
	}
	return Need{Text: fmt.Sprintf("Average the whole core phase, or at least %s of it between %s and %s",
		seconds(shortest.Seconds()), clock(middle.Start.Time), clock(middle.End.Time))}
}
