package rules

import (
	"math"

	"green500/validation/methodology"
	"green500/validation/power"
)

var equalFractions = Rule{
	ID:      "equal-fractions",
	Title:   "Meters that share a limit of accuracy measure equal fractions",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Accuracy,
	Field:   "meters[].count",
	Before: "If meters share the limit of accuracy, let each measure the same number of nodes, " +
		"and log each by itself.",
	Requires: "Meters may share the limit of accuracy only if all of them measure equal fractions of the power.",
	Levels:   []power.Level{2, 3},
	Since:    methodology.V20,
	Severity: Must,
	Remedy: "Give the readings of each of the meters, and let each measure the same number of nodes; " +
		"or use meters that are accurate enough by themselves.",
	How: "Only if the accuracy of a meter suffices by the square root of the number of equal meters alone. " +
		"The average power of each instrument of such a meter " +
		"in the core phase is compared with their mean. The tolerance is not in the text; " +
		"equal nodes differ by a few percent. Readings that were combined before do not show a difference.",
	Check: func(c Case) Result { return c.meters(func(m *power.Meter) Result { return equalResult(c, m) }) },
}

func equalResult(c Case, m *power.Meter) Result {
	_, _, accuracy, known := c.worstAccuracy(m, m.Accuracy)
	count := c.equalMeters(m)
	if !known || !c.Limits.SharesItsLimit(accuracy, count) || c.Limits.AcceptsGrade(m.Accuracy.Grade) {
		return notApplicable("Meter %s shares no limit of accuracy.", m.ID)
	}
	shares := c.shares(m)
	asked := "at most " + percent(methodology.EqualFractions)
	if len(shares) < count {
		return unknown("The readings of meter %s are those of %d instruments, of which the document counts %d.", m.ID,
			len(shares), count).seen("not known", asked)
	}
	var sum, farthest power.Watts
	for _, watts := range shares {
		sum += watts
	}
	mean := sum / power.Watts(len(shares))
	for _, watts := range shares {
		farthest = max(farthest, power.Watts(math.Abs(float64(watts-mean))))
	}
	return atMost("The largest distance of an instrument of meter "+m.ID+" from their mean", float64(farthest/mean),
		methodology.EqualFractions, percent)
}

func (c Case) shares(m *power.Meter) []power.Watts {
	var shares []power.Watts
	for _, part := range c.Parts {
		if part.Meter == nil || !alike(m, part.Meter) {
			continue
		}
		for _, w := range part.Windows(c.AveragingSpan()) {
			if average, ok := w.Average(); ok {
				shares = append(shares, average)
			}
		}
	}
	return shares
}
