package rules

import (
	"math"

	"green500/validation/methodology"
	"green500/validation/power"
)

var meanByDuration = Rule{
	ID:      "mean-by-duration",
	Title:   "Uneven intervals do not change the mean",
	Aspect:  methodology.Granularity,
	Section: methodology.Averages,
	Field:   "series[].file",
	During:  "Keep the interval between readings constant: the mean of unequal intervals does not count.",
	Requires: "Readings whose intervals vary must be weighted by their duration; " +
		"the plain mean of unequal intervals is no average power.",
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the meters at a constant interval, and give every reading.",
	How: "The average of the core phase is computed again, with each reading weighted by its interval. " +
		"At Level 2 the average of the full run is checked in the same way. The two averages " +
		"may differ by " + percent(methodology.MeanByDuration) +
		". If intervals follow the mains, with differences of at most one sine wave, the published average is " +
		"the weighted one; timestamps that only jitter leave the plain mean.",
	Check: func(c Case) Result {
		r := c.byDuration(c.AveragingSpan(), "core phase")
		if run, _ := c.runOrCore(); c.Level > 1 && !same(run, c.Core) {
			return worst(r, c.byDuration(run, "full run"))
		}
		return r
	},
}

func (c Case) byDuration(span power.Span, what string) Result {
	if len(c.Parts) == 0 {
		return nothingNamed()
	}
	average, weighted := c.Average(span), c.DurationAverage(span)
	if !average.Known || !weighted.Known || weighted.Total <= 0 {
		return notApplicable("There is no average of the %s that could be weighted.", what)
	}
	r := atMost("The difference between plain and weighted mean of the "+what,
		math.Abs(float64(average.Total/weighted.Total)-1), methodology.MeanByDuration, percent)
	switch locked := c.Weighted(span); {
	case r.Outcome == Fail:
		r.TimesPower = float64(weighted.Total / average.Total)
		r.Message += " By the plain mean the machine drew " + watts(float64(average.Total)) + ", and " +
			watts(float64(weighted.Total)) + " if each reading counts for its own interval: the intervals vary."
		for _, part := range c.Parts {
			r = r.lacks(Need{Text: "Read meter " + part.Meter.ID + " at a constant interval, and give every reading"})
		}
		return r.at(span)
	case locked > 0:
		return r.saying("The intervals of %s follow the mains; "+
			"the average of the %s weights their readings by duration.", counted(locked, "instrument"), what)
	}
	return r
}
