package model

import (
	"math"
	"slices"

	"green500/validation/power"
)

// EdgeReadings are dropped at either end: meter and machine clocks differ (Heinrich et al., section 6.1).
const EdgeReadings = 2

// A reading is unreliable that lies farther from the median of its series than both of these: so many times the usual
// deviation, and so large a part of the median. Readings of 0 W and of 50 W of a node that draws 95 W are what Heinrich et al.
// remove (section 6.1 and figure 2); the numbers are ours.
const (
	outlierDeviations = 6
	outlierPart       = 0.1
)

// usualDeviation turns the median distance from a median into the standard deviation of a normal distribution.
const usualDeviation = 1.4826

// Outlier is a reading that was not used because it is unreliable.
type Outlier struct {
	Index int // in its series, from 0
	Power power.Watts
}

// reliable drops the readings at the ends and leaves out those that are no numbers, none above 0 W, or, unless all others
// count, far from the median.
func reliable(watts []power.Watts, all bool) (kept []power.Watts, rejected []Outlier) {
	if len(watts) <= 2*EdgeReadings {
		return nil, nil
	}
	inner := watts[EdgeReadings : len(watts)-EdgeReadings]
	drawn := slices.DeleteFunc(slices.Clone(inner), func(w power.Watts) bool { return !(w > 0) || math.IsInf(float64(w), 1) })
	least, most := power.Watts(0), power.Watts(math.Inf(1))
	if len(drawn) > 0 && !all {
		least, most = reach(drawn)
	}
	for i, w := range inner {
		if w > 0 && !math.IsInf(float64(w), 1) && w >= least && w <= most {
			kept = append(kept, w)
		} else {
			rejected = append(rejected, Outlier{i + EdgeReadings, w})
		}
	}
	return kept, rejected
}

func reach(watts []power.Watts) (least, most power.Watts) {
	middle := median(watts)
	distances := make([]power.Watts, len(watts))
	for i, w := range watts {
		distances[i] = power.Watts(math.Abs(float64(w - middle)))
	}
	limit := max(outlierDeviations*usualDeviation*median(distances), outlierPart*middle)
	return middle - limit, middle + limit
}

func median(watts []power.Watts) power.Watts {
	sorted := slices.Sorted(slices.Values(watts))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}
