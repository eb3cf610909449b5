package model

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"green500/validation/power"
)

// SimGridAccuracy is how far a prediction lay off, as a part (Heinrich et al., section 7: 2% for EP and LU).
const SimGridAccuracy = 0.02

// Beyond is how many times the model's own error a measurement has to lie from a prediction to be worth a question.
const Beyond = 3

// NodePower is idle and, on top of it with all cores busy, dynamic power (Heinrich et al., section 4.2).
type NodePower struct {
	Static, Dynamic power.Watts
}

// At returns P(u) = static + dynamic u, u being the busy share from 0 to 1 (Heinrich et al., section 4.2).
func (n NodePower) At(load float64) power.Watts {
	return n.Static + n.Dynamic*power.Watts(min(1, max(0, load)))
}

// PowerState is what a node draws at a frequency: idle, one core, all cores (Heinrich et al., figure 6).
type PowerState struct {
	Idle, OneCore, AllCores power.Watts
}

// At returns the power with some of the cores busy: the idle power with none, else a line through one core and all of
// them (Heinrich et al., figures 1 and 6). A node of one core draws AllCores when it is busy.
func (s PowerState) At(busy, cores int) power.Watts {
	switch {
	case busy <= 0:
		return s.Idle
	case busy >= cores:
		return s.AllCores
	}
	return s.OneCore + (s.AllCores-s.OneCore)*power.Watts(busy-1)/power.Watts(cores-1)
}

// State returns what a node of so many cores draws by the linear model.
func (n NodePower) State(cores int) PowerState {
	return PowerState{Idle: n.At(0), OneCore: n.At(1 / float64(max(1, cores))), AllCores: n.At(1)}
}

// FrequencyPower is the power of a node at a frequency of its cores in hertz.
type FrequencyPower struct {
	Hertz float64
	Power power.Watts
}

// FrequencyCurve is a parabola through three measured frequencies (Heinrich et al., 6.1 and figure 5).
type FrequencyCurve struct {
	points [3]FrequencyPower
}

// ThroughFrequencies lays the parabola; ok is false if two frequencies are the same.
func ThroughFrequencies(low, medium, high FrequencyPower) (curve FrequencyCurve, ok bool) {
	return FrequencyCurve{[3]FrequencyPower{low, medium, high}}, low.Hertz < medium.Hertz && medium.Hertz < high.Hertz
}

// At returns the power at a frequency in hertz.
func (c FrequencyCurve) At(hertz float64) power.Watts {
	var sum power.Watts
	for i, point := range c.points {
		weight := 1.0
		for j, other := range c.points {
			if i != j {
				weight *= (hertz - other.Hertz) / (point.Hertz - other.Hertz)
			}
		}
		sum += point.Power * power.Watts(weight)
	}
	return sum
}

// NodeGroup is nodes that are alike: how many, of how many the model was found, what one of these draws on average, the
// standard deviation between them, and the share of their cores that are busy in each step of a run.
type NodeGroup struct {
	Nodes, Measured int
	Power           NodePower
	Deviation       power.Watts
	Loads           []LoadStep
}

// sampling is one standard error, in watts, of a sum over finitely many nodes; none if all were measured.
func (g NodeGroup) sampling() float64 {
	if g.Measured <= 0 || g.Measured >= g.Nodes {
		return 0
	}
	nodes, measured := float64(g.Nodes), float64(g.Measured)
	return nodes * float64(g.Deviation) / math.Sqrt(measured) * math.Sqrt(1-measured/nodes)
}

// LoadStep is a time in which a node has one load, from 0 to 1.
type LoadStep struct {
	For  time.Duration
	Load float64
}

// Prediction is what a machine should draw over a run by a model. Error is one standard error in watts.
type Prediction struct {
	Energy       power.Joules
	Power, Error power.Watts
}

// Predict sums the nodes' powers over a run (Heinrich et al., section 4.2). The error holds what the nodes that were
// not measured may differ by, and the accuracy that the model itself reaches. ok is false if no time passes.
func Predict(groups []NodeGroup) (p Prediction, ok bool) {
	var longest time.Duration
	var spread float64
	for _, group := range groups {
		var lasts time.Duration
		for _, step := range group.Loads {
			p.Energy += (group.Power.At(step.Load) * power.Watts(group.Nodes)).Over(step.For)
			lasts += step.For
		}
		longest = max(longest, lasts)
		spread = math.Hypot(spread, group.sampling())
	}
	if longest <= 0 {
		return Prediction{}, false
	}
	p.Power = power.Watts(float64(p.Energy) / longest.Seconds())
	p.Error = power.Watts(math.Hypot(spread, SimGridAccuracy*float64(p.Power)))
	return p, true
}

