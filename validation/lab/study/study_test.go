package study_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/power"
)

// clocked is a run of HPL at a clock.
func clocked(settings string, order int, seconds, watts, clock float64) power.StudyRun {
	return power.StudyRun{Settings: settings, Order: order, DurationSeconds: seconds, PowerWatts: watts,
		ClockMegahertz: clock, Readings: 100}
}

// machine draws 500 W idle and 2000 W loaded: three quarters can be saved at most.
var machine = study.Facts{Idle: 500, Loaded: 2000, Rmax: 100_000, PerWatt: 50}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s is %v; want %v", what, got, want)
	}
}

func TestStudyOfClocks(t *testing.T) {
	runs := []power.StudyRun{
		clocked("slow", 1000, 20, 1200, 1500), clocked("usual", 1000, 10, 2000, 3000),
		clocked("slow", 2000, 82, 1100, 1500), clocked("usual", 2000, 80, 2000, 3000),
	}
	runs[1].Role, runs[0].Role = power.StudyBaseline, power.StudySubmitted
	s := study.Of(runs, machine, model.UsualBound)
	if s.Size != study.Order || s.Amount != study.Operations || s.Baseline.Settings != "usual" ||
		len(s.Variants) != 1 || len(s.Left) != 0 {
		t.Fatalf("%+v", s)
	}
	near(t, "the ceiling", s.Ceiling, 1-500*0.55/2000) // the graded machine drew 2000 W with the slow settings
	slow := s.Variants[0]
	small, _ := slow.At(1000)
	near(t, "latency at 1000", small.Latency, 2)
	near(t, "power at 1000", small.Power, 0.6)
	near(t, "energy at 1000", small.Energy, 1.2)
	if slow.Threshold == nil || slow.Threshold.Size != 2000 {
		t.Fatalf("threshold %+v; want 2000", slow.Threshold)
	}
	near(t, "slower", slow.Threshold.Slower, 0.025)
	near(t, "thrifty", slow.Threshold.Thrifty, 1-0.55*1.025)
	near(t, "GFlops/W", slow.Points[1].PerWatt(), power.Operations(2000)/1e9/82/1100)
	near(t, "rate", float64(slow.Points[1].Rate()), float64(power.SolveRate(2000, slow.Points[1].Latency)))

	// Half the clock: dynamic power falls to an eighth, and the processors save half at most.
	near(t, "the clock's ceiling", slow.Clocks.Ceiling, 0.5)
	near(t, "latency by the model", slow.Clocks.Latency, 2)
	near(t, "power by the model", slow.Clocks.Power, (500+(2000/0.55-500)/8)/(2000/0.55))
	near(t, "energy by the model", slow.Clocks.Energy(), 2*slow.Clocks.Power)
	if s.Baseline.Clocks != nil {
		t.Error("a model of the baseline's own clock")
	}
	if v, found := s.Submitted(); !found || v.Settings != "slow" {
		t.Errorf("submitted is %q, %v", v.Settings, found)
	}
	if a, found := slow.Largest(); !found || a.Size != 2000 {
		t.Errorf("the largest is %+v", a)
	}
}

func TestABoundDecidesTheThreshold(t *testing.T) {
	runs := []power.StudyRun{clocked("usual", 1000, 10, 2000, 0), clocked("slow", 1000, 10.5, 1500, 0)}
	for bound, want := range map[float64]bool{0.05: true, 0.04: false, 0: false, 1: true} {
		if got := study.Of(runs, machine, bound).Variants[0].Threshold != nil; got != want {
			t.Errorf("with a bound of %v a threshold is found: %v", bound, got)
		}
	}
}

func TestDoubtfulPoints(t *testing.T) {
	few := clocked("few", 1000, 10, 1900, 0)
	few.Readings = 9
	again := clocked("again", 1000, 10, 1900, 0)
	short := again
	short.Readings = 3
	untold := clocked("untold", 1000, 10, 1900, 0)
	untold.Readings = 0
	runs := []power.StudyRun{
		clocked("usual", 1000, 10, 2000, 0), few, again, short, untold,
		clocked("most", 1000, 10, 500, 0), clocked("more than there is", 1000, 10, 499, 0),
	}
	s := study.Of(runs, machine, model.UsualBound)
	want := map[string][2]bool{"few": {true, false}, "again": {true, false}, "untold": {true, false},
		"most": {false, false}, "more than there is": {false, true}}
	for _, v := range s.Variants {
		a, _ := v.At(1000)
		if got := [2]bool{a.Spiky, a.Implausible}; got != want[v.Settings] || a.Unreliable() != (got != [2]bool{}) {
			t.Errorf("%s: few readings, implausible: %v", v.Settings, got)
		}
		if a.Unreliable() == (v.Threshold != nil) {
			t.Errorf("%s: a threshold of what is not to be relied on, or none of what is", v.Settings)
		}
	}
	if s := study.Of(runs, study.Facts{}, model.UsualBound); s.Ceiling != 0 ||
		slices.ContainsFunc(s.Variants, func(v study.Variant) bool { return v.Against[0].Implausible }) {
		t.Error("something is implausible though no idle power is known")
	}
}

