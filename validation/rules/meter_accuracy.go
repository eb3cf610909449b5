package rules

import (
	"fmt"
	"math"
	"reflect"

	"green500/validation/methodology"
	"green500/validation/power"
)

var meterAccuracy = Rule{
	ID:      "meter-accuracy",
	Title:   "The meters are accurate enough",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Accuracy,
	Field:   "meters[].accuracy.of_reading_percent",
	Requires: "The documented accuracy of each meter, over all ranges that were used, must be within a limit. " +
		"Equal meters that see equal fractions may share the limit from Level 2 on.",
	Since:    methodology.V20,
	Severity: Must,
	Remedy: "Give the accuracy from the meter's data sheet (meters: accuracy), of reading and of range; " +
		"if the accuracy is too low, use a better meter.",
	How: "The error of one meter is the sum of its error of reading and its error of range (meters: accuracy), " +
		"at its average power in the core phase. If the accuracy is stated by range, the rule checks every range " +
		"that the meter saw power in, taken over short pieces of the core phase. " +
		"A grade alone has the error of its class. From Level 2 on equal " +
		"meters that see equal fractions, counted in one item of the document or listed one by one, " +
		"may be less accurate each, if their error over the square root of their number is within the limit; " +
		"this takes errors " + "as independent, which meters of one make do not have. " +
		"At Level 3 a revenue-grade meter, or one that SPEC accepts, needs no figure; its error with that of " +
		"transformers must still be within the limits of Levels 1 and 2.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result { return accuracyResult(c, m) })
	},
}

func accuracyResult(c Case, m *power.Meter) Result {
	asked := "at most " + percent(c.Limits.Accuracy)
	if c.Limits.AcceptsGrade(m.Accuracy.Grade) {
		return passed("The grade of meter %s needs no further proof: %s.", m.ID, m.Accuracy.Grade).
			seen(m.Accuracy.Grade+" grade", asked)
	}
	load, promised, accuracy, known := c.worstAccuracy(m, m.Accuracy)
	inRange := promised.OfReadingPercent > 0 || promised.OfRangePercent > 0 || len(m.Accuracy.Ranges) == 0
	switch {
	case !inRange && promised.RangeWatts > 0:
		return unknown("The accuracy of meter %s is not stated in its range of %s, which was used.", m.ID,
			watts(promised.RangeWatts)).seen("not stated", asked).
			needs("State the accuracy of meter %s from its data sheet: %s is required", m.ID, asked)
	case !inRange:
		return unknown("No range of meter %s includes the power that it saw, or nothing was measured.", m.ID).
			seen("no range includes "+watts(float64(load)), asked).
			needs("State the accuracy of meter %s in the range that it measured in", m.ID)
	case !known && promised.OfRangePercent > 0:
		return unknown("The error of meter %s is a part of its range, which is not stated, or nothing was measured.",
			m.ID).seen("range not stated", asked).
			needs("State the range of meter %s; its error is a part of the range", m.ID)
	case !known:
		return unknown("The accuracy of meter %s is not stated.", m.ID).seen("not stated", asked).
			needs("State the accuracy of meter %s from its data sheet: %s is required", m.ID, asked)
	}
	count := c.equalMeters(m)
	better := betterMeter(c, m, promised, accuracy)
	if c.Limits.SharesItsLimit(accuracy, count) {
		return worst(
			atMost("The error of meter "+m.ID, accuracy, c.Limits.SharedAccuracy, percent),
			atMost("The error of meter "+m.ID+" over the square root of their number",
				accuracy/math.Sqrt(float64(count)), c.Limits.Accuracy, percent),
		).lacks(better)
	}
	return atMost("The error of meter "+m.ID, accuracy, c.Limits.Accuracy, percent).lacks(better)
}

// worstAccuracy is the largest error that is promised for the loads that one meter saw in the averaging span: in every
// range that was used, at the load of it that is nearest to the average.
func (c Case) worstAccuracy(m *power.Meter, stated power.Accuracy) (
	load power.Watts, promised power.Accuracy, accuracy float64, known bool) {
	mean := c.Load(m, c.AveragingSpan())
	if len(stated.Ranges) == 0 {
		promised, _ = stated.In(mean)
		accuracy, known = promised.At(mean)
		return mean, promised, accuracy, known
	}
	low, high := c.loads(m, mean)
	above := power.Watts(0)
	for _, used := range stated.Ranges {
		upTo := power.Watts(used.UpToWatts)
		if low <= upTo && high > above {
			at := min(max(mean, power.Watts(math.Nextafter(float64(above), float64(upTo)))), upTo)
			of, _ := stated.In(at)
			e, ok := of.At(at)
			if !ok {
				return at, of, 0, false
			}
			if !known || e > accuracy {
				load, promised, accuracy, known = at, of, e, true
			}
		}
		above = max(above, upTo)
	}
	if high > above || !known {
		return high, power.Accuracy{}, 0, false
	}
	return load, promised, accuracy, known
}

// loads are the least and the greatest power that one meter saw over short pieces of the averaging span, and at least
// mean. Single readings do not count: a peak is in no range of its own.
func (c Case) loads(m *power.Meter, mean power.Watts) (low, high power.Watts) {
	low, high = mean, mean
	span, instruments := c.AveragingSpan(), 0
	for _, part := range c.Parts {
		if part.Meter == m {
			instruments += len(part.Traces)
		}
	}
	// of what an instrument reads; several may be put together
	each := power.Watts(instruments) / power.Watts(max(1, c.Devices(m)))
	for _, part := range c.Parts {
		if part.Meter != m {
			continue
		}
		for _, piece := range span.Pieces(methodology.PiecesOfLoad) {
			for _, w := range part.Windows(piece) {
				if watts, ok := w.Average(); ok {
					low, high = min(low, watts*each), max(high, watts*each)
				}
			}
		}
	}
	return low, high
}

// equalMeters is how many meters of one make, model and accuracy are used, counted in one item or listed one by one.
func (c Case) equalMeters(m *power.Meter) int {
	count := 0
	for i := range c.Entry.Meters {
		if other := &c.Entry.Meters[i]; c.Devices(other) > 0 && alike(m, other) {
			count += max(1, other.Count)
		}
	}
	return max(count, m.Count)
}

// alike reports whether two items of a document are of one kind of meter. Without make and model nothing says so.
func alike(a, b *power.Meter) bool {
	return a == b || a.Make != "" && a.Model != "" && a.Make == b.Make && a.Model == b.Model &&
		reflect.DeepEqual(a.Accuracy, b.Accuracy)
}

func betterMeter(c Case, m *power.Meter, promised power.Accuracy, accuracy float64) Need {
	text := fmt.Sprintf("Measure with a meter whose error is at most %s in place of meter %s",
		percent(c.Limits.Accuracy), m.ID)
	// more meters see less each, which is a smaller part of their range
	if accuracy <= c.Limits.SharedAccuracy && promised.OfRangePercent == 0 {
		enough := missing(math.MaxInt16,
			func(k int) bool { return accuracy/math.Sqrt(float64(k)) <= c.Limits.Accuracy })
		text += fmt.Sprintf(", or with %d like it that see equal fractions", enough)
	}
	return Need{Text: text}
}
