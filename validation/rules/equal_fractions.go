package rules

import (
	"math"

	"green500/validation/methodology"
	"green500/validation/power"
)

// equalFractions: several meters may share a limit of accuracy only where all measure the same
// fraction, or the error of one weighs more than the square root allows for.
var equalFractions = Rule{
	ID:       "equal-fractions",
	Title:    "Meters that share a limit of accuracy measure equal fractions",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Accuracy,
	Levels:   []power.Level{2, 3},
	Since:    methodology.V20,
	Severity: Should,
	Remedy:   "Give the readings of each meter, and measure the same number of nodes with each, or use meters that are accurate enough alone.",
	How: "Checked only if the accuracy of a meter suffices because its error is divided by the square root of the number of equal meters. The average power of each instrument of such a meter " +
		"in the core phase is compared with their mean. The tolerance is not in the text; equal nodes differ by a few percent.",
	Check: func(c Case) Result { return c.meters(func(m *power.Meter) Result { return equalResult(c, m) }) },
}

func equalResult(c Case, m *power.Meter) Result {
	accuracy, known := m.Accuracy.At(c.Load(m, c.AveragingSpan()))
	if !known || !c.Limits.SharesItsLimit(accuracy, m.Count) || c.Limits.AcceptsGrade(m.Accuracy.Grade) {
		return notApplicable("Meter %s shares no limit of accuracy.", m.ID)
	}
	shares := c.shares(m)
	asked := "at most " + percent(methodology.EqualFractions)
	if len(shares) < m.Count {
		return unknown("Meter %s has readings of %d instruments, but the document states %d.", m.ID, len(shares), m.Count).seen("not known", asked)
	}
	var sum, farthest power.Watts
	for _, watts := range shares {
		sum += watts
	}
	mean := sum / power.Watts(len(shares))
	for _, watts := range shares {
		farthest = max(farthest, power.Watts(math.Abs(float64(watts-mean))))
	}
	return atMost("The largest distance of an instrument of meter "+m.ID+" from their mean", float64(farthest/mean), methodology.EqualFractions, percent)
}

// shares are the average powers of the instruments of a meter over the averaging span.
func (c Case) shares(m *power.Meter) []power.Watts {
	var shares []power.Watts
	for _, part := range c.Parts {
		if part.Meter != m {
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
