package rules

import (
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// conversionLoss: a reading taken downstream lacks the losses before it.
var conversionLoss = Rule{
	ID:       "conversion-loss",
	Title:    "Conversion loss is found the way the level asks",
	Aspect:   methodology.Location,
	Section:  methodology.PowerLoss,
	Levels:   []power.Level{1, 2, 3},
	Severity: Must,
	Remedy:   "Measure upstream, or find the loss the way the level asks (meters: loss).",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			asked := inWords(strings.Join(c.Limits.LossFoundBy, " or "))
			switch {
			case m.Location != power.Downstream:
				return notApplicable("No conversion lies between meter %s and the supply.", m.ID)
			case m.Loss == nil || m.Loss.Factor < 1:
				return failed("Meter %s sits downstream, and no loss factor of at least 1 is given.", m.ID).seen("no loss factor", asked)
			case !slices.Contains(c.Limits.LossFoundBy, m.Loss.FoundBy):
				return failed("The loss at meter %s was found by %q; the level asks for %s.", m.ID, inWords(m.Loss.FoundBy), asked).seen(inWords(m.Loss.FoundBy), asked)
			}
			return passed("The loss at meter %s is a factor of %s.", m.ID, number(m.Loss.Factor)).seen(inWords(m.Loss.FoundBy), asked)
		})
	},
}

func inWords(name string) string { return strings.ReplaceAll(name, "_", " ") }
