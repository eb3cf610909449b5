package rules

import (
	"fmt"
	"strings"

	"green500/validation/methodology"
)

var coolingTemperature = Rule{
	ID:      "cooling-temperature",
	Title:   "Inlet and outlet temperature of the cooling medium are reported",
	Aspect:  methodology.Measurements,
	Section: methodology.Environment,
	Field:   "environment.inlet_c",
	During: "Note the inlet and outlet temperature of the cooling medium during the core phase, " +
		"and where they were measured.",
	Requires: "The temperature of the cooling medium where it enters and where it leaves must be reported.",
	Until:    methodology.V12,
	Severity: Must,
	Remedy:   "Record both temperatures during the core phase (environment: inlet_c, outlet_c).",
	How: "The document must state both temperatures (environment: inlet_c, outlet_c); their values are not checked. " +
		"Edition 1.2 requires them, 2.0 made " +
		"them optional.",
	Check: func(c Case) Result {
		e := c.Entry.Environment
		var missing []string
		if e.InletCelsius == nil {
			missing = append(missing, "in")
		}
		if e.OutletCelsius == nil {
			missing = append(missing, "out")
		}
		if len(missing) > 0 {
			return failed("Inlet and outlet temperature of the cooling medium are not both given.").
				seen("not given", "inlet and outlet temperature").
				needs("Give the temperature of the cooling medium going %s", strings.Join(missing, " and "))
		}
		observed := fmt.Sprintf("%s °C in, %s °C out", number(*e.InletCelsius), number(*e.OutletCelsius))
		return passed("The temperature of the cooling medium was %s.", observed).
			seen(observed, "inlet and outlet temperature")
	},
}
