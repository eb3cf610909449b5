package validation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// TestOfOneNodeTheOthersAreAssumedToDifferAsNodesUsuallyDo: 2% of 4 degrees of freedom, t = 2.776.
func TestOfOneNodeTheOthersAreAssumedToDifferAsNodesUsuallyDo(t *testing.T) {
	b := sample.Clean(1, "1.2")
	b.Entry.NodeSets[0].Measured = 1
	r := grade(t, b)
	part, compute := r.Uncertainty.Sampling[0], r.Numbers.CoreAverage.Value
	if want := 2.776 * 0.02 * math.Sqrt(1-1./160) * compute; r.Uncertainty.Power == nil || !part.Assumed ||
		math.Abs(part.Half/want-1) > 1e-3 {
		t.Errorf("%+v, want %v", part, want)
	}
}

// TestInstrumentsTellHowNodesDiffer: four groups of nine nodes; a node differs three times as much.
func TestInstrumentsTellHowNodesDiffer(t *testing.T) {
	groups := map[string]float64{"1": 98, "2": 99, "3": 101, "4": 102}
	got, seen := validation.VariationOf(groups, 36)
	if want := math.Sqrt((4+1+1+4)/3.) / 100 * 3; !seen || math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
	if _, seen := validation.VariationOf(groups, 3); seen {
		t.Error("more instruments than nodes tell")
	}
	// whole racks of two nodes were drawn: their means are 99 and 101 W a node, √2 % apart from the mean
	nodes := map[string]float64{"a1": 98, "a2": 100, "b1": 100, "b2": 102}
	if got, seen := validation.RackVariationOf(nodes, 4, 2); !seen || math.Abs(got-0.02) > 1e-12 {
		t.Errorf("racks vary by %v, want %v", got, 0.02)
	}
}

// TestMetersThatRestOnIndependenceAreNamed: four meters of 2% or nine of 3% are as good as one of 1%
// only by the square root of their number (2.0, section 3.1.1).
func TestMetersThatRestOnIndependenceAreNamed(t *testing.T) {
	for _, c := range []struct {
		count   int
		percent float64
		warning string
	}{{1, 1, ""}, {4, 1, ""}, {4, 2, "enough for Level 3 only"}, {9, 3, "enough for Level 2 and Level 3 only"},
		{9, 3.1, ""}, {4, 3, "enough for Level 2 only"}} {
		b := sample.Clean(3, "2.0")
		for i := range b.Entry.Meters {
			b.Entry.Meters[i].Count, b.Entry.Meters[i].Accuracy = c.count, power.Accuracy{OfReadingPercent: c.percent}
		}
		report := grade(t, b)
		meter := report.Uncertainty.Meters[0]
		if (meter.Warning == "") != (c.warning == "") || !strings.Contains(meter.Warning, c.warning) {
			t.Errorf("%d meters of %v%%: %q, want %q", c.count, c.percent, meter.Warning, c.warning)
		}
		half := c.percent / 100 * report.Numbers.CoreAverage.Value
		if !near(*meter.Half, half) || !near(*meter.Independent, half/math.Sqrt(float64(meter.Count))) {
			t.Errorf("%d meters of %v%%: %v W, independent %v W", c.count, c.percent, *meter.Half, *meter.Independent)
		}
	}
}

// TestErrorsOfRangeAreThoseOfOneMeter: 0.2% of 60 kW on top of 0.3% of the reading.
func TestErrorsOfRangeAreThoseOfOneMeter(t *testing.T) {
	at := slices.IndexFunc(all(t), func(v verdict) bool { return v.name == "slow_meter_level_2" })
	parts := all(t)[at].report.Uncertainty.Meters
	meter := parts[slices.IndexFunc(parts, func(p validation.MeterPart) bool { return p.Meter == "analyser" })]
	if want := 0.002 * 60e3 / (meter.Metered / float64(meter.Count)); meter.OfReading != 0.003 ||
		math.Abs(meter.OfRange-want) > 1e-9 {
		t.Errorf("of reading %v, of range %v, want %v", meter.OfReading, meter.OfRange, want)
	}
}

// TestAccuracyThatIsNotStatedIsMissed names the meter.
func TestAccuracyThatIsNotStatedIsMissed(t *testing.T) {
	b := sample.Clean(2, "2.0")
	b.Entry.Meters[0].Accuracy = power.Accuracy{}
	report := grade(t, b)
	if u := report.Uncertainty; u.Power != nil || len(u.Missing) != 1 || !strings.Contains(u.Missing[0],
		"meter "+b.Entry.Meters[0].ID) || report.Numbers.CoreAverage.Uncertainty != nil {
		t.Errorf("interval %v, missing %q", u.Power, u.Missing)
	}
}

