package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

func meterParts(in Input, average power.Average) []MeterPart {
	parts := []MeterPart{}
	for i := range in.Measurement.Entry.Meters {
		meter := &in.Measurement.Entry.Meters[i]
		if devices := in.Measurement.Devices(meter); devices > 0 && average.Known && !average.Span.IsZero() {
			parts = append(parts, meterPart(in, meter, devices, average))
		}
	}
	return parts
}

func meterPart(in Input, meter *power.Meter, devices int, average power.Average) MeterPart {
	metered := average.MeteredBy(meter)
	load := metered / power.Watts(devices) // an error of range is that of one meter
	promised, _ := meter.Accuracy.In(load)
	part := MeterPart{
		Meter: meter.ID, Make: meter.Make, Metered: rounded(metered), Count: devices,
		OfReading: roundPart(promised.OfReadingPercent / 100), Kind: string(promised.Kind),
		Transformer: roundPart(promised.Transformers / 100),
	}
	if stated := meter.Accuracy; stated.OfReadingPercent == 0 && stated.OfRangePercent == 0 && len(stated.Ranges) == 0 {
		part.Grade = stated.Grade
	}
	fraction, known := promised.At(load)
	if !known {
		return part
	}
	part.OfRange = roundPart(fraction - (promised.OfReadingPercent+promised.Transformers)/100)
	watts := fraction * float64(average.Through(meter))
	part.Half, part.Independent = new(round(math.Abs(watts))), new(round(math.Abs(watts)/math.Sqrt(float64(devices))))
	part.Warning = independenceWarning(in, meter, fraction)
	return part
}

// independenceWarning names the levels that a meter is accurate enough for only if the errors of
// several do not add up. Meters of one make share systematic errors, which do.
func independenceWarning(in Input, meter *power.Meter, fraction float64) string {
	var resting []string
	for _, level := range power.Levels() {
		limits := in.Edition.Limits(level)
		if limits.SharesItsLimit(fraction, meter.Count) && !limits.AcceptsGrade(meter.Accuracy.Grade) &&
			fraction <= limits.SharedAccuracy && fraction/math.Sqrt(float64(meter.Count)) <= limits.Accuracy {
			resting = append(resting, level.String())
		}
	}
	if len(resting) == 0 {
		return ""
	}
	return fmt.Sprintf("The accuracy of meter %s is enough for %s only if the errors of its %d meters are "+
		"independent; meters of one make share errors, which do not average out.",
		meter.ID, strings.Join(resting, " and "), meter.Count)
}

// commonHalf adds the errors of one make linearly, being common, and those of different makes as
// independent ones. Meters whose make is not stated count as one make.
func commonHalf(parts []MeterPart) *float64 {
	if len(parts) == 0 || slices.ContainsFunc(parts, func(part MeterPart) bool { return part.Half == nil }) {
		return nil
	}
	return new(round(ofMakes(parts, func(part MeterPart) float64 { return *part.Half })))
}

func commonStandard(parts []MeterPart) float64 {
	return ofMakes(parts, func(part MeterPart) float64 { return power.AccuracyKind(part.Kind).Standard(*part.Half) })
}

func ofMakes(parts []MeterPart, of func(MeterPart) float64) float64 {
	var makes []string
	sums := map[string]float64{}
	for _, part := range parts {
		if _, seen := sums[part.Make]; !seen {
			makes = append(makes, part.Make)
		}
		sums[part.Make] += of(part)
	}
	squares := make([]float64, len(makes))
	for i, maker := range makes {
		squares[i] = sums[maker]
	}
	return uncertainty.Root(squares...)
}

func missingAccuracy(parts []MeterPart) []string {
	var missing []string
	for _, part := range parts {
		if part.Half == nil {
			missing = append(missing, fmt.Sprintf(
				"The accuracy of meter %s at the power that it saw is not stated (meters: accuracy).", part.Meter))
		}
	}
	return missing
}

// roundPart rounds a part of one: ten digits are more than any data sheet prints.
func roundPart(v float64) float64 {
	return math.Round(v*1e10) / 1e10
}

type unread struct {
	ends       [2]uncertainty.OpenRange // at the start and at the end of the span
	gaps       uncertainty.OpenRange
	codes      uncertainty.OpenRange
	resolution uncertainty.OpenRange
	corrected  map[*power.Part][]float64 // averages in watts with gaps, ends and codes filled, instrument by instrument
}

