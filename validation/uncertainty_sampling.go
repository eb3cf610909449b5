package validation

import (
	"fmt"
	"math"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// samplingParts says what extrapolation adds to an average, for each node set and subsystem that was
// measured in part. corrected are averages of instruments to look at in place of those of their readings.
func samplingParts(m *power.Measurement, average power.Average, corrected map[*power.Part][]float64) []SamplingPart {
	parts := []SamplingPart{}
	var done []power.Covers
	for _, c := range average.Contributions {
		if c.Kind == power.Extrapolated && !slices.Contains(done, c.Part.Series.Covers) {
			done = append(done, c.Part.Series.Covers)
			parts = append(parts, samplingPart(m, average, c.Part.Series, corrected))
		}
	}
	return parts
}

func samplingPart(m *power.Measurement, average power.Average, series *power.Series, corrected map[*power.Part][]float64) SamplingPart {
	all, measured := m.UnitsOf(series)
	part := SamplingPart{
		Subsystem: series.Covers.Subsystem, NodeSet: series.Covers.NodeSet, Measured: measured, All: all,
		Variation: methodology.AssumedVariation, Assumed: true,
	}
	var published power.Watts
	var seen []instrument
	for _, c := range average.Contributions {
		if c.Part == nil || c.Part.Series.Covers != series.Covers {
			continue
		}
		published += c.Watts
		if c.Kind == power.Metered {
			seen = append(seen, instrumentsOf(c.Part, average.Span, corrected[c.Part])...)
		}
	}
	groups := measured
	if variation, count, known := variationOf(seen, measured); known {
		part.Variation, part.Assumed, part.Groups, groups = roundPart(variation), false, count, count
	}
	if relative, known := uncertainty.SamplingError(part.Variation, measured, all, groups); known {
		part.Half = new(round(math.Abs(relative * float64(published))))
	}
	narrow, wide := methodology.SamplingGoals()
	part.ForOne, part.ForTwo = uncertainty.UnitsFor(narrow, part.Variation, all), uncertainty.UnitsFor(wide, part.Variation, all)
	return part
}

// samplingStandard puts together the parts, which are independent of each other.
func samplingStandard(parts []SamplingPart) (watts, degrees float64) {
	b := uncertainty.Budget{}
	for _, part := range parts {
		groups := part.Groups
		if part.Assumed {
			groups = part.Measured
		}
		standard, degrees := uncertainty.SamplingStandard(*part.Half, groups, part.Assumed)
		b.Add(uncertainty.FromSampling, 0, standard, degrees)
	}
	return b.Combined()
}

func samplingHalf(parts []SamplingPart) *float64 {
	halves := make([]float64, len(parts))
	for i, part := range parts {
		if part.Half == nil {
			return nil
		}
		halves[i] = *part.Half
	}
	return new(round(uncertainty.Root(halves...)))
}

func missingSpread(parts []SamplingPart) []string {
	var missing []string
	for _, part := range parts {
		if part.Half == nil {
			of := power.Contribution{Subsystem: part.Subsystem, NodeSet: part.NodeSet}
			missing = append(missing, fmt.Sprintf("Only %d of %d %s of %s is measured, so their differences are not known.", part.Measured, part.All, unitsWord(of), subject(of)))
		}
	}
	return missing
}
