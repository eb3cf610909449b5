package forensics

import (
	"slices"
	"strings"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Instrument is one instrument inside the core phase.
type Instrument struct {
	power.Inspection
	Part     power.Part
	Trace    *power.Trace
	Column   string // identifies it among the instruments of its file; empty if it is the only one
	Reversed int    // readings that stand after a later one, in the whole file
	Gaps     []power.Span
	Codes    []Code
	Apart    string  // "5 h earlier than the other instruments"; empty if it runs with them
	Share    float64 // of the metered power; 0 if its average is not known

	straight func() (Straight, bool)
}

// Straight looks for readings of the core phase that were filled in along straight lines. Every level asks for them.
func (i Instrument) Straight() (s Straight, found bool) {
	if i.straight == nil {
		return Straight{}, false
	}
	return i.straight()
}

func (i *Instrument) tellTimesIn(zone *time.Location) {
	for _, at := range []*time.Time{
		&i.LongestGap.Start.Time, &i.LongestGap.End.Time, &i.LongestRun.Start.Time, &i.LongestRun.End.Time,
		&i.FirstDoubled, &i.Before.At, &i.After.At, &i.FirstOutlier.At,
	} {
		*at = at.In(zone)
	}
}

// Whole inspects all readings of an instrument, without looking for codes and gaps. files are those of the measurement.
func Whole(m *power.Measurement, files Files, part power.Part, t *power.Trace) Instrument {
	span := t.Span()
	one := Instrument{Inspection: t.Inspect(power.NewSpan(span.Start.Time, span.End.Add(time.Nanosecond))), Part: part,
		Trace: t, Column: files.column(part, t)}
	one.tellTimesIn(m.Core.Start.Location())
	return one
}

// Name names the instrument for a sentence.
func (i Instrument) Name() string { return strings.TrimSpace(i.Part.Series.File + " " + i.Column) }

// Notable reports whether the readings show anything that a reviewer would ask about.
func (i Instrument) Notable() bool {
	return i.Count == 0 || i.Inspection.Gaps > 0 || i.Doubled > 0 || i.Reversed > 0 || len(i.Codes) > 0 ||
		i.Outliers > 0 || i.Trace.Quantity == power.Energy && i.Falls > 0 || i.Min == i.Max || i.Update > i.MedianStep
}

// AverageWithoutCodes returns what the average power would be without the readings that are codes.
func (i Instrument) AverageWithoutCodes() power.Watts {
	sum, _ := i.Average()
	left := i.Count
	sum *= power.Watts(left)
	for _, code := range i.Codes {
		sum -= code.First.Watts() * power.Watts(code.Count)
		left -= code.Count
	}
	return sum / power.Watts(max(1, left))
}

// Code returns the code that one of two readings is; ok is false if none is one.
func (i Instrument) Code(readings ...power.Reading) (code Code, ok bool) {
	at := slices.IndexFunc(i.Codes, func(code Code) bool {
		return slices.ContainsFunc(readings, func(r power.Reading) bool { return r.Value == code.First.Value })
	})
	if at < 0 {
		return Code{}, false
	}
	return i.Codes[at], true
}

// Rounding returns how far rounding alone may move the figures of the instrument, as a part of them:
// half a step for a reading of power, a whole one for the difference of two energy totals.
func (i Instrument) Rounding() (part float64, known bool) {
	step, whole := float64(i.Resolution), float64(i.Last.Value-i.First.Value)
	if i.Trace.Quantity == power.Power {
		average, _ := i.Average()
		step, whole = float64(power.Reading{Value: i.Resolution}.Watts()/2), float64(average)
	}
	return step / whole, step > 0 && whole > 0
}

// Even reports whether an energy total rises by the same amount with every reading: the greatest
// common divisor of the differences, taken as often as there are differences, is then the whole rise.
func (i Instrument) Even() bool { return Even(i.Trace.Quantity, i.Inspection) }

// Even is that of readings of a quantity that were inspected.
func Even(quantity power.Quantity, i power.Inspection) bool {
	return quantity == power.Energy && i.Resolution > 0 && i.Repeats == 0 &&
		i.Last.Value-i.First.Value == i.Resolution*int64(i.Count-1)
}

// ByCounts reports whether an energy total that is read more often than it counts rises by one count at a time, or by
// few: the time between changes is that of its counts, and not the interval at which the meter reads.
func (i Instrument) ByCounts() bool {
	changes := int64(i.Count - 1 - i.Repeats)
	return i.Trace.Quantity == power.Energy && i.Resolution > 0 && i.Repeats > 0 && changes > 0 && i.Falls == 0 &&
		i.Last.Value-i.First.Value < methodology.CountsOfTotal*changes*i.Resolution
}

// Files counts the series that read each file.
type Files map[string]int

// FilesOf counts those of a measurement.
func FilesOf(m *power.Measurement) Files {
	files := Files{}
	series := map[*power.Series]bool{}
	for _, part := range m.Parts {
		if !series[part.Series] {
			series[part.Series] = true
			files[part.Series.File]++
		}
	}
	return files
}

func (f Files) column(part power.Part, t *power.Trace) string {
	if t.Instrument == "" && f[part.Series.File] > 1 {
		return strings.Join(strings.Fields(part.Series.Value), " ")
	}
	return t.Instrument
}
