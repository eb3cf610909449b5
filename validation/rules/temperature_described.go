package rules

import "green500/validation/methodology"

var temperatureDescribed = Rule{
	ID:       "temperature-described",
	Title:    "Where and how the temperature was measured is described",
	Aspect:   methodology.Measurements,
	Section:  methodology.Environment,
	Field:    "environment.measured_where",
	Requires: "If a temperature is reported, a description of where and how it was measured is requested.",
	Since:    methodology.V20,
	Severity: May,
	Remedy:   "Say where and how the temperature was measured (environment: measured_where).",
	How:      "Required only if a temperature is given, which is optional.",
	Check: func(c Case) Result {
		e := c.Entry.Environment
		switch {
		case e.InletCelsius == nil && e.OutletCelsius == nil:
			return notApplicable("No temperature is given. A temperature is optional.")
		case e.MeasuredWhere == "":
			return failed("A temperature is given, but not where it was measured.").seen("not described",
				"a description")
		}
		return passed("The temperature was measured at: %s.", e.MeasuredWhere).seen(e.MeasuredWhere, "a description")
	},
}
