package rules

import (
	"maps"
	"slices"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var measuredReadsPower = Rule{
	ID:       "measured-reads-power",
	Title:    "Every instrument sees more than an open channel does",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].treatment",
	Requires: "A measured part is measured with all its power.",
	Levels:   []power.Level{2, 3},
	Remedy: "Check whether anything is connected to the channel; " +
		"declare the part as estimated if it was not measured.",
	How: "The average of every instrument in the core phase, without its sign, is compared with " +
		watts(methodology.OpenChannelWatts) +
		": a channel to which nothing is connected reads less, and no part of a " +
		"machine draws so little. A second feed that idles is left out if another of its part draws more.",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		asked := "more than " + watts(methodology.OpenChannelWatts)
		most := map[string]float64{}
		for _, one := range facts.Instruments {
			if average, known := one.Average(); known {
				part := one.Part.Series.Covers.Subsystem
				most[part] = max(most[part], float64(average), -float64(average))
			}
		}
		for _, part := range slices.Sorted(maps.Keys(most)) {
			if average := most[part]; average < methodology.OpenChannelWatts {
				return failed("The instruments of %s read %s at most in the core phase, as a channel does to which "+
					"nothing is connected.", part, watts(average)).seen(watts(average), asked)
			}
		}
		return passed("Every measured part draws power.").seen("power", asked)
	}),
}
