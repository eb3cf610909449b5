package rules

import (
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

var lossPlausible = Rule{
	ID:       "loss-plausible",
	Title:    "A conversion before the meter has a plausible loss",
	Aspect:   methodology.Location,
	Section:  methodology.PowerLoss,
	Field:    "meters[].loss.factor",
	Requires: "If power is measured as direct current, a loss in the conversion before it has most likely to be added.",
	Remedy: "Give the loss of the conversion before the meter (meters: loss), " +
		"or say for a reviewer why there is none, such as a site that is supplied with direct current.",
	How: "Every meter that reads direct current, at whatever point, " +
		"and every meter downstream of a conversion must have a loss factor in the range of power supplies. " +
		"The limits are not in the text; they follow from the efficiency classes of supplies. " +
		"The points of measurement A, B and C are in front of a conversion, so direct current there is unusual.",
	Check: func(c Case) Result { return c.meters(lossOf) },
}

func lossOf(m *power.Meter) Result {
	asked := "at least a factor of " + number(methodology.LeastLossFactor)
	direct := strings.EqualFold(m.Current, "DC")
	switch {
	case !direct && m.Location != power.Downstream:
		return notApplicable("No conversion lies between meter %s and the supply.", m.ID)
	case m.Loss == nil && direct:
		return failed("Meter %s reads direct current, and no loss is given for the conversion before it.", m.ID).
			seen("no loss", asked)
	case m.Loss == nil:
		return failed("Meter %s sits behind a conversion, and no loss is given for it.", m.ID).seen("no loss", asked)
	case m.Loss.Factor > methodology.MostLossFactor:
		return atMost("The factor of the loss before meter "+m.ID, m.Loss.Factor, methodology.MostLossFactor, number)
	}
	return atLeast("The factor of the loss before meter "+m.ID, m.Loss.Factor, methodology.LeastLossFactor, number)
}
