package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
)

var oneRun = Rule{
	ID:       "one-run",
	Title:    "The recording shows one run",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "Power and performance must be those of one run.",
	Severity: May,
	Remedy:   "Say which run the performance belongs to, and why it was chosen.",
	How: "A run begins when the summed power of the largest instruments reaches " + percent(methodology.LoadOfPlateau) +
		" of the plateau and ends when it falls below " + percent(methodology.PauseOfPlateau) + ". " +
		"Only runs of at least half the length of the one with the core phase are counted.",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		const asked = "1 run"
		switch runs := len(facts.Runs); {
		case runs == 0:
			return notApplicable("The readings show no run.")
		case runs == 1:
			return passed("The recording shows one run.").seen(asked, asked)
		case facts.Stated < 0:
			return failed("The recording shows %d runs, and the core phase lies in none of them.", runs).
				seen(fmt.Sprintf("%d runs", runs), asked).at(facts.Runs...)
		default:
			return failed("The recording shows %d runs of similar length. "+
				"The core phase lies in run %d, which starts at %s.", runs, facts.Stated+1,
				clock(facts.Runs[facts.Stated].Start.Time)).seen(fmt.Sprintf("%d runs", runs), asked).at(facts.Runs...)
		}
	}),
}
