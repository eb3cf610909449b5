package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
		OfReading: roundPart(promised.OfReadingPercent / 100), Kind: string(promised.Kind), Transformer: roundPart(promised.Transformers / 100),
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

// independenceWarning names the levels that a meter is accurate enough for only where the errors of
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
	return fmt.Sprintf("The accuracy of meter %s is enough for %s only if the errors of its %d meters are independent; meters of one make share errors, which do not average out.",
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
			missing = append(missing, fmt.Sprintf("The accuracy of meter %s at the power that it saw is not stated (meters: accuracy).", part.Meter))
		}
	}
	return missing
}

// roundPart rounds a part of one: ten digits are more than any data sheet prints.
func roundPart(v float64) float64 {
	return math.Round(v*1e10) / 1e10
}
