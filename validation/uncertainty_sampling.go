package validation

import (
	"fmt"
	"math"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

// samplingParts says what extrapolation adds to an average, for each node set and subsystem that was
// measured in part. corrected are averages of instruments to look at in place of those of their readings.
func samplingParts(m *power.Measurement, average power.Average, corrected map[*power.Part][]float64) []SamplingPart {
	parts := []SamplingPart{}
	var done []power.Covers
	for _, c := range average.Contributions {
		if c.Kind != power.Extrapolated || slices.Contains(done, c.Part.Series.Covers) {
			continue
		}
		done = append(done, c.Part.Series.Covers)
		parts = append(parts, samplingPart(m, average, c.Part.Series, corrected))
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
	if relative, known := SamplingError(part.Variation, measured, all, groups); known {
		half := round(math.Abs(relative * float64(published)))
		part.Half = &half
	}
	narrow, wide := methodology.SamplingGoals()
	part.ForOne, part.ForTwo = UnitsFor(narrow, part.Variation, all), UnitsFor(wide, part.Variation, all)
	return part
}

// standard is the standard uncertainty of a part whose half width is known, and its degrees of freedom.
func (p SamplingPart) standard() (watts, degrees float64) {
	if p.Assumed {
		return *p.Half / coverage(float64(p.Measured-1)), methodology.AssumedVariationDegrees
	}
	return *p.Half / coverage(float64(p.Groups-1)), float64(p.Groups - 1)
}

// samplingStandard puts together the parts, which are independent of each other.
func samplingStandard(parts []SamplingPart) (watts, degrees float64) {
	b := budget{}
	for _, part := range parts {
		standard, degrees := part.standard()
		b.add(FromSampling, 0, standard, degrees)
	}
	return b.combined()
}

// SamplingError is the half width of the interval of a mean over all units where some were measured,
// as a part of it: Student's t for the groups that the variation was seen in, and the correction for
// a finite number of units (methodology 2.0 names no formula; this is that of simple random samples).
func SamplingError(variation float64, measured, all, groups int) (relative float64, known bool) {
	if groups <= 1 || measured > all {
		return 0, false
	}
	t := studentQuantile(float64(groups-1), upperQuantile())
	return t * variation / math.Sqrt(float64(measured)) * math.Sqrt(1-float64(measured)/float64(all)), true
}

// upperQuantile leaves as much above it as below its mirror.
func upperQuantile() float64 { return (1 + methodology.Confidence) / 2 }

// UnitsFor is how many of all units to measure for a half width of the interval, as a part of the power, where units vary
// by a part of their mean: n0/(1 + (n0 - 1)/all) with n0 = (z variation/half)², at least one.
func UnitsFor(half, variation float64, all int) int {
	z := normalQuantile(upperQuantile())
	endless := math.Pow(z*variation/half, 2)
	needed := endless / (1 + (endless-1)/float64(all))
	return max(1, min(all, int(math.Ceil(roundPart(needed)))))
}

// samplingHalf puts together the parts, which are independent of each other.
func samplingHalf(parts []SamplingPart) *float64 {
	halves := make([]float64, len(parts))
	for i, part := range parts {
		if part.Half == nil {
			return nil
		}
		halves[i] = *part.Half
	}
	half := round(root(halves...))
	return &half
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
