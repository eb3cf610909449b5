package rules

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// level1Window: edition 1.2 lets Level 1 average a part of the core phase. Table 3.1 and section
// 3.2.2 say "of the run", the checklist and section 3.4.3 "of the core phase"; the latter applies,
// being the more specific. Whoever measures the whole core phase holds every legal window.
var level1Window = Rule{
	ID:       "level-1-window",
	Title:    "The averaged window is long enough and lies in the middle of the core phase",
	Aspect:   methodology.Timing,
	Section:  methodology.Level1,
	Levels:   []power.Level{1},
	Until:    methodology.V12,
	Severity: Must,
	Remedy:   "Average the whole core phase, or name a legal window (run: averaging_window).",
	Check: func(c Case) Result {
		window := c.AveragingSpan()
		if window == c.Core {
			return passed("The whole core phase is averaged.").seen(seconds(c.Core.Duration().Seconds()), "a legal window").at(window)
		}
		shortest, holder := legalWindow(c)
		r := atLeast("The averaged window", window.Duration().Seconds(), shortest.Seconds(), seconds).at(window)
		if r.Outcome == Fail || holder.Contains(window) {
			return r
		}
		if shortest > c.Core.Middle(c.Limits.MiddleOfCore).Duration() && window.Contains(c.Core.Middle(c.Limits.MiddleOfCore)) {
			return r
		}
		r.Outcome = Fail
		r.Message = "The averaged window, " + clock(window.Start.Time) + " to " + clock(window.End.Time) + ", does not lie in the middle of the core phase, " +
			clock(holder.Start.Time) + " to " + clock(holder.End.Time) + "."
		r.Slack = nil
		return r.seen(clock(window.Start.Time)+" to "+clock(window.End.Time), clock(holder.Start.Time)+" to "+clock(holder.End.Time))
	},
}

// legalWindow returns the shortest window and the span that has to hold it: the middle of the core
// phase or, where that is too short, a window that overlaps it equally on both sides.
func legalWindow(c Case) (shortest time.Duration, holder power.Span) {
	core := c.Core.Duration().Seconds()
	shortest = max(c.Limits.WindowMinimum, time.Duration(c.Limits.WindowOfCore*core*float64(time.Second)))
	holder = c.Core.Middle(c.Limits.MiddleOfCore)
	if missing := shortest - holder.Duration(); missing > 0 {
		holder = holder.Trim(-missing, -missing)
	}
	return shortest, holder
}
