package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var estimatesAreMaxima = Rule{
	ID:      "estimates-are-maxima",
	Title:   "No words say that an estimate is less than a maximum",
	Aspect:  methodology.Subsystems,
	Section: methodology.Included,
	Field:   "subsystems[].formula",
	Requires: "An estimate must be an upper bound: the maximum power of all parts " +
		"by the manufacturer's specification.",
	Levels: []power.Level{1, 2},
	Since:  methodology.V20,
	Remedy: "Take the maximum of the specification (subsystems: power_w, formula).",
	How: "The formula of every estimate, and a basis that names no file, are searched for words such as typical, " +
		"average or nominal before any word of a maximum. A reviewer confirms what they mean.",
	Check: func(c Case) Result {
		var results []Result
		for _, sub := range c.Entry.Subsystems {
			const asked = "a maximum"
			text := sub.Formula + "; " + sub.Basis
			switch {
			case sub.Treatment != power.Estimated:
			case firstOf(text, wordsOfTypical, wordsOfMaximum):
				results = append(results, failed("The estimate of %s seems to be no maximum: %s.", sub.Name, text).
					seen(wordsOfTypical.FindString(text), asked))
			default:
				results = append(results, passed("No words say that the estimate of %s is less than a maximum.",
					sub.Name).seen(sub.Formula, asked))
			}
		}
		return worstOr("Nothing is estimated.", results)
	},
}
