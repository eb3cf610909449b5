package power_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// machine is one of 10 nodes, of which 4 were measured, behind a supply that loses a tenth, beside an estimate of 50 W.
func machine(traces ...*power.Trace) *power.Measurement {
	entry := &power.Entry{
		NodeSets:   []power.NodeSet{{Name: "gpu", Nodes: 10, Measured: 4}},
		Subsystems: []power.Subsystem{{Name: "storage", Treatment: power.Estimated, PowerWatts: 50}},
	}
	meter := &power.Meter{Location: power.Downstream, Loss: &power.Loss{Factor: 1.1}}
	part := power.Part{Series: &power.Series{Stamp: "begin",
		Covers: power.Covers{Subsystem: power.Compute, NodeSet: "gpu"}}, Meter: meter, Traces: traces}
	return &power.Measurement{Entry: entry, Parts: []power.Part{part}}
}

func TestStepsAreOfTheWholeMachine(t *testing.T) {
	m := machine(every(time.Second, power.Power, 100*watt, 300*watt, 200*watt, 200*watt, 200*watt),
		every(time.Second, power.Power, 10*watt, 10*watt, 10*watt, 20*watt, 20*watt))
	steps := m.Steps(seconds(0, 2, 4))
	const whole = 2.5 * 1.1
	want := []power.MachineStep{
		{From: seconds(0)[0], To: seconds(2)[0], Mean: 210*whole + 50, Min: 110*whole + 50,
			Max: 310*whole + 50, Present: 1},
		{From: seconds(2)[0], To: seconds(4)[0], Mean: 215*whole + 50, Min: 210*whole + 50,
			Max: 220*whole + 50, Present: 1},
	}
	if len(steps) != len(want) {
		t.Fatalf("got %+v", steps)
	}
	near := func(a, b power.Watts) bool { return math.Abs(float64(a-b)) < 1e-6 }
	for i, step := range steps {
		if w := want[i]; step.From != w.From || step.To != w.To || !near(step.Mean, w.Mean) || !near(step.Min, w.Min) ||
			!near(step.Max, w.Max) || step.Present != w.Present {
			t.Errorf("step %d is %+v, want %+v", i, step, w)
		}
	}
}

// TestStepsSayWhereAnInstrumentIsAbsent: one from 0 to 5 s, another later.
func TestStepsSayWhereAnInstrumentIsAbsent(t *testing.T) {
	late := power.NewTrace("late", power.Power, seconds(100, 101), []int64{10 * watt, 10 * watt})
	steps := machine(every(time.Second, power.Power, 1*watt, 1*watt, 1*watt, 1*watt, 1*watt, 1*watt), late).
		Steps(seconds(0, 5, 10))
	for i, step := range steps {
		if !math.IsNaN(float64(step.Min)) || !math.IsNaN(float64(step.Max)) || math.IsNaN(float64(step.Mean)) ||
			step.Present > 0.5 {
			t.Errorf("step %d is %+v", i, step)
		}
	}
	if m := machine(); m.Steps(seconds(0)) != nil || (&power.Measurement{}).Steps(seconds(0, 1)) != nil {
		t.Error("there are steps of nothing")
	}
}

// TestStepsAddUpToTheEnergy, however they are cut, and the mean lies between least and most.
func TestStepsAddUpToTheEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(0, 500*watt), 20, 60).Draw(t, "values")
		m := machine(every(time.Second, power.Power, values...))
		m.Parts[0].Series.Stamp = rapid.SampledFrom([]string{"", "begin", "middle", "end"}).Draw(t, "stamp")
		at := []float64{2}
		for at[len(at)-1] < 15 {
			at = append(at, at[len(at)-1]+rapid.Float64Range(0.2, 4).Draw(t, "step"))
		}
		borders := seconds(at...)
		sum := 0.0
		for _, step := range m.Steps(borders) {
			sum += float64(step.Mean.Over(time.Duration(step.To - step.From)))
			if step.Mean < step.Min || step.Mean > step.Max {
				t.Errorf("%+v", step)
			}
		}
		if want := float64(m.EnergyTo(borders)[len(borders)-1]); math.Abs(sum-want) > 1e-6*max(1, want) {
			t.Errorf("the steps hold %v J, the readings %v J", sum, want)
		}
	})
}

func TestTheLongestIntervalIsOfTheSlowestInstrument(t *testing.T) {
	m := machine(every(time.Second, power.Power, make([]int64, 60)...),
		every(7*time.Second, power.Power, make([]int64, 10)...))
	if got := m.LongestInterval(span(0, 60)); got != 7*time.Second {
		t.Errorf("got %v", got)
	}
}
