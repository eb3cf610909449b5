package rules

import (
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

var unitAsNamed = Rule{
	ID:       "unit-as-named",
	Title:    "The unit of a series is the one that its column names",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "series[].unit",
	Requires: "The units of power are watts and of energy joules; readings in another unit must be converted.",
	Remedy:   "Check what the column holds, and correct the unit of the series.",
	How: "The name of the column is searched for a unit, as in node1_kw, Power (kW) or energy [kWh]. " +
		"It must be the unit that the document states for the series. " +
		"Names without a unit, or with more than one, are not judged.",
	Check: func(c Case) Result {
		named := 0
		for _, part := range c.Parts {
			for _, column := range columnsOf(part) {
				units := unitsNamed(column)
				if len(units) == 0 {
					continue
				}
				named++
				if !slices.Contains(units, part.Series.Unit) {
					return failed("The column %s of %s names the unit %s, and the document states %s: "+
						"probably a wrong unit.", column, part.Series.File, units[0], part.Series.Unit).
						seen(string(part.Series.Unit), string(units[0])).
						needs("State the unit of column %s: its name says %s", column, units[0])
				}
			}
		}
		if named == 0 {
			return notApplicable("No column names its unit.")
		}
		return passed("The units are those that the columns name.")
	},
}

func columnsOf(part power.Part) []string {
	if !strings.Contains(part.Series.Value, "*") || len(part.Series.Instruments) > 0 {
		return []string{part.Series.Value}
	}
	columns := []string{part.Series.Value}
	for _, trace := range part.Traces {
		columns = append(columns, trace.Instrument)
	}
	return columns
}
