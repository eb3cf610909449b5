package rules

import (
	"fmt"
	"math"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// meterAccuracy: the documented error at the load that was measured. Several meters that measure
// equal fractions may share a limit by the square root of their number; that assumes errors that
// are independent, which meters of one make are not.
var meterAccuracy = Rule{
	ID:       "meter-accuracy",
	Title:    "The meters are accurate enough",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Accuracy,
	Levels:   []power.Level{1, 2, 3},
	Since:    methodology.V20,
	Severity: Must,
	Remedy:   "Give the accuracy from the meter's data sheet (meters: accuracy), of reading and of range; use a better meter where it is too low.",
	How: "The parts of reading and of range (meters: accuracy) are added at the average power that one meter saw over the core phase. If the accuracy is stated by range, those of the smallest range that includes that power " +
		"count. From Level 2 on equal " +
		"meters that see equal fractions may each be less accurate, if their error over the square root of their number is within the limit. This assumes errors " +
		"to be independent, which errors of meters of one make are not. At Level 3, a revenue-grade meter, or one that SPEC accepts, needs no figure. " +
		"If rounding alone, as the resolution of the readings shows, is more than the stated error, both are added.",
	Check: func(c Case) Result {
		rounding := c.roundings()
		return c.meters(func(m *power.Meter) Result { return roundedResult(c, m, accuracyResult(c, m), rounding[m]) })
	},
}

// roundedResult adds to the error of a meter what its readings are rounded by, where the error cannot hold that.
func roundedResult(c Case, m *power.Meter, told Result, rounding float64) Result {
	accuracy, known := m.Accuracy.At(c.Load(m, c.AveragingSpan()))
	if told.Outcome != Pass || known && rounding <= accuracy || !known && rounding <= c.Limits.Accuracy {
		return told
	}
	r := atMost("The error of meter "+m.ID, accuracy+rounding, c.Limits.Accuracy, percent)
	r.Message += fmt.Sprintf(" Its readings are rounded by up to %s, which an error of %s does not hold.", percent(rounding), percent(accuracy))
	return r.needs("Export the readings of meter %s with all digits that it has", m.ID)
}

// roundings are how far rounding alone may move what the instruments of each meter read together, as a
// part of it.
func (c Case) roundings() map[*power.Meter]float64 {
	off, load := map[*power.Meter]power.Watts{}, map[*power.Meter]power.Watts{}
	run, _ := c.runOrCore()
	for _, part := range c.Parts {
		for _, t := range part.Traces {
			w, seen := t.Window(c.Core), t.Inspect(run)
			average, known := w.Average()
			if !known || forensics.Even(t.Quantity, seen) {
				continue // what is computed has no resolution
			}
			step := power.Reading{Value: seen.Resolution}
			if t.Quantity == power.Energy {
				off[part.Meter] += power.Watts(float64(step.Joules()) / w.Covered().Seconds())
			} else {
				off[part.Meter] += methodology.RoundedBy * step.Watts()
			}
			load[part.Meter] += average
		}
	}
	all := map[*power.Meter]float64{}
	for meter, sum := range load {
		if sum > 0 {
			all[meter] = float64(off[meter] / sum)
		}
	}
	return all
}

func accuracyResult(c Case, m *power.Meter) Result {
	asked := "at most " + percent(c.Limits.Accuracy)
	if c.Limits.AcceptsGrade(m.Accuracy.Grade) {
		return passed("The grade of meter %s needs no further proof: %s.", m.ID, m.Accuracy.Grade).seen(m.Accuracy.Grade+" grade", asked)
	}
	load := c.Load(m, c.AveragingSpan())
	promised, inRange := m.Accuracy.In(load)
	accuracy, known := promised.At(load)
	switch {
	case !inRange:
		return unknown("No range of meter %s includes the power that it saw, or nothing was measured.", m.ID).seen("no range includes "+watts(float64(load)), asked).
			needs("State the accuracy of meter %s in the range that it measured in", m.ID)
	case !known && promised.OfRangePercent > 0:
		return unknown("The error of meter %s is a part of its range, which is not stated, or nothing was measured.", m.ID).seen("range not stated", asked).
			needs("State the range of meter %s; its error is a part of the range", m.ID)
	case !known:
		return unknown("The accuracy of meter %s is not stated.", m.ID).seen("not stated", asked).
			needs("State the accuracy of meter %s from its data sheet: %s is required", m.ID, asked)
	}
	better := betterMeter(c, m, promised, accuracy)
	if c.Limits.SharesItsLimit(accuracy, m.Count) {
		return worst([]Result{
			atMost("The error of meter "+m.ID, accuracy, c.Limits.SharedAccuracy, percent),
			atMost("The error of meter "+m.ID+" over the square root of their number", accuracy/math.Sqrt(float64(m.Count)), c.Limits.Accuracy, percent),
		}).lacks(better)
	}
	return atMost("The error of meter "+m.ID, accuracy, c.Limits.Accuracy, percent).lacks(better)
}

// betterMeter is what brings the error of a meter within the limit: another meter or, where the
// level shares its limit between meters, more of the same.
func betterMeter(c Case, m *power.Meter, promised power.Accuracy, accuracy float64) Need {
	text := fmt.Sprintf("Measure with a meter whose error is at most %s in place of meter %s", percent(c.Limits.Accuracy), m.ID)
	if accuracy <= c.Limits.SharedAccuracy && promised.OfRangePercent == 0 { // more meters see less each, which is a smaller part of their range
		enough := missing(math.MaxInt16, func(k int) bool { return accuracy/math.Sqrt(float64(k)) <= c.Limits.Accuracy })
		text += fmt.Sprintf(", or with %d like it that see equal fractions", enough)
	}
	return Need{Text: text}
}
