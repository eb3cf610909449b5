package rules

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

var conversionLoss = Rule{
	ID:      "conversion-loss",
	Title:   "Conversion loss is determined in a way that the level accepts",
	Aspect:  methodology.Location,
	Section: methodology.PowerLoss,
	Field:   "meters[].loss.found_by",
	Requires: "If power is measured after a conversion, the loss must be added, " +
		"and it must be found in the way that the level requires.",
	Severity: Must,
	Remedy:   "Measure upstream, or determine the loss in a way that the level accepts (meters: loss).",
	How: "For each meter that sits downstream, the way in which its loss was determined (meters: loss: " +
		"found_by) must be one that the level accepts, with a factor of " +
		"at least 1. The paragraph on sampling DC names another section for the losses; it means this one.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			asked := inWords(strings.Join(c.Limits.LossFoundBy, " or "))
			switch {
			case m.Location != power.Downstream:
				return notApplicable("No conversion lies between meter %s and the supply.", m.ID)
			case m.Loss == nil || m.Loss.Factor < 1:
				return failed("Meter %s sits downstream, and no loss factor of at least 1 is given.", m.ID).
					seen("no loss factor", asked).lacks(lossNeed(c, m))
			case !slices.Contains(c.Limits.LossFoundBy, m.Loss.FoundBy):
				return failed("The loss at meter %s was found by %q; the level requires %s.", m.ID,
					inWords(m.Loss.FoundBy), asked).seen(inWords(m.Loss.FoundBy), asked).lacks(lossNeed(c, m))
			}
			return passed("The loss at meter %s is a factor of %s.", m.ID, number(m.Loss.Factor)).
				seen(inWords(m.Loss.FoundBy), asked)
		})
	},
}

func lossNeed(c Case, m *power.Meter) Need {
	way := map[string]string{
		"manufacturer_model": "from the maker's specification of the power supplies",
		"one_psu_measured":   "by measuring one of the power supplies",
		"simultaneous":       "by measuring upstream of the power supplies during the run",
	}[c.Limits.LossFoundBy[0]]
	return Need{Text: fmt.Sprintf("Determine the loss at meter %s %s, and name the evidence", m.ID, way)}
}

func inWords(name string) string { return strings.ReplaceAll(name, "_", " ") }
