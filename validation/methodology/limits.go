package methodology

import (
	"time"

	"green500/validation/power"
)

// Limits are the numbers one level of one edition asks for; zero means that it asks nothing.
type Limits struct {
	SamplingHertz     float64       // Sampling: readings of power inside the meter
	SamplingHertzAC   float64       // Level 3: voltage and current sampled, AC
	SamplingHertzDC   float64       // Level 3: the same, DC
	SamplingHertz50   float64       // Level 3: the same if the mains have 50 Hz; 0 if they make no difference
	ReadoutInterval   time.Duration // Averages: longest time between readings of power, and between their updates
	ReadoutsInCore    int           // Levels: readings of power in the core phase
	EnergyReadWithin  time.Duration // Averages: of either end of the core phase
	IntervalOfCore    float64       // Averages: longest reading interval as a part of the core phase
	CoreMinimum       time.Duration // Level 1: shortest core phase
	WindowOfCore      float64       // Level 1: shortest window as a part of the core phase
	WindowMinimum     time.Duration // Level 1: shortest window
	MiddleOfCore      float64       // Level 1: part of the core phase, in its middle, that holds the window
	ReadingsInCore    int           // Level 2, Level 3
	UncoveredTotal    time.Duration // Level 3: of the core phase outside first and last reading
	UncoveredEach     time.Duration // Level 3: the same at either end
	UncoveredOfCore   float64       // a warning of ours: the same as a part of the core phase
	IdleMeasurements  int           // IdlePower
	Compute           ComputeLimits // Fraction
	SetFraction       float64       // Heterogeneous: of each set
	SetNodes          int           // Heterogeneous: of each set
	SubsystemFraction float64       // Fraction: of every other measured subsystem
	LossFoundBy       []string      // PowerLoss: ways of finding the loss, weakest first
	LossInterval      time.Duration // PowerLoss: longest time between measurements of the loss
	Grades            []string      // Accuracy: grades of a meter that need no further proof
	Accuracy          float64       // Accuracy: largest relative error of a meter
	SharedAccuracy    float64       // Accuracy: the same for each of several equal meters, before the square root
}

// ComputeLimits is how much of the compute-node subsystem has to be measured. All of fraction,
// power and nodes hold together; the whole machine always suffices.
type ComputeLimits struct {
	Whole       bool
	Fraction    float64
	Power       power.Watts
	Nodes       int
	EnoughPower power.Watts // this much suffices whatever the rest; 0 if there is no such way
}

const (
	// LongestStepOfInterval is a tolerance of ours if the text says "constant" or "all readings" without a number: a
	// step this much longer than the usual one is reported, never failed. Real loggers that write whole seconds show
	// steps of twice the interval without losing a reading.
	LongestStepOfInterval = power.MissingFrom
	// LostOfSpan is a tolerance of ours: how much of the core phase, or of the full run, may be without a
	// reading in between. Of real logs most lose nothing; the meters of barnard lose 0.15%, the laboratory meter of
	// v2.0-orin 0.6% in gaps and 1.2% with its codes, a node of an MLPerf training (v4.1) 1.7%: the last two
	// are too much. Power of accelerated runs halves over the core phase, so that this moves a mean by half of it.
	LostOfSpan = 0.01
	// MeanByDuration is how far the plain mean may lie from that of the same readings by their durations: as
	// far as lost time of LostOfSpan moves it. Real entries differ by 0.002% and less; the laboratory meter that
	// loses 1.2% by 0.35%.
	MeanByDuration = 0.005
	// RoundedBy is how far a reading of power may lie from what it is rounded from, as a part of a step.
	RoundedBy = 0.5
	// OutputTolerance is how far a stated Rmax may lie from the output's: HPL prints four to six digits.
	OutputTolerance = 1e-3
	// ClaimTolerance is how far a claimed figure may lie from the computed one: lists print two decimals.
	ClaimTolerance = 1e-3
	// OutputTimes is how far the time of the solution may lie from end less start of an output: both
	// ends are printed in whole seconds, and real outputs are up to 1.2 s apart.
	OutputTimes = 2 * time.Second
	// ResidualBelow is what the scaled residual of a solution lies below: the threshold of HPL as it is
	// delivered. HPL.dat may set another, so that a result marked PASSED may still prove nothing.
	ResidualBelow = 16.0
	// RunTimeTolerance is how far the core phase may lie from the time that N and Rmax give. Both ends are
	// printed in whole seconds, which is 3% of the shortest core phase of 2.0; outputs put together from
	// two runs, or with a clock that was set, are off by 50% and more.
	RunTimeTolerance = 0.05
	// ListedRmax is how far an Rmax may lie from the same one on the TOP500: its pages print PFlop/s with two
	// decimals. Power-optimised runs of published lists differ by 2% and more.
	ListedRmax = 5e-3
	// ClocksApart is how far ends that ought to agree may lie apart: outputs print whole seconds.
	ClocksApart = time.Second
)

// The frequencies of mains that a document may state, in hertz.
const (
	SlowMains = 50
	FastMains = 60
)

// What is recommended of the supply (Environment); nothing of it is required.
const (
	SupplyDeviationPercent = 5 // either way
	DistortionPercent      = 2
	LineImpedanceOhm       = 0.25
)

