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
	IntervalOfCore    float64       // Averages: longest reading interval as a part of the core phase
	CoreMinimum       time.Duration // Level 1: shortest core phase
	WindowOfCore      float64       // Level 1: shortest window as a part of the core phase
	WindowMinimum     time.Duration // Level 1: shortest window
	MiddleOfCore      float64       // Level 1: part of the core phase, in its middle, that holds the window
	ReadingsInCore    int           // Level 2, Level 3
	UncoveredTotal    time.Duration // Level 3: of the core phase outside first and last reading
	UncoveredEach     time.Duration // Level 3: the same at either end
	IdleMeasurements  int           // IdlePower
	Compute           ComputeLimits // Fraction
	SetFraction       float64       // Heterogeneous: of each set
	SetNodes          int           // Heterogeneous: of each set
	SubsystemFraction float64       // Fraction: of every other measured subsystem
	LossFoundBy       []string      // PowerLoss: ways of finding the loss, weakest first
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
	EnoughPower power.Watts // this much suffices whatever the rest; 0 where there is no such way
}