// TestTheIntervalIsMadeOfItsComponents: these are independent of each other; what is one-sided reaches down only.
func TestTheIntervalIsMadeOfItsComponents(t *testing.T) {
	for _, v := range all(t) {
		u, n := v.report.Uncertainty, v.report.Numbers
		if u.Power == nil {
			if len(u.Missing) == 0 {
				t.Errorf("%s has no interval and says not why", v.name)
			}
			continue
		}
		squares, shift, oneSided := 0.0, 0.0, 0.0
		for _, c := range u.Components {
			squares += c.Standard * c.Standard
			shift += c.Shift
			if c.OneSided {
				oneSided += c.Half
			}
		}
		p, half := n.CoreAverage.Value, *u.Coverage*math.Sqrt(squares)
		low, high := p+shift-math.Hypot(half, oneSided), p+shift+half
		if !nearPart(u.Power.Low, low, 1e3*p) || !nearPart(u.Power.High, high, 1e3*p) ||
			u.Power.Confidence != methodology.Confidence {
			t.Errorf("%s: %v, want %v to %v", v.name, u.Power, low, high)
		}
		if !nearPart(*n.CoreAverage.Uncertainty, max(p-low, high-p), 1e3*p) ||
			!near(u.Efficiency.Low, n.Rmax.Value/u.Power.High) || !near(u.Efficiency.High, n.Rmax.Value/u.Power.Low) {
			t.Errorf("%s: ± %v W, %v GFlops/W", v.name, *n.CoreAverage.Uncertainty, u.Efficiency)
		}
		if !near(*n.CoreEnergy.Uncertainty, *n.CoreAverage.Uncertainty*n.CoreDuration.Value) {
			t.Errorf("%s: ± %v J", v.name, *n.CoreEnergy.Uncertainty)
		}
	}
}

// TestShiftsAreGradedAsIfStated: the level under a shift is that of an entry with that core phase.
func TestShiftsAreGradedAsIfStated(t *testing.T) {
	for _, v := range all(t) {
		for _, shift := range v.report.Uncertainty.Boundary.Shifts {
			if shift.Level == nil || shift.Kind == validation.Trimmed ||
				!v.measurement.Entry.Run.AveragingWindow.IsZero() || shift.Seconds != 5 {
				continue
			}
			m := *v.measurement
			m.Core = shift.Core
			report, err := validation.Grade(validation.Input{Measurement: &m,
				Edition: methodology.Edition(v.report.Methodology)})
			if err != nil {
				t.Fatal(err)
			}
			if report.GrantedLevel != *shift.Level || report.Numbers.CoreAverage.Value != *shift.Power {
				t.Errorf("%s, %s by %v s: %s and %v W, graded %s and %v W", v.name, shift.Kind, shift.Seconds,
					*shift.Level, *shift.Power, report.GrantedLevel, report.Numbers.CoreAverage.Value)
			}
		}
	}
}

func TestTheShortWayGrantsTheSameLevel(t *testing.T) {
	for _, v := range all(t) {
		if got := validation.LevelOf(v.measurement,
			methodology.Edition(v.report.Methodology)); got != v.report.GrantedLevel {
			t.Errorf("%s: %s, granted %s", v.name, got, v.report.GrantedLevel)
		}
	}
}

// TestTheClockErrorIsDeclaredOrThatOfOutputs: outputs print whole seconds.
func TestTheClockErrorIsDeclaredOrThatOfOutputs(t *testing.T) {
	b := sample.Clean(2, "2.0")
	for _, c := range []struct {
		declared, want float64
		shifts         int
	}{{0, 1, 4}, {5, 5, 4}, {0.25, 0.25, 5}} {
		b.Entry.Run.Clock.MaxErrorSeconds = c.declared
		boundary := grade(t, b).Uncertainty.Boundary
		if boundary.ClockError != c.want || boundary.Declared != (c.declared > 0) ||
			len(boundary.Shifts) != 3*c.shifts {
			t.Errorf("declared %v s: %v s, %t, %d shifts", c.declared, boundary.ClockError, boundary.Declared,
				len(boundary.Shifts))
		}
	}
}

// TestAWindowMovesWithTheCorePhase: what methodology 1.2 lets Level 1 choose lies in the core phase.
func TestAWindowMovesWithTheCorePhase(t *testing.T) {
	read, err := read(sample.Clean(1, "1.2"))
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	for _, shift := range report.Uncertainty.Boundary.Shifts {
		window := read.Entry.Run.AveragingWindow
		if shift.Kind != validation.Trimmed {
			window = shift.Kind.Of(window, time.Duration(shift.Seconds*float64(time.Second)))
		}
		if want := read.Measurement.Average(window).Total; *shift.Power != float64(want) || *shift.Level != 1 {
			t.Errorf("%s by %v s: %v W and %s, want %v W", shift.Kind, shift.Seconds, *shift.Power, *shift.Level, want)
		}
	}
}

