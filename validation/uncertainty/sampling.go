package uncertainty

import (
	"math"

	"green500/validation/methodology"
)

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

// SamplingStandard is the standard uncertainty of a half width by SamplingError with as many groups, and its degrees of freedom:
// those of surveys if the variation is assumed.
func SamplingStandard(half float64, groups int, assumed bool) (standard, degrees float64) {
	degrees = float64(groups - 1)
	standard = half / Coverage(degrees)
	if assumed {
		degrees = methodology.AssumedVariationDegrees
	}
	return standard, degrees
}

// UnitsFor is how many of all units to measure for a half width of the interval, as a part of the power, where units vary
// by a part of their mean: n0/(1 + (n0 - 1)/all) with n0 = (z variation/half)², at least one.
func UnitsFor(half, variation float64, all int) int {
	const digits = 1e10 // more than any data sheet prints
	z := normalQuantile(upperQuantile())
	endless := math.Pow(z*variation/half, 2)
	needed := endless / (1 + (endless-1)/float64(all))
	return max(1, min(all, int(math.Ceil(math.Round(needed*digits)/digits))))
}

// upperQuantile leaves as much above it as below its mirror.
func upperQuantile() float64 { return (1 + methodology.Confidence) / 2 }
