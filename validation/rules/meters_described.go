package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var metersDescribed = Rule{
	ID:       "meters-described",
	Title:    "The measuring devices are specified",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Devices,
	Field:    "meters[].make",
	Before:   "Note make and model of every meter, and keep the data sheets.",
	Requires: "The measuring devices must be specified.",
	Severity: Must,
	Remedy:   "Name make and model of every meter (meters: make, model).",
	How: "Make and model of each meter that a series uses must be named. " +
		"Edition 1.2 only points to lists of devices; both checklists require the " +
		"specification.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			if m.Make == "" || m.Model == "" {
				return failed("Make or model of meter %s is not named.", m.ID).seen("not named", "make and model").
					needs("Name the %s of meter %s", lacking([]string{"make", "model"}, m.Make, m.Model), m.ID)
			}
			return passed("Meter %s is a %s %s.", m.ID, m.Make, m.Model).seen(m.Make+" "+m.Model, "make and model")
		})
	},
}