// Residual is how far a claim lies above the prediction; beyond, whether its error does not explain that.
func (p Prediction) Residual(claimed power.Watts) (residual power.Watts, beyond bool) {
	residual = claimed - p.Power
	return residual, math.Abs(float64(residual)) > Beyond*float64(p.Error)
}

// LoadSeries is power under load, in the order of time. Of an irregular one, readings far off are kept.
type LoadSeries struct {
	Busy      int // cores; 0 when idle
	Watts     []power.Watts
	Irregular bool
}

// StateFit is fitted to readings. Residual is the standard deviation left, RSquared the share explained.
type StateFit struct {
	PowerState
	RSquared float64
	Residual power.Watts
	Readings int
	Dropped  int         // at the ends of the series
	Outliers [][]Outlier // of each series
	Assumed  bool        // no series shows another load than idle and one: the node is a straight line from idle
}

// Node is the linear model of the node.
func (f StateFit) Node() NodePower { return NodePower{Static: f.Idle, Dynamic: f.AllCores - f.Idle} }

// Rejected is how many readings were not used as unreliable.
func (f StateFit) Rejected() (count int) {
	for _, some := range f.Outliers {
		count += len(some)
	}
	return count
}

// CalibrateState finds the three powers of a node at one frequency (Heinrich et al., section 6.1 and figures 4 and 6):
// of each series the readings at the ends are dropped and unreliable ones left out; idle power is the mean of the idle
// readings, and a least-squares line through those of busy cores gives one core and all of them. If only one busy load
// was measured, the line begins at the idle power. The error is a power.InputError that names the node.
func CalibrateState(node string, cores int, series []LoadSeries) (StateFit, error) {
	fit := StateFit{}
	var idle, busyCores, busyWatts []float64
	for _, one := range series {
		kept, rejected := reliable(one.Watts, one.Irregular)
		if len(kept) < 2 {
			return StateFit{}, &power.InputError{
				Field: node, Problem: fmt.Sprintf("of %d readings with %d cores busy %d can be used", len(one.Watts),
					one.Busy, len(kept)),
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
		return StateFit{}, &power.InputError{Field: node,
			Problem: "the model needs readings of the idle node and of the loaded node", Remedy: "give a log of each"}
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

func meanOf(values []float64) float64 { return floats.Sum(values) / float64(len(values)) }

// spreadAbout is the variance of values about their mean, by the corrected algorithm of two passes (Chan, Golub and
// LeVeque).
func spreadAbout(values []float64, mean float64) float64 {
	return covariance(values, values, mean, mean)
}

func covariance(x, y []float64, meanX, meanY float64) float64 {
	var sum, restX, restY float64
	for i := range x {
		offX, offY := x[i]-meanX, y[i]-meanY
		sum += offX * offY
		restX += offX
		restY += offY
	}
	return (sum - restX*restY/float64(len(x))) / float64(len(x)-1)
}

func deviationOf(values []float64) (mean, deviation float64) {
	mean = meanOf(values)
	return mean, math.Sqrt(spreadAbout(values, mean))
}

func lineThrough(x, y []float64) (start, slope float64) {
	meanX, meanY := meanOf(x), meanOf(y)
	slope = covariance(x, y, meanX, meanY) / spreadAbout(x, meanX)
	return meanY - slope*meanX, slope
}

// EdgeReadings are dropped at either end: meter and machine clocks differ (Heinrich et al., section 6.1).
const EdgeReadings = 2

// A reading is unreliable that lies farther from the median of its series than both of these: so many times the usual
// deviation, and so large a part of the median. Readings of 0 W and of 50 W of a node that draws 95 W are what Heinrich
// et al. remove (section 6.1 and figure 2); the numbers are ours.
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

// reliable drops the readings at the ends and leaves out those that are no numbers, none above 0 W, or, unless all
// others count, far from the median.
func reliable(watts []power.Watts, all bool) (kept []power.Watts, rejected []Outlier) {
	if len(watts) <= 2*EdgeReadings {
		return nil, nil
	}
	inner := watts[EdgeReadings : len(watts)-EdgeReadings]
	drawn := slices.DeleteFunc(slices.Clone(inner),
		func(w power.Watts) bool { return !(w > 0) || math.IsInf(float64(w), 1) })
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
