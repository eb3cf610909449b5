package validation_test

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/power"
)

// numbersOf are the figures of a report by name; a figure that could not be formed is left out.
func numbersOf(t failer, report *validation.Report) map[string]validation.Number {
	t.Helper()
	text, err := json.Marshal(report.Numbers)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]*validation.Number
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	formed := map[string]validation.Number{}
	for name, number := range all {
		if number != nil {
			formed[name] = *number
		}
	}
	return formed
}

// near compares figures: sums in another order scatter in their last digits, and reports round to a
// millionth before they are scaled here.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))+1e-5 }

// nearPart compares what was computed from a figure and may be much smaller than it.
func nearPart(a, b, of float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(of)+1e-5 }

// shuffled puts a list in another order.
func shuffled[T any](t *rapid.T, what string, list []T) []T {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	another := make([]T, len(list))
	for i, j := range rapid.Permutation(order).Draw(t, what) {
		another[i] = list[j]
	}
	return another
}

// sameNumbers holds two reports to the same figures, all powers and energies times a factor.
func sameNumbers(t *rapid.T, a, b *validation.Report, factor float64) {
	first, second := numbersOf(t, a), numbersOf(t, b)
	if len(first) != len(second) {
		t.Fatalf("figures are %v, then %v", slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(second)))
	}
	for name, x := range first {
		y, times := second[name], map[string]float64{"W": factor, "J": factor, "GFlops/W": 1 / factor}[x.Unit]
		if times == 0 {
			times = 1
		}
		if !near(x.Value*times, y.Value) {
			t.Errorf("%s is %v %s, then %v", name, x.Value, x.Unit, y.Value)
		}
		if (x.Uncertainty == nil) != (y.Uncertainty == nil) ||
			x.Uncertainty != nil && !nearPart(*x.Uncertainty*times, *y.Uncertainty, y.Value) {
			t.Errorf("%s has another uncertainty: %v, then %v", name, x.Uncertainty, y.Uncertainty)
		}
	}
}

func TestOrderOfTheDocumentDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		other := b.Bundle
		other.Entry.Series = shuffled(t, "series", b.Entry.Series)
		other.Entry.Meters = shuffled(t, "meters", b.Entry.Meters)
		other.Entry.Subsystems = shuffled(t, "subsystems", b.Entry.Subsystems)
		other.Entry.NodeSets = shuffled(t, "sets", b.Entry.NodeSets)
		before, after := grade(t, b.Bundle), grade(t, other)
		sameNumbers(t, before, after, 1)
		sameUncertainty(t, before, after, 1)
		if !maps.Equal(levelsOf(before), levelsOf(after)) {
			t.Errorf("levels are %v, then %v", levelsOf(before), levelsOf(after))
		}
	})
}

// TestScaledReadingsScaleThePower: readings, estimates and ranges times a whole factor.
func TestScaledReadingsScaleThePower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		factor := rapid.IntRange(2, 9).Draw(t, "factor")
		scaled, err := read(b.Bundle)
		if err != nil {
			t.Fatal(err)
		}
		scale(scaled.Measurement, factor)
		report, err := scaled.Grade(b.Methodology)
		if err != nil {
			t.Fatal(err)
		}
		before := grade(t, b.Bundle)
		sameNumbers(t, before, report, float64(factor))
		sameUncertainty(t, before, report, float64(factor))
	})
}

func scale(m *power.Measurement, factor int) {
	entry := m.Entry
	entry.Subsystems, entry.Meters, entry.Idle = slices.Clone(entry.Subsystems), slices.Clone(entry.Meters),
		slices.Clone(entry.Idle)
	for i := range entry.Subsystems {
		entry.Subsystems[i].PowerWatts *= float64(factor)
	}
	for i := range entry.Idle {
		entry.Idle[i].PowerWatts *= float64(factor)
	}
	for i := range entry.Meters {
		entry.Meters[i].Accuracy.RangeWatts *= float64(factor)
	}
	for i, part := range m.Parts {
		m.Parts[i].Meter = entry.MeterOf(part.Series)
		for j, trace := range part.Traces {
			at, values := trace.Columns()
			values = slices.Clone(values)
			for k := range values {
				values[k] *= int64(factor)
			}
			part.Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, at, values)
		}
	}
}
