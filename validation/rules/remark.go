package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// facts are what the readings themselves show. Grading looks once for all rules and levels.
func (c Case) facts() *forensics.Facts {
	if c.Facts != nil {
		return c.Facts
	}
	return forensics.Of(c.Measurement)
}

// readings runs a check over the readings of every instrument in the core phase and returns the worst
// result; it says how many others fail too. Another rule reports instruments without any.
func (c Case) readings(check func(forensics.Instrument) Result) Result {
	var results []Result
	failing := 0
	for _, one := range c.facts().Instruments {
		if one.Count == 0 {
			continue
		}
		result := check(one)
		if result.Outcome == Fail {
			failing++
		}
		results = append(results, result)
	}
	if len(results) == 0 {
		return unknown("There are no readings in the core phase.")
	}
	least := worst(results)
	if failing > 1 {
		least.Message += fmt.Sprintf(" The same is true of %s.", others(failing-1, "instrument"))
	}
	return least
}

// mattering runs a check over those instruments that see enough power for their last digits to matter.
func (c Case) mattering(check func(forensics.Instrument) Result) Result {
	least := methodology.ShareOfMean / float64(len(c.facts().Instruments))
	return c.readings(func(one forensics.Instrument) Result {
		if one.Share > 0 && one.Share < least {
			return notApplicable("%s sees too little of the power to matter.", one.Name())
		}
		return check(one)
	})
}

// others writes "1 more instrument", "3 more instruments".
func others(count int, of string) string {
	if count == 1 {
		return "1 more " + of
	}
	return fmt.Sprintf("%d more %ss", count, of)
}

// reading writes a value as its instrument reads it.
func reading(quantity power.Quantity, value int64) string {
	r := power.Reading{Value: value}
	if quantity == power.Energy {
		return number(float64(r.Joules())) + " J"
	}
	return watts(float64(r.Watts()))
}
