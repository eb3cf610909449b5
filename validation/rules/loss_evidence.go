package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// lossEvidence: the losses and how they were found are part of the submission.
var lossEvidence = Rule{
	ID:       "loss-evidence",
	Title:    "The submission says how the conversion loss was determined",
	Aspect:   methodology.Location,
	Section:  methodology.PowerLoss,
	Levels:   []power.Level{1, 2, 3},
	Severity: Must,
	Remedy:   "Name the document or measurement that the loss factor comes from (meters: loss: evidence).",
	How:      "For each meter that sits downstream, the document must name the evidence of its loss (meters: loss: evidence).",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			switch {
			case m.Location != power.Downstream:
				return notApplicable("No conversion lies between meter %s and the supply.", m.ID)
			case m.Loss == nil || m.Loss.Evidence == "":
				r := failed("No evidence for the loss at meter %s is named.", m.ID).seen("none", "evidence")
				if m.Loss == nil {
					return r.lacks(lossNeed(c, m))
				}
				return r.needs("Name the evidence of the loss at meter %s", m.ID)
			}
			return passed("The evidence of the loss at meter %s is %s.", m.ID, m.Loss.Evidence).seen(m.Loss.Evidence, "evidence")
		})
	},
}
