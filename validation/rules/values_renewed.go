package rules

import (
	"fmt"
	"math"

	"green500/validation/forensics"
	"green500/validation/methodology"
)

var valuesRenewed = Rule{
	ID:      "values-renewed",
	Title:   "The meter updates its value for every reading",
	Aspect:  methodology.Granularity,
	Section: methodology.Averages,
	Field:   "series[].file",
	Requires: "Each reading must be the average of the samples of its own interval. " +
		"A repeated value is not a new reading.",
	Until: methodology.V20,
	Remedy: "State how often the meter itself updates its value, and whether values were filled in; " +
		"give the readings as recorded.",
	How: "The median time between changes of value is compared with " + number(methodology.UpdateOfInterval) +
		" times the median interval between readings: if a meter repeats values, " +
		"its true interval is that of the changes. " +
		"Readings of power that lie on straight lines between every n-th of them were filled in: " +
		"the meter was read as often as these. " +
		"The longest time with one value is compared with " + number(methodology.StretchOfChance) +
		" times the longest expected by chance of a meter that repeats values as often.",
	Check: func(c Case) Result { return c.mattering(renewed) },
}

func renewed(one forensics.Instrument) Result {
	interval, update := one.MedianStep.Seconds(), one.Update.Seconds()
	switch {
	case interval == 0:
		return unknown("%s has too few readings in the core phase to determine an interval.", one.Name())
	case one.Min == one.Max:
		return notApplicable("%s never changes.", one.Name())
	case update > methodology.UpdateOfInterval*interval:
		return atMost("The median time between new values of "+one.Name(), update,
			methodology.UpdateOfInterval*interval, seconds).
			saying("%s is read every %s, but shows a new value only every %s; %s of its readings repeat the one "+
				"before. %s", one.Name(), seconds(interval), seconds(update), percent(share(one.Inspection)),
				reason(one)).at(one.LongestRun)
	}
	if filled, found := one.Straight(); found {
		return atMost("The time between readings of "+one.Name()+" that were taken", filled.Every.Seconds(),
			methodology.UpdateOfInterval*interval, seconds).
			saying("%s has a reading every %s, but they lie on straight lines between readings %s apart: "+
				"it was read every %[3]s, and %[4]s of its readings were filled in.",
				one.Name(), seconds(interval), seconds(filled.Every.Seconds()), percent(filled.Filled))
	}
	longest := longestStretch(one.Inspection)
	r := atMost("The longest time with one value of "+one.Name(), float64(max(1, one.RunLength)), longest,
		countOfReadings)
	if r.Outcome == Fail {
		return r.saying("%s shows one value for %s, in %d readings in a row, and otherwise a new one every %s. "+
			"It looks stuck or filled in.",
			one.Name(), seconds(one.LongestRun.Duration().Seconds()), one.RunLength,
			seconds(math.Max(update, interval))).at(one.LongestRun)
	}
	return r
}

// reason tells a meter that repeats itself from a coarse one: the first holds each value about as long as the next.
func reason(one forensics.Instrument) string {
	if float64(one.LongestRun.Duration()) <= float64(one.Update)+methodology.UpdateOfInterval*float64(one.MedianStep) {
		return "That is its true interval."
	}
	return fmt.Sprintf("Either the meter updates no more often, or its resolution of %s hides the changes.",
		reading(one.Trace.Quantity, one.Resolution))
}
