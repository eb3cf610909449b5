package model

import (
	"fmt"
	"math"
	"slices"

	"green500/validation/power"
)

// LoadSeries is what a meter read of a node while some of its cores were busy, in the order of time. An irregular load
// changes its power in the course of the run: readings far from the median are kept.
type LoadSeries struct {
	Busy      int // cores; 0 when idle
	Watts     []power.Watts
	Irregular bool
}

// StateFit is what a node draws at one frequency, found from its readings. Residual is the standard deviation of what the
// model leaves, RSquared the share of the readings' variance that it explains.
type StateFit struct {
	PowerState
	RSquared float64
	Residual power.Watts
	Readings int
	Dropped  int         // at the ends of the series
	Outliers [][]Outlier // of each series
	Assumed  bool        // no series shows another load than idle and one: the node is a straight line from idle
}

// CalibrateState finds the three powers of a node at one frequency (Heinrich et al., section 6.1 and figures 4 and 6): of
// each series the readings at the ends are dropped and unreliable ones left out; idle power is the mean of the idle
// readings, and a least-squares line through those of busy cores gives one core and all of them. If only one busy load was
// measured, the line begins at the idle power. The error is a power.InputError that names the node.
func CalibrateState(node string, cores int, series []LoadSeries) (StateFit, error) {
	fit := StateFit{}
	var idle, busyCores, busyWatts []float64
	for _, one := range series {
		kept, rejected := reliable(one.Watts, one.Irregular)
		if len(kept) < 2 {
			return StateFit{}, &power.InputError{
				Field: node, Problem: fmt.Sprintf("of %d readings with %d cores busy %d can be used", len(one.Watts), one.Busy, len(kept)),
				Remedy: fmt.Sprintf("give at least %d that agree", 2+2*EdgeReadings),
			}
		}
		fit.Dropped += 2 * EdgeReadings
		fit.Outliers = append(fit.Outliers, rejected)
		for _, w := range kept {
			if one.Busy <= 0 {
				idle = append(idle, float64(w))
			} else {
				busyCores, busyWatts = append(busyCores, float64(min(one.Busy, cores))), append(busyWatts, float64(w))
			}
		}
	}
	if len(idle) == 0 || len(busyWatts) == 0 {
		return StateFit{}, &power.InputError{Field: node, Problem: "the model needs readings of the idle node and of the loaded node", Remedy: "give a log of each"}
	}
	fit.Idle = power.Watts(meanOf(idle))
	fit.Assumed = slices.Min(busyCores) == slices.Max(busyCores)
	start, slope := float64(fit.Idle), 0.0
	if fit.Assumed {
		slope = (meanOf(busyWatts) - start) / busyCores[0]
	} else {
		start, slope = lineThrough(busyCores, busyWatts)
	}
	fit.OneCore, fit.AllCores = power.Watts(start+slope), power.Watts(start+slope*float64(cores))
	fit.rate(idle, busyCores, busyWatts, func(busy float64) float64 { return start + slope*busy })
	return fit, nil
}

func (f *StateFit) rate(idle, busyCores, busyWatts []float64, line func(busy float64) float64) {
	all := slices.Concat(idle, busyWatts)
	mean, left, about := meanOf(all), 0.0, 0.0
	for i, w := range all {
		model := float64(f.Idle)
		if i >= len(idle) {
			model = line(busyCores[i-len(idle)])
		}
		left, about = left+(w-model)*(w-model), about+(w-mean)*(w-mean)
	}
	found := 3 // numbers that the readings gave
	if f.Assumed {
		found--
	}
	f.Readings, f.RSquared = len(all), 1
	if about > 0 {
		f.RSquared = 1 - left/about
	}
	f.Residual = power.Watts(math.Sqrt(left / float64(max(1, len(all)-found))))
}