// A point that is not doubtful is told before a larger one that is.
func TestLargestPassesDoubtOver(t *testing.T) {
	few := clocked("slow", 2000, 80, 1000, 0)
	few.Readings = 1
	runs := []power.StudyRun{clocked("usual", 1000, 10, 2000, 0), clocked("usual", 2000, 80, 2000, 0),
		clocked("slow", 1000, 10, 1000, 0), few}
	if a, _ := study.Of(runs, machine, 0).Variants[0].Largest(); a.Size != 1000 {
		t.Errorf("the largest is %+v", a)
	}
	if _, found := (study.Variant{}).Largest(); found {
		t.Error("nothing has a largest point")
	}
}

func TestRepeatedRuns(t *testing.T) {
	runs := []power.StudyRun{clocked("usual", 1000, 10, 1000, 0), clocked("usual", 1000, 30, 2000, 0),
		clocked("slow", 1000, 20, 1750, 0)}
	s := study.Of(runs, machine, 0)
	p := s.Baseline.Points[0]
	if p.Runs != 2 || p.Latency.Seconds() != 20 {
		t.Errorf("%d runs of %v", p.Runs, p.Latency)
	}
	near(t, "the power of 70 kJ in 40 s", float64(p.Power), 1750)
	near(t, "energy over that", s.Variants[0].Against[0].Energy, 1)
}

// What the runs are told apart by, and what their energy is divided by, is what all of them tell.
func TestQuantities(t *testing.T) {
	run := func(change func(*power.StudyRun)) power.StudyRun {
		r := power.StudyRun{Settings: "a", DurationSeconds: 1, PowerWatts: 1}
		change(&r)
		return r
	}
	message := run(func(r *power.StudyRun) { r.MessageKilobytes, r.MovedMegabytes = 32, 64 })
	order := run(func(r *power.StudyRun) { r.Order = 100 })
	work := run(func(r *power.StudyRun) { r.WorkTeraflop = 2 })
	moved := run(func(r *power.StudyRun) { r.MovedMegabytes = 64 })
	bare := run(func(*power.StudyRun) {})
	for _, c := range []struct {
		runs         []power.StudyRun
		size, amount study.Quantity
	}{
		{[]power.StudyRun{message, message}, study.Message, study.Moved},
		{[]power.StudyRun{order}, study.Order, study.Operations},
		{[]power.StudyRun{order, work}, study.Operations, study.Operations},
		{[]power.StudyRun{moved, message}, study.Moved, study.Moved},
		{[]power.StudyRun{order, moved}, study.Whole, study.Whole},
		{[]power.StudyRun{bare, order}, study.Whole, study.Whole},
	} {
		if s := study.Of(c.runs, machine, 0); s.Size != c.size || s.Amount != c.amount {
			t.Errorf("%+v are told apart by %s, and energy divided by %s; want %s and %s", c.runs, s.Size, s.Amount,
				c.size, c.amount)
		}
	}
}

func TestLeftRuns(t *testing.T) {
	second := clocked("another", 1000, 9, 1900, 0)
	second.Role = power.StudyBaseline
	first := clocked("usual", 1000, 10, 2000, 0)
	first.Role = power.StudyBaseline
	runs := []power.StudyRun{
		{Order: 5, DurationSeconds: 1, PowerWatts: 1}, {Settings: "a", Order: 5, PowerWatts: 1},
		{Settings: "a", Order: 5, DurationSeconds: 1},
		{Settings: "a", Order: 5, DurationSeconds: 1e-9, PowerWatts: 1}, first, second,
		clocked("larger", 2000, 10, 2000, 0),
	}
	s := study.Of(runs, machine, 0)
	want := []string{"settings", "time", "power", "Too short", "compared with the first", "no run of this size"}
	if len(s.Left) != len(want) {
		t.Fatalf("left are %+v", s.Left)
	}
	for i, left := range s.Left {
		if !strings.Contains(left.Reason, want[i]) {
			t.Errorf("run %d is left: %s; want %s", left.Run, left.Reason, want[i])
		}
	}
	if s.Baseline.Settings != "usual" || len(s.Variants) != 2 {
		t.Errorf("%+v", s)
	}
	if s := study.Of(nil, machine, 0); s.Known() {
		t.Error("a study without runs is known")
	}
}

