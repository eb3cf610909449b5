package power

import (
	"math"
	"time"
)

// MachineStep is what the whole machine drew from one instant to another, in nanoseconds since 1970 UTC:
// measured, corrected for conversion loss, scaled to what was not measured, and with the estimates added.
// Min and Max add up what each instrument showed at least and at most, which their sum need not have
// reached; they are not numbers if an instrument is absent for half of the step and more. Mean is
// always known: a reading is held if the next one is lacking, as in WeightedAverage.
type MachineStep struct {
	From, To       int64
	Mean, Min, Max Watts
	Present        float64 // share of the step that the instruments' readings stand for, 1 is all of it
}

// Steps returns what the whole machine drew between borders, which are in their order, in nanoseconds since 1970 UTC.
func (m *Measurement) Steps(borders []int64) []MachineStep {
	if len(borders) < 2 || len(m.Parts) == 0 {
		return nil
	}
	curve := Curve{Borders: borders, Lines: make([]Line, len(m.Parts))}
	var asked []*askedTrace
	instruments := 0
	for i, part := range m.Parts {
		instruments += len(part.Traces)
		for _, t := range part.Traces {
			asked = append(asked, &askedTrace{trace: t, part: part, line: i})
		}
	}
	curve.fillAll(asked)
	energies, stated := m.EnergyTo(borders), m.estimates()
	steps := make([]MachineStep, curve.Steps())
	for i := range steps {
		mean := Watts(float64(energies[i+1]-energies[i]) / time.Duration(borders[i+1]-borders[i]).Seconds())
		step := MachineStep{From: borders[i], To: borders[i+1], Mean: mean, Min: stated, Max: stated}
		for j, part := range m.Parts {
			line, whole := &curve.Lines[j], part.LossFactor()*m.ScaleOf(part.Series)
			if line.Absent > 0 {
				step.Min, step.Max = Watts(math.NaN()), Watts(math.NaN())
			}
			step.Min += Watts(line.Min[i] * whole) // rounded before it is added, on every processor
			step.Max += Watts(line.Max[i] * whole)
			step.Present += line.Present[i] * float64(line.Instruments) / float64(instruments)
		}
		// The mean holds a part of the neighbours' readings where timestamps lie in the middle; NaN stays NaN.
		step.Min, step.Max = min(step.Min, mean), max(step.Max, mean)
		steps[i] = step
	}
	return steps
}

// LongestInterval is the longest usual time between the readings of an instrument in a span; 0 if there are none.
func (m *Measurement) LongestInterval(s Span) time.Duration {
	longest := time.Duration(0)
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			longest = max(longest, part.Interval(t, s))
		}
	}
	return longest
}
