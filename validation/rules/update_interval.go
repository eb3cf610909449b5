package rules

import (
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// updateInterval: a value may be read more often than the meter renews it, but then it counts once.
var updateInterval = Rule{
	ID:       "update-interval",
	Title:    "The meter renews its values often enough",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Levels:   []power.Level{1, 2, 3},
	Since:    methodology.V30,
	Severity: Must,
	Remedy:   "Use a meter that renews its power value as often as it is read, or read energy that it integrates.",
	How: "The interval is the usual time between changes of the value an instrument reports in the core phase, to a tenth of a second: " +
		"a value read every second that changes every ten seconds is read every ten seconds, which is enough for Level 1 only. " +
		"How often it is read is another rule's. A power that never changes leaves it unknown. Energy that the meter integrates is not asked.",
	Check: func(c Case) Result { return c.powerInstruments(c.renewedOften) },
}

// renewedOften holds the usual time between changes of an instrument's value to the level's limit.
func (c Case) renewedOften(part power.Part, t *power.Trace) Result {
	limit := c.Limits.ReadoutInterval.Seconds()
	changed := updates(t, c.Core)
	if len(changed) <= 1 {
		return unknown("%s never changes in the core phase, so nothing shows how often the meter renews its value.", where(part, t)).
			seen("not known", "at most "+seconds(limit)).at(c.Core)
	}
	usual := usualStep(changed)
	if usual <= t.Window(c.Core).MedianStep {
		return passed("%s changes its value with nearly every reading.", where(part, t)).seen(seconds(usual.Seconds()), "at most "+seconds(limit))
	}
	return atMost("The time in which "+where(part, t)+" changes its value", usual.Round(methodology.ReadoutResolution).Seconds(), limit, seconds)
}

// usualStep is the median of the times between instants, of which there are at least two. Of two
// in the middle it takes the longer, as power.Window does.
func usualStep(at []int64) time.Duration {
	steps := make([]time.Duration, len(at)-1)
	for i := range steps {
		steps[i] = time.Duration(at[i+1] - at[i])
	}
	slices.Sort(steps)
	return steps[len(steps)>>1]
}
