package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
)

// instrumentsDiffer: no two nodes draw the same to the digit, second by second. A copy in place of a
// measurement is extrapolation without saying so.
var instrumentsDiffer = Rule{
	ID:       "instruments-differ",
	Title:    "No two instruments show the same readings",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "The power of each instrument is measured. Readings of one instrument cannot stand for those of another.",
	Remedy: "Give each instrument its own readings. " +
		"If one represents others, name only the measured one and count only what it covers (node_sets: measured).",
	How: "Number, extremes, ends and mean of the readings are compared over many equal parts of the core phase, " +
		"also with one clock shifted against the other. " +
		"Instruments are nearly the same if their power differs by less than a tenth of its change from moment to " +
		"moment. Readings that hardly change prove nothing and are left out.",
	Check: shown(distinct),
}

func distinct(_ Case, facts *forensics.Facts) Result {
	const asked = "no two alike"
	switch {
	case len(facts.Instruments) == 1:
		return notApplicable("There is one instrument.")
	case len(facts.Twins) == 0:
		return passed("No two instruments show the same readings.").seen("none alike", asked)
	}
	twins := facts.Twins[0]
	how := "nearly the same readings, which differ far less than they change from moment to moment"
	if twins.Equal {
		how = "the same readings to the last digit"
	}
	if twins.Likeness > 0 {
		how = fmt.Sprintf("the same noise, though nodes have in common only what all of them do (correlation %s)",
			number(twins.Likeness))
	}
	if twins.Offset != 0 {
		how += fmt.Sprintf(", at times %s apart", seconds(twins.Offset.Abs().Seconds()))
	}
	r := failed("%s and %s show %s.", facts.Instruments[twins.First].Name(),
		facts.Instruments[twins.Second].Name(), how)
	if more := len(facts.Twins) - 1; more > 0 {
		r.Message += fmt.Sprintf(" The same is true of %s.", others(more, "pair"))
	}
	return r.seen(counted(len(facts.Twins), "pair"), asked)
}