const (
	// TruncatedTime is what the draft of 3.0 lets a submitter add to the ends of a core phase that are
	// printed in whole seconds (section 3.1.2).
	TruncatedTime = 500 * time.Millisecond
	// WholeSecond is how much longer a step between readings may look than it is: loggers write whole seconds.
	WholeSecond = time.Second
	// ReadoutResolution is what usual intervals are compared to: programs that sleep between readings drift by less.
	ReadoutResolution = 100 * time.Millisecond
	// EqualFractions is a tolerance of ours: how far the power of one of several equal meters may lie
	// from their mean, as a part of it. Equal nodes differ by a few percent.
	EqualFractions = 0.1
	// OneInterval is how much of the core phase, at either end, readings that cover it may leave out:
	// the reading that is only partly inside is excluded (2.0, section 3.1.3), none else may be missing.
	OneInterval = 1
)

var lossWays = []string{"manufacturer_model", "one_psu_measured", "simultaneous"}

// limits12 are the numbers of methodology 1.2, table 3.1 and the sections named in Limits.
var limits12 = map[power.Level]Limits{
	1: {
		SamplingHertz:    1,
		WindowOfCore:     0.2,
		WindowMinimum:    time.Minute,
		MiddleOfCore:     0.8,
		IdleMeasurements: 0,
		Compute:          ComputeLimits{Fraction: 1.0 / 64, Power: 1e3},
		SetNodes:         1,
		LossFoundBy:      lossWays,
	},
	2: {
		SamplingHertz:    1,
		ReadingsInCore:   10,
		IdleMeasurements: 1,
		Compute:          ComputeLimits{Fraction: 1.0 / 8, Power: 10e3},
		SetNodes:         1,
		LossFoundBy:      lossWays[1:],
	},
	3: {
		SamplingHertzAC:   120,
		SamplingHertzDC:   120,
		SamplingHertz50:   100,
		ReadingsInCore:    10,
		IdleMeasurements:  1,
		Compute:           ComputeLimits{Whole: true},
		SubsystemFraction: 1,
		LossFoundBy:       lossWays[2:],
		LossInterval:      5 * time.Minute,
	},
}

// limits20 are the numbers of methodology 2.0, table 3.1 and the sections named in Limits.
var limits20 = map[power.Level]Limits{
	1: {
		SamplingHertz:     1,
		IntervalOfCore:    0.1,
		CoreMinimum:       time.Minute,
		Compute:           ComputeLimits{Fraction: 0.1, Power: 2e3, Nodes: 15, EnoughPower: 40e3},
		SetFraction:       0.1,
		SubsystemFraction: 0.1,
		LossFoundBy:       lossWays,
		Accuracy:          0.05,
	},
	2: {
		SamplingHertz:     1,
		IntervalOfCore:    0.1,
		CoreMinimum:       time.Minute,
		ReadingsInCore:    10,
		IdleMeasurements:  1,
		Compute:           ComputeLimits{Fraction: 1.0 / 8, Power: 10e3, Nodes: 15},
		SetFraction:       1.0 / 8,
		SubsystemFraction: 1.0 / 8,
		LossFoundBy:       lossWays[1:],
		Accuracy:          0.02,
		SharedAccuracy:    0.03,
	},
	3: {
		SamplingHertzAC:   5e3,
		SamplingHertzDC:   120,
		CoreMinimum:       time.Minute,
		ReadingsInCore:    10,
		UncoveredTotal:    10 * time.Second,
		UncoveredEach:     5 * time.Second,
		UncoveredOfCore:   0.05,
		IdleMeasurements:  1,
		Compute:           ComputeLimits{Whole: true},
		SubsystemFraction: 1,
		LossFoundBy:       lossWays[2:],
		LossInterval:      5 * time.Minute,
		Accuracy:          0.01,
		SharedAccuracy:    0.03,
		Grades:            []string{power.Revenue, power.SPEC},
	},
}

// limits30 are the numbers of the draft of methodology 3.0, its table 3.1 and the sections named in
// Limits. If they are not those of readings, they are those of 2.0.
var limits30 = map[power.Level]Limits{
	1: drafted(limits20[1], time.Minute, 10*time.Second, 10),
	2: drafted(limits20[2], time.Second, time.Second, 0),
	3: drafted(limits20[3], time.Second, time.Second, 0),
}

func drafted(l Limits, interval, within time.Duration, readouts int) Limits {
	l.ReadoutInterval, l.EnergyReadWithin, l.ReadoutsInCore = interval, within, readouts
	l.SamplingHertz, l.SamplingHertzAC, l.SamplingHertzDC, l.IntervalOfCore, l.ReadingsInCore = 0, 0, 0, 0, 0
	l.UncoveredTotal, l.UncoveredEach, l.UncoveredOfCore = 0, 0, 0
	if l.Grades != nil {
		l.Grades = power.Grades()
	}
	return l
}

// Limits returns the numbers a level of the edition asks for.
func (e Edition) Limits(level power.Level) Limits {
	return map[Edition]map[power.Level]Limits{V12: limits12, V20: limits20, V30: limits30}[e][level]
}

// HasWindow reports whether Level 1 of the edition may average a window within the core phase.
func (e Edition) HasWindow() bool { return e.Limits(1).WindowOfCore > 0 }
