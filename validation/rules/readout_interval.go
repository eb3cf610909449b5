package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var readoutInterval = Rule{
	ID:       "readout-interval",
	Title:    "Power is read often enough all through the core phase",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "The meter must be read at a stated maximum interval throughout the core phase.",
	Since:    methodology.V30,
	Severity: Must,
	Remedy:   "Read the meters more often, or read energy that they integrate themselves.",
	How: "The median time between readings of each instrument, to a tenth of a second, is compared with the limit. " +
		"So is the longest time without a reading, " +
		"including the ends of the core phase; there a second more is accepted, because loggers write whole seconds. " +
		"Older parts of the draft still require a sample per second; its new section on readings and its table apply.",
	Check: func(c Case) Result { return c.powerInstruments(c.readOften) },
}

func (c Case) readOften(part power.Part, t *power.Trace) Result {
	w, limit := t.Window(c.Core), c.Limits.ReadoutInterval.Seconds()
	if w.MedianStep == 0 {
		return unknown("%s has too few readings in the core phase to determine an interval.", where(part, t)).
			seen("not known", "at most "+seconds(limit)).at(c.Core)
	}
	usual := atMost("The median interval of "+where(part, t),
		w.MedianStep.Round(methodology.ReadoutResolution).Seconds(), limit, seconds)
	gap := longestGap(c.Core, w)
	longest := atMost("The longest time without a reading of "+where(part, t), gap.Duration().Seconds(),
		limit+methodology.WholeSecond.Seconds(), seconds)
	if longest.Outcome == Fail {
		longest = longest.at(gap)
	}
	if usual.Outcome == Pass && longest.Outcome == Pass {
		return usual // the second more is no margin
	}
	return worst(usual, longest)
}

func longestGap(span power.Span, w power.Window) power.Span {
	longest := power.NewSpan(w.LongestAfter, w.LongestAfter.Add(w.LongestStep))
	for _, edge := range []power.Span{power.NewSpan(span.Start.Time, w.First.At),
		power.NewSpan(w.Last.At, span.End.Time)} {
		if edge.Duration() > longest.Duration() {
			longest = edge
		}
	}
	return longest
}

func (c Case) powerInstruments(check func(power.Part, *power.Trace) Result) Result {
	return c.instruments(func(part power.Part, t *power.Trace) Result {
		if t.Quantity == power.Energy {
			return notApplicable("%s contains energy, which the meter integrates.", where(part, t))
		}
		return check(part, t)
	})
}