func TestAStudyHasAnEnd(t *testing.T) {
	runs := make([]power.StudyRun, 25_000)
	for i := range runs {
		runs[i] = clocked(fmt.Sprint("setting ", i), 1000, 10, 1000, 0)
	}
	s := study.Of(runs, machine, 0)
	if len(s.All()) != 500 || len(s.Left) != 1 || s.Left[0].Run != 500 || !strings.Contains(s.Left[0].Reason, "500") {
		t.Errorf("%d settings are compared; left are %+v", len(s.All()), s.Left)
	}
}

// Whatever a document may say: every figure is finite, no run is lost, and the order of variants of one size does not
// matter but for which comes first.
func TestAnyStudy(t *testing.T) {
	figure := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(1e-9, 1e12))
	whole := rapid.IntRange(0, 1e12)
	one := rapid.Custom(func(t *rapid.T) power.StudyRun {
		return power.StudyRun{
			Settings: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "settings"),
			Role:     rapid.SampledFrom([]string{"", power.StudyBaseline, power.StudySubmitted}).Draw(t, "role"),
			Order:    whole.Draw(t, "order"), WorkTeraflop: figure.Draw(t, "work"),
			MessageKilobytes: figure.Draw(t, "message"), MovedMegabytes: figure.Draw(t, "moved"),
			DurationSeconds: figure.Draw(t, "duration"), PowerWatts: figure.Draw(t, "power"),
			Readings: whole.Draw(t, "readings"), ClockMegahertz: figure.Draw(t, "clock"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.SliceOfN(one, 0, 8).Draw(t, "runs")
		facts := study.Facts{Idle: power.Watts(figure.Draw(t, "idle")), Loaded: power.Watts(figure.Draw(t, "loaded"))}
		s := study.Of(runs, facts, rapid.Float64Range(0, 1).Draw(t, "bound"))
		told := 0
		for _, v := range s.All() {
			for _, p := range v.Points {
				told += p.Runs
				finite(t, float64(p.Power), float64(p.Rate()), p.PerWatt(), float64(p.PerAmount()))
			}
			for _, a := range v.Against {
				finite(t, a.Latency, a.Power, a.Energy)
			}
			if v.Clocks != nil {
				finite(t, v.Clocks.Ceiling, v.Clocks.Latency, v.Clocks.Power, v.Clocks.Energy())
			}
		}
		left := 0
		for _, l := range s.Left {
			if strings.HasSuffix(l.Reason, "not stated.") || strings.Contains(l.Reason, "Too short") {
				left++
			}
		}
		if told+left != len(runs) {
			t.Fatalf("%d runs: %d told, %d left", len(runs), told, left)
		}
		for _, a := range s.Baseline.Against {
			if fmt.Sprint(a.Latency, a.Power) != "1 1" {
				t.Fatalf("the baseline over itself is %+v", a)
			}
		}
	})
}

func finite(t *rapid.T, figures ...float64) {
	t.Helper()
	for _, f := range figures {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			t.Fatalf("figures are %v", figures)
		}
	}
}

// TestPrimitivesHaveBaselinesOfTheirOwn: and runs that are left out keep their place in the document.
func TestPrimitivesHaveBaselinesOfTheirOwn(t *testing.T) {
	of := func(primitive, settings string, watts float64) power.StudyRun {
		run := clocked(settings, 1000, 10, watts, 0)
		run.Primitive = primitive
		return run
	}
	runs := []power.StudyRun{of("get", "usual", 2000), of("put", "usual", 1000), of("put", "slow", 900),
		of("get", "slow", 1000), of("put", "", 1)}
	parts := study.ByPrimitive(runs, func([]power.StudyRun) study.Facts { return study.Facts{} }, model.UsualBound)
	if len(parts) != 2 || parts[0].Primitive != "get" || parts[1].Primitive != "put" {
		t.Fatalf("%+v", parts)
	}
	for i, want := range []float64{0.5, 0.9} {
		near(t, parts[i].Primitive, parts[i].Variants[0].Against[0].Power, want)
	}
	if left := parts[1].Left; len(left) != 1 || left[0].Run != 4 {
		t.Errorf("left are %+v", left)
	}
}
