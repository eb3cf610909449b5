package rules

import (
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

var lossEvidence = Rule{
	ID:       "loss-evidence",
	Title:    "The submission says how the conversion loss was determined",
	Aspect:   methodology.Location,
	Section:  methodology.PowerLoss,
	Field:    "meters[].loss.evidence",
	Requires: "The losses, and how they were found, must be part of the submission.",
	Severity: Must,
	Remedy:   "Name the document or measurement the loss factor comes from (meters: loss: evidence).",
	How: "For each meter that sits downstream, the document must name the evidence of its loss (meters: loss: " +
		"evidence); a name of a file needs the file.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			switch {
			case m.Location != power.Downstream:
				return notApplicable("No conversion lies between meter %s and the supply.", m.ID)
			case m.Loss == nil || describesNothing(m.Loss.Evidence):
				r := failed("No evidence for the loss at meter %s is named.", m.ID).seen("none", "evidence")
				if m.Loss == nil {
					return r.lacks(lossNeed(c, m))
				}
				return r.needs("Name the evidence of the loss at meter %s", m.ID)
			}
			if slices.Contains(c.Absent, m.Loss.Evidence) {
				return failed("The loss at meter %s rests on %s, which is not in the submission.", m.ID,
					m.Loss.Evidence).seen(m.Loss.Evidence+" is missing", "evidence").
					needs("Add %s, the evidence of the loss at meter %s", m.Loss.Evidence, m.ID)
			}
			return passed("The loss at meter %s rests on %s.", m.ID, m.Loss.Evidence).seen(m.Loss.Evidence, "evidence")
		})
	},
}
