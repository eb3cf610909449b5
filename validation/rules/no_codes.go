package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var noCodes = Rule{
	ID:       "no-codes",
	Title:    "No value is a code for a missing reading",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "Readings are measured power. A code for a missing reading is not a measurement.",
	Remedy: "Check in the meter's manual whether the value means that there was no reading; " +
		"leave such rows out of the export and say so.",
	How: "Counts negative readings in the core phase, and values such as 0, 255, 32767 and 65535 in the unit of the " +
		"file if the readings before and after are more than twice or less than half of it. " +
		"The least and the largest of all readings count too if they return at least " +
		number(methodology.SuspectReadings) + " times between such others. They are not removed from any average.",
	Check: func(c Case) Result { return c.readings(codeless) },
}

func codeless(one forensics.Instrument) Result {
	const asked = "none"
	if one.Trace.Quantity == power.Energy {
		return notApplicable("%s contains energy; "+
			"a code for a missing reading makes the total fall, which another rule checks.", one.Name())
	}
	if len(one.Codes) == 0 {
		return passed("No value is a code for a missing reading.").seen("none", asked)
	}
	code, unit := one.Codes[0], one.Part.Series.Unit
	count := fmt.Sprintf("%s contains %s of %s %s, the first at %s", one.Name(), counted(code.Count, "reading"),
		number(code.Value), unit, clock(code.First.At))
	average, _ := one.Average()
	r := failed("%s; they count in its average of %s, which would be %s without them.", count, watts(float64(average)),
		watts(float64(one.AverageWithoutCodes())))
	return r.seen(fmt.Sprintf("%d of %s %s", code.Count, number(code.Value), unit), asked).
		at(power.NewSpan(code.First.At, code.First.At))
}