// TestWindowsBelongToMethodology12: the claimed one lies between the best and the worst.
func TestWindowsBelongToMethodology12(t *testing.T) {
	for _, v := range all(t) {
		w := v.report.Uncertainty.Window
		if (w != nil) != (v.report.Methodology == "1.2") {
			t.Errorf("%s under %s: %v", v.name, v.report.Methodology, w)
		}
		if w == nil {
			continue
		}
		claimed := v.measurement.Entry.Run.AveragingWindow
		if legal := !claimed.IsZero() && w.Within.Contains(claimed) && claimed.Duration().Seconds() >=
			w.Shortest; legal && (w.Claimed.Power < w.Best.Power || w.Claimed.Power > w.Worst.Power) {
			t.Errorf("%s: claimed %v W, legal %v to %v W", v.name, w.Claimed.Power, w.Best.Power, w.Worst.Power)
		}
		for _, found := range []validation.WindowFigure{w.Best, w.Worst} {
			entry, m := *v.measurement.Entry, *v.measurement
			entry.Run.AveragingWindow, m.Entry = found.Span, &entry
			report, err := validation.Grade(validation.Input{Measurement: &m, Edition: methodology.V12})
			if err != nil {
				t.Fatal(err)
			}
			if open := unmet(report, 1, "must"); slices.ContainsFunc(open,
				func(s string) bool { return strings.HasPrefix(s, "level-1-window") }) {
				t.Errorf("%s: %v", v.name, open)
			}
		}
	}
}

// TestNoWindowIsThriftierThanTheOneFound tries them all.
func TestNoWindowIsThriftierThanTheOneFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		powers := rapid.SliceOfN(rapid.Float64Range(-10, 100), 2, 60).Draw(t, "powers")
		shortest := rapid.IntRange(1, len(powers)).Draw(t, "shortest")
		at, energy := []int64{0}, []power.Joules{0}
		for i, p := range powers {
			at, energy = append(at, int64(i+1)*int64(time.Second)), append(energy, energy[i]+power.Joules(p))
		}
		least := math.Inf(1)
		for i := range at {
			for j := i + shortest; j < len(at); j++ {
				least = math.Min(least, float64(energy[j]-energy[i])/float64(j-i))
			}
		}
		found := validation.Thriftiest(at, energy, time.Duration(shortest)*time.Second)
		i, j := found.Start.Unix(), found.End.Unix()
		if got := float64(energy[j]-energy[i]) / float64(j-i); j-i < int64(shortest) || math.Abs(got-least) > 1e-9 {
			t.Errorf("%v from %d to %d, least is %v", got, i, j, least)
		}
	})
}

// watts are all the powers that the uncertainty of a report holds, by where they stand.
func watts(r *validation.Report) map[string]float64 {
	u := r.Uncertainty
	all := map[string]float64{"below": u.Boundary.Below, "above": u.Boundary.Above}
	if u.Power != nil {
		all["low"], all["high"] = u.Power.Low, u.Power.High
	}
	for _, part := range u.Meters {
		all["metered by "+part.Meter] = part.Metered
		if part.Half != nil {
			all["half of "+part.Meter], all["independent of "+part.Meter] = *part.Half, *part.Independent
		}
	}
	for _, part := range u.Sampling {
		all["sampling of "+part.Subsystem+part.NodeSet] = part.Half
	}
	for _, shift := range u.Boundary.Shifts {
		if shift.Power != nil {
			all[fmt.Sprint(shift.Kind, shift.Seconds)] = *shift.Power
		}
	}
	if u.Window != nil {
		all["best"], all["worst"], all["claimed"] = u.Window.Best.Power, u.Window.Worst.Power, u.Window.Claimed.Power
	}
	return all
}

// sameUncertainty holds two reports to the same uncertainty, all powers times a factor, and to the
// same levels under each shift.
func sameUncertainty(t *rapid.T, a, b *validation.Report, factor float64) {
	first, second := watts(a), watts(b)
	if len(first) != len(second) {
		t.Fatalf("powers are %v, then %v", first, second)
	}
	for name, x := range first {
		if y, of := second[name], b.Numbers.CoreAverage.Value; !nearPart(x*factor, y, of) {
			t.Errorf("%s is %v W, then %v W", name, x, y)
		}
	}
	for i, shift := range a.Uncertainty.Boundary.Shifts {
		if other := b.Uncertainty.Boundary.Shifts[i]; factor == 1 && shift.Level != nil &&
			*shift.Level != *other.Level {
			t.Errorf("%s by %v s: %s, then %s", shift.Kind, shift.Seconds, *shift.Level, *other.Level)
		}
	}
}