func unreadOf(m *power.Measurement, average power.Average, facts *forensics.Facts) unread {
	u := unread{corrected: map[*power.Part][]float64{}}
	at := 0
	for i := range m.Parts {
		part := &m.Parts[i]
		first := at
		at += len(part.Traces)
		averages, known := part.Averages(average.Span)
		if !known {
			continue
		}
		factor := part.LossFactor() * m.ScaleOf(part.Series)
		corrected := make([]float64, len(part.Traces))
		for k, t := range part.Traces {
			read := readingsIn(m, average.Span, &facts.Instruments[first+k])
			seen := float64(averages[k])
			corrected[k] = seen +
				u.take(factor, seen, part.Unread(t, average.Span, read.codes), average.Span.Duration().Seconds())
			u.step(factor, t.Quantity, read)
		}
		u.corrected[part] = corrected
	}
	return u
}

type readings struct {
	power.Window
	codes      []int64 // values that stand for "no reading"
	resolution int64   // as Inspection states it; 0 if all readings are equal
}

// readingsIn looks at another span than the core phase for codes of its own; the resolution is that of the meter.
func readingsIn(m *power.Measurement, span power.Span, fact *forensics.Instrument) readings {
	read := readings{Window: fact.Window, resolution: fact.Resolution}
	for _, code := range fact.Codes {
		read.codes = append(read.codes, code.First.Value)
	}
	if read.resolution == 0 { // constant in the core phase
		read.resolution = fact.Trace.Inspect(fact.Trace.Span()).Resolution
	}
	if span == m.AveragingSpan() {
		return read
	}
	read.Window = fact.Trace.Window(span)
	for _, code := range forensics.Codes(fact.Part, fact.Trace, span, read.Window) {
		if !slices.Contains(read.codes, code.First.Value) {
			read.codes = append(read.codes, code.First.Value)
		}
	}
	return read
}

func (u *unread) take(factor, seen float64, one power.Unread, seconds float64) float64 {
	if one.Inside == 0 || seconds <= 0 {
		return 0
	}
	mean := float64(one.Mean)
	inside := math.Min(1, one.Inside/seconds)
	off := inside * (mean - seen) // of unequal intervals and gaps
	swing := methodology.SwingInGap * math.Abs(mean) / one.Inside
	gaps := float64(one.Gaps.Half) + swing*one.Gaps.Seconds
	u.gaps.Add(factor*inside, mean-seen-gaps, mean-seen+gaps)
	change, half := float64(one.Coded.Change), float64(one.Coded.Half)+swing*one.Coded.Seconds
	u.codes.Add(factor*inside, change-half, change+half)
	off += inside * change
	for i, end := range one.Ends {
		part := end.Seconds / seconds
		a, b := part*(float64(end.Beside)-seen), part*(float64(end.Partly)-seen)
		u.ends[i].Add(factor, math.Min(a, b), math.Max(a, b))
		off += (a + b) / 2
	}
	return off
}

// step adds what the steps of the readings leave open: nobody knows whether the meter rounds or cuts off. If the
// readings span few steps, all may be off by the same part of one.
func (u *unread) step(factor float64, quantity power.Quantity, read readings) {
	if read.resolution == 0 {
		return
	}
	if quantity == power.Energy {
		if elapsed := read.Covered().Seconds(); elapsed > 0 {
			watts := float64(power.Reading{Value: read.resolution}.Joules()) / elapsed
			u.resolution.Add(factor, -watts, watts)
		}
		return
	}
	watts := float64(power.Reading{Value: read.resolution}.Watts())
	low, high := -watts/2, watts
	if (read.Max-read.Min)/read.resolution >= methodology.FewCounts {
		low, high = 0, watts/2
	}
	u.resolution.Add(factor, low, high)
}

func (u *unread) enter(b *uncertainty.Budget) {
	b.AddRange(uncertainty.FromEnds, u.ends[:]...)
	b.AddRange(uncertainty.FromGaps, u.gaps)
	b.AddRange(uncertainty.FromCodes, u.codes)
	b.AddRange(uncertainty.FromResolution, u.resolution)
}
