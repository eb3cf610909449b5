package model

import (
	"fmt"
	"math"
	"slices"

	"green500/validation/power"
)

// EdgeReadings is how many readings are dropped at either end of a series: the clocks of meter and machine differ, so
// that they lie on the slope between idle and load (Heinrich et al., section 6.1).
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

// NodeSeries is what a meter read of one node, in the order of time: while the node was idle, and under full load. The
// load is irregular where its power changes in the course of the run, as that of HPL falls at the end: readings far from
// the median are no slips then, and are kept.
type NodeSeries struct {
	Node         string
	Idle, Loaded []power.Watts
	Irregular    bool
}

// LoadReading is a reading of a node at a share of busy cores, from 0 to 1.
type LoadReading struct {
	Load  float64
	Power power.Watts
}

// Fit is a node model laid through readings by least squares, and how well it lies: RSquared is the share of the
// readings' variance that it explains, Residual the standard deviation of what it leaves.
type Fit struct {
	Power    NodePower
	RSquared float64
	Residual power.Watts
	Readings int
}

// Calibration is the fit of one node, and how many readings were not used for it.
type Calibration struct {
	Fit
	Node     string
	Dropped  int // at the ends of the series
	Rejected int // as unreliable
}

// FitLoad lays P(u) = static + dynamic u through readings by ordinary least squares (Heinrich et al., section 6.1). ok is
// false for fewer than three readings, or readings of one load only.
func FitLoad(readings []LoadReading) (fit Fit, ok bool) {
	load, watts := make([]float64, len(readings)), make([]float64, len(readings))
	for i, r := range readings {
		load[i], watts[i] = r.Load, float64(r.Power)
	}
	if len(readings) <= 2 || slices.Min(load) == slices.Max(load) {
		return Fit{}, false
	}
	static, dynamic := lineThrough(load, watts)
	fit = Fit{Power: NodePower{power.Watts(static), power.Watts(dynamic)}, RSquared: 1, Readings: len(readings)}
	mean, left, all := meanOf(watts), 0.0, 0.0
	for i := range watts {
		off, from := watts[i]-static-dynamic*load[i], watts[i]-mean
		left, all = left+off*off, all+from*from
	}
	if all > 0 {
		fit.RSquared = 1 - left/all
	}
	fit.Residual = power.Watts(math.Sqrt(left / float64(len(watts)-2)))
	return fit, true
}

// Calibrate finds the model of a node from its idle and its full-load series (Heinrich et al., section 6.1): it drops the
// readings at the ends, rejects unreliable ones, and fits the rest. The error is a power.InputError where too little is
// left of a series.
func Calibrate(series NodeSeries) (Calibration, error) {
	c := Calibration{Node: series.Node}
	var readings []LoadReading
	for _, part := range []struct {
		name  string
		load  float64
		watts []power.Watts
		all   bool
	}{{"idle", 0, series.Idle, false}, {"loaded", 1, series.Loaded, series.Irregular}} {
		kept, rejected := reliable(part.watts, part.all)
		if len(kept) < 2 {
			return Calibration{}, &power.InputError{
				Field:   series.Node,
				Problem: fmt.Sprintf("of %d %s readings %d can be used", len(part.watts), part.name, len(kept)),
				Remedy:  fmt.Sprintf("give at least %d that agree", 2+2*EdgeReadings),
			}
		}
		c.Dropped += 2 * EdgeReadings
		c.Rejected += len(rejected)
		for _, w := range kept {
			readings = append(readings, LoadReading{part.load, w})
		}
	}
	c.Fit, _ = FitLoad(readings)
	return c, nil
}

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
