package tracefile

import (
	"fmt"
	"math"

	"green500/validation/canonical"
	"green500/validation/leftout"
	"green500/validation/power"
	"green500/validation/tracefile/internal/columnname"
)

var limitWords = columnname.WordSet("limit limits cap plimit powerlimit maxlimit tgp tdp ctdp budget rated rating nameplate setpoint ceiling threshold " +
	"leistungsgrenze leistungslimit grenzwert sollwert limite límite limiet gräns grense raja лимит предел")

// doubts are notes about a series whose column is named after a limit, or whose power is more than that draws which it is named after.
func doubts(name string, series *power.Series, readings *canonical.Readings) []leftout.Note {
	var notes []leftout.Note
	if columnname.Says(series.Value, limitWords) {
		notes = append(notes, leftout.Note{File: name, Field: series.Value, Count: 1,
			Problem: "the column has the name of a limit or a setting, so it may not hold power that was measured"})
	}
	names := []string{series.Value}
	for _, values := range series.Where {
		if len(values) == 1 {
			names = append(names, values[0])
		}
	}
	most, of := columnname.MostWatts(names, series.Instruments)
	if most == 0 {
		return notes
	}
	beyond, first := 0, power.Watts(0)
	for _, t := range readings.Traces {
		mean, known := t.Window(t.Span()).Average()
		if !known || math.Abs(float64(mean)) <= most {
			continue
		}
		if beyond++; beyond == 1 {
			first = mean
		}
	}
	if beyond > 0 {
		notes = append(notes, leftout.Note{File: name, Field: series.Value, Count: 1,
			Problem: fmt.Sprintf("a mean of %.4g kW is far more than %s, in %d of %d instruments: check the unit, which is read as %s", first.Kilowatts(), of, beyond, len(readings.Traces), series.Unit)})
	}
	return notes
}
