package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// noCuts: power that falls at once, stays lower for minutes and comes back at once to where it was lowers the average.
// Readings that were made smaller look like this, and so does a feed that another meter took over.
var noCuts = Rule{
	ID:      "no-cuts",
	Title:   "Power does not drop and return abruptly in the core phase",
	Aspect:  methodology.Measurements,
	Section: methodology.Averages,
	Field:   "series[].file",
	Requires: "Each reading must be measured, and must cover all equipment of its instrument during the " +
		"whole core phase.",
	Remedy: "Say what lowered the power and brought it back; " +
		"if a feed was switched or readings were changed, measure again.",
	How: "In " + number(methodology.CutCells) + " or fewer equal parts of the core phase, a fall by at least " +
		percent(methodology.CutDepth) +
		" from one to the next is looked for, in the largest instruments, with steady power before and after it, " +
		"and a return to the same power as sharp, after at least " +
		seconds(methodology.CutAtLeast.Seconds()) +
		". What happens more often is how the machine works, and is left out.",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		const asked = "none"
		if len(facts.Cuts) == 0 {
			return passed("Power does not fall for a while and come back to where it was.").seen(asked, asked)
		}
		first := facts.Cuts[0]
		var spans []power.Span
		for _, cut := range facts.Cuts {
			spans = append(spans, cut.Span)
		}
		return failed("%s: power falls by %s at once at %s and comes back at once %s later, to where it was.",
			facts.Instruments[first.Instrument].Name(),
			percent(first.Depth), clock(first.Span.Start.Time), seconds(first.Span.Duration().Seconds())).at(spans...).
			seen(counted(len(facts.Cuts), "fall"), asked)
	}),
}
