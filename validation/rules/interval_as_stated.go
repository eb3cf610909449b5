package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

var intervalAsStated = Rule{
	ID:      "interval-as-stated",
	Title:   "Readings come as often as the document says",
	Aspect:  methodology.Granularity,
	Section: methodology.Averages,
	Field:   "meters[].reading_interval_s",
	Requires: "The meter and its reading interval are described in the submission; " +
		"the text relies on that description.",
	Remedy: "Correct the reading interval (meters: reading_interval_s), or say why readings are missing.",
	How: "The median interval between readings in the core phase is compared with the stated reading interval of the " +
		"meter, with a tolerance of a tenth for clocks that drift. " +
		"Readings may come more often.",
	Check: func(c Case) Result {
		return c.readings(func(one forensics.Instrument) Result {
			stated := one.Part.Meter.IntervalSeconds
			switch {
			case stated == 0:
				return notApplicable("The document states no reading interval of meter %s.", one.Part.Meter.ID)
			case one.MedianStep == 0:
				return unknown("%s has too few readings in the core phase to determine an interval.", one.Name()).
					seen("not known", "at most "+seconds(stated))
			}
			return atMost("The median interval between readings of "+one.Name(), one.MedianStep.Seconds(),
				methodology.DriftOfInterval*stated, seconds).
				saying("%s is read every %s; the document says every %s.", one.Name(),
					seconds(one.MedianStep.Seconds()), seconds(stated))
		})
	},
}
