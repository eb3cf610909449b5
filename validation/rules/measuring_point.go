package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var measuringPoint = Rule{
	ID:      "measuring-point",
	Title:   "The point of measurement is stated",
	Aspect:  methodology.Location,
	Section: methodology.MeasuringPoint,
	Field:   "meters[].location",
	Before: "Note where each meter sits: upstream of the machine (A), at its supply (B), just inside (C), " +
		"or downstream of a conversion.",
	Requires: "Power must be measured upstream of the delivery to the system, at the delivery, " +
		"or at a point that is electrically equivalent; otherwise losses are added.",
	Severity: Must,
	Remedy: "Say where each meter sits (meters: location): upstream, delivery, equivalent, " +
		"or downstream with its loss.",
	How: "The location of each meter that a series uses is taken from the document (meters: location): the points A, " +
		"B and C of the text, or downstream of a " +
		"conversion.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			point, known := pointWords[m.Location]
			if !known {
				return unknown("The location of meter %s is not stated.", m.ID).
					seen("not stated", "a point of measurement").
					needs("Say where meter %s sits: upstream of the machine, at its supply, just inside, "+
						"or downstream of a conversion", m.ID)
			}
			return passed("Meter %s sits %s.", m.ID, point).seen(string(m.Location), "a point of measurement")
		})
	},
}

var pointWords = map[power.Location]string{
	power.Upstream:   "upstream of the delivery to the machine (A)",
	power.Delivery:   "at the delivery to the machine (B)",
	power.Equivalent: "just inside, electrically equivalent to the delivery (C)",
	power.Downstream: "downstream of a power conversion",
}
