package rules

import (
	"fmt"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

func (c Case) facts() *forensics.Facts {
	if c.Facts != nil {
		return c.Facts
	}
	return forensics.Of(c.Measurement)
}

func shown(check func(Case, *forensics.Facts) Result) func(Case) Result {
	return func(c Case) Result {
		facts := c.facts()
		if len(facts.Instruments) == 0 {
			return worst()
		}
		return check(c, facts)
	}
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
	least := worst(results...)
	if failing > 1 {
		least.Message += fmt.Sprintf(" The same is true of %s.", others(failing-1, "instrument"))
	}
	return least
}

func (c Case) mattering(check func(forensics.Instrument) Result) Result {
	least := methodology.ShareOfMean / float64(len(c.facts().Instruments))
	return c.readings(func(one forensics.Instrument) Result {
		if one.Share > 0 && one.Share < least {
			return notApplicable("%s sees too little of the power to matter.", one.Name())
		}
		return check(one)
	})
}

func others(count int, of string) string {
	return counted(count, "more "+of)
}

func reading(quantity power.Quantity, value int64) string {
	r := power.Reading{Value: value}
	if quantity == power.Energy {
		return number(float64(r.Joules())) + " J"
	}
	return watts(float64(r.Watts()))
}

// whole returns the readings of an instrument whose own intervals lie in a span. If the series
// does not say where a timestamp lies in its interval, the interval follows it, as everywhere.
func whole(part power.Part, t *power.Trace, span power.Span) power.Window {
	series := *part.Series
	if series.Stamp == "" {
		series.Stamp = "begin"
	}
	return power.Part{Series: &series, Meter: part.Meter, Traces: []*power.Trace{t}}.Windows(span)[0]
}

// longestUsual is how long the interval of a single reading near an instant may be. Clocks jitter, so
// it is the longest step that is seen there, unless that is so long that readings are missing.
func longestUsual(t *power.Trace, at time.Time, interval time.Duration) time.Duration {
	bound := time.Duration(methodology.LongestStepOfInterval * float64(interval))
	if step := t.Window(power.NewSpan(at.Add(-bound), at.Add(bound))).LongestStep; step <= bound {
		return max(interval, step)
	}
	return interval
}

func same(a, b power.Span) bool { return a.Contains(b) && b.Contains(a) }
