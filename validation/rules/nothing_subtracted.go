package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var nothingSubtracted = Rule{
	ID:      "nothing-subtracted",
	Title:   "No words say that measured power was subtracted",
	Aspect:  methodology.Subsystems,
	Section: methodology.Included,
	Field:   "meters[].aggregation",
	Requires: "All power that the meters see counts, also that of parts which are not needed: " +
		"nothing measured may be subtracted.",
	Remedy: "Add what was subtracted, and give the readings as the meters made them; " +
		"if nothing was subtracted, say so plainly.",
	How: "The description of how readings were combined (meters: aggregation) is searched for words of subtraction, " +
		"such as less, minus, net of or excluding. A reviewer confirms what they mean.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			const asked = "nothing subtracted"
			if text := wordsOfNothing.ReplaceAllString(m.Aggregation, ""); wordsOfSubtraction.MatchString(text) {
				return failed("Readings of meter %s seem to be lowered: %s.", m.ID, m.Aggregation).
					seen(wordsOfSubtraction.FindString(text), asked)
			}
			return passed("No words say that readings of meter %s were lowered.", m.ID).seen(asked, asked)
		})
	},
}
