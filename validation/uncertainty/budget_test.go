package uncertainty_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/uncertainty"
)

func near(got, want float64) bool { return math.Abs(got-want) <= 2e-6 }

// TestEachComponentReachesTheInterval: combined by hand from numbers of a table of Student's t.
func TestEachComponentReachesTheInterval(t *testing.T) {
	endless := math.Inf(1)
	for name, c := range map[string]struct {
		add                        func(*uncertainty.Budget)
		standard, below, above, df float64
	}{
		"nothing": {func(*uncertainty.Budget) {}, 0, 0, 0, endless},
		"zero": {func(b *uncertainty.Budget) {
			b.Add(uncertainty.FromMeters, 0, 0, endless)
			b.AddBelow(uncertainty.FromEstimates, 0)
		}, 0, 0, 0, endless},
		// 3 · 1.959964
		"meters": {func(b *uncertainty.Budget) { b.Add(uncertainty.FromMeters, 0, 3, endless) }, 3, 5.879892,
			5.879892, endless},
		"shift": {func(b *uncertainty.Budget) { b.Add(uncertainty.FromTimes, -2, 0, endless) }, 0, 2, -2, endless},
		// 4 · 3.182446
		"sampling": {func(b *uncertainty.Budget) { b.Add(uncertainty.FromSampling, 0, 4, 3) }, 4, 12.729785,
			12.729785, 3},
		// 6 / √3 = 3.464102
		"loss": {func(b *uncertainty.Budget) { b.AddLoss(6) }, 3.464102, 6.789514, 6.789514, endless},
		"ends": {func(b *uncertainty.Budget) {
			b.AddRange(uncertainty.FromEnds, uncertainty.OpenRange{Shift: 1, Half: 3},
				uncertainty.OpenRange{Shift: 2, Half: 4})
		}, 2.886751, 2.657929, 8.657929, endless}, // 5 / √3; ± 5.657929 about 3
		"estimates": {func(b *uncertainty.Budget) { b.AddBelow(uncertainty.FromEstimates, 7) }, 0, 7, 0, endless},
		// √(3² + 4² + 12² / 3) = √73, (73² / (4⁴ / 3)) = 62.449219 degrees, of which Student's t is 1.998686
		"all": {func(b *uncertainty.Budget) {
			b.Add(uncertainty.FromMeters, 2, 3, endless)
			b.Add(uncertainty.FromSampling, 0, 4, 3)
			b.AddLoss(12)
			b.AddBelow(uncertainty.FromEstimates, 7)
		}, 8.544004, 16.455793, 19.076777, 62.449219},
	} {
		b := uncertainty.Budget{}
		c.add(&b)
		standard, degrees := b.Combined()
		below, above := b.Ends()
		if !near(standard, c.standard) || degrees != c.df && !(math.Abs(degrees-c.df) < 1e-4) ||
			!near(below, c.below) || !near(above, c.above) {
			t.Errorf("%s: standard %v with %v degrees, %v below and %v above; want %+v", name, standard, degrees,
				below, above, c)
		}
	}
}

// TestNodesThatWereMeasuredAreNotSampled: the correction for a finite number of nodes is √(1 - n/N).
func TestNodesThatWereMeasuredAreNotSampled(t *testing.T) {
	for _, c := range []struct {
		measured, all int
		want          float64 // of nodes that differ by 2%
	}{
		{4, 4_000_000_000, 0.01}, // 0.02 / √4
		{4, 8, 0.007071},         // · √(1/2)
		{4, 5, 0.004472},         // · √(1/5)
		{4, 4, 0},
		{16, 32, 0.003536}, // 0.02 / √16 · √(1/2)
		{1, 8, 0.018708},   // 0.02 · √(7/8)
	} {
		if got := uncertainty.SamplingStandard(0.02, c.measured, c.all); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v: %v", c, got)
		}
	}
	// a variation that no two groups show is that of surveys, of 4 degrees of freedom
	for groups, want := range map[int]float64{0: 4, 1: 4, 2: 1, 4: 3} {
		if got := uncertainty.SamplingDegrees(groups); got != want {
			t.Errorf("%d groups: %v degrees of freedom, want %v", groups, got, want)
		}
	}
}

// halfOf is the half width that measured nodes give whose readings show how much they differ.
func halfOf(variation float64, measured, all int) float64 {
	return uncertainty.Coverage(uncertainty.SamplingDegrees(measured)) *
		uncertainty.SamplingStandard(variation, measured, all)
}

// percents rounds a part of one to the percent with the decimals that are published.
func percents(part float64, perPercent float64) float64 {
	return math.Round(100*part*perPercent) / perPercent
}

// TestPublishedSamplingErrors are the figures of section 3.2 of the notes on the methodology, for
// machines much larger than the sample.
func TestPublishedSamplingErrors(t *testing.T) {
	const many, tenths = 10_000_000, 10
	variations := []float64{0.015, 0.02, 0.03, 0.05}
	for nodes, want := range map[int][]float64{4: {2.4, 3.2, 4.8, 8.0}, 15: {0.8, 1.1, 1.7, 2.8},
		64: {0.4, 0.5, 0.7, 1.2}} {
		for i, variation := range variations {
			got := halfOf(variation, nodes, many)
			if percents(got, tenths) != want[i] {
				t.Errorf("%d nodes that differ by %v: %v, want %v%%", nodes, variation, got, want[i])
			}
		}
	}
	for half, want := range map[float64][]int{0.01: {9, 16, 34, 88}, 0.02: {3, 4, 9, 24}} {
		for i, variation := range variations {
			if got := uncertainty.UnitsFor(half, variation, 1000); got != want[i] {
				t.Errorf("%v of nodes that differ by %v: measure %d, want %d", half, variation, got, want[i])
			}
		}
	}
}

func TestMoreNodesMeasuredNeverWidenTheSamplingPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.IntRange(3, 5000).Draw(t, "all")
		measured := rapid.IntRange(2, all-1).Draw(t, "measured")
		more := rapid.IntRange(measured, all).Draw(t, "more")
		variation := rapid.Float64Range(0, 0.2).Draw(t, "variation")
		before, after := halfOf(variation, measured, all), halfOf(variation, more, all)
		if after > before {
			t.Errorf("%v of %d nodes, then %v of %d", before, measured, after, more)
		}
	})
}

// TestTheOutputDecidesItsTimes: with the time of the solution, whole seconds tell how late a run may have begun.
func TestTheOutputDecidesItsTimes(t *testing.T) {
	for took, want := range map[float64]uncertainty.Times{
		60.25: {Start: uncertainty.Range{From: 0, To: 0.75}, End: uncertainty.Range{From: 0.25, To: 1}, Tied: true},
		59.25: {Start: uncertainty.Range{From: 0.75, To: 1}, End: uncertainty.Range{From: 0, To: 0.25}, Tied: true},
		61.5:  {Start: uncertainty.Range{From: 0, To: 1}, End: uncertainty.Range{From: 0, To: 1}},
	} {
		if got := uncertainty.Printed(60, took); got != want {
			t.Errorf("60 s that took %v s: %+v", took, got)
		}
	}
}

// TestTimesMoveTheMean: of 1000 W for 100 s with 400 W before and after, each second that the span lies beside takes 6
// W.
func TestTimesMoveTheMean(t *testing.T) {
	around := func(before, after float64) func(float64) float64 {
		return func(s float64) float64 {
			if s < 0 {
				return s * before
			}
			return s * after
		}
	}
	run := uncertainty.Energies{Start: around(400, 1000), End: around(1000, 400), Between: 100_000, Seconds: 100}
	for name, c := range map[string]struct{ clock, stamp, shift, standard float64 }{
		"certain": {0, 0, 0, 0},
		// off by 0.8, 0.4, 0, 0.4 and 0.8 s: mean 0.48 s, deviation √(0.32 - 0.48²) s
		"clock": {1, 0, -2.88, 1.795996},
		"stamp": {0, 10, -30, 16.970563}, // late by 1, 3, 5, 7 and 9 s: mean 5 s, deviation √8 s
	} {
		if shift, standard := (uncertainty.Times{Tied: true}).Component(run, c.clock, c.stamp); !near(shift, c.shift) ||
			!near(standard, c.standard) {
			t.Errorf("%s: %v ± %v W, want %v ± %v W", name, shift, standard, c.shift, c.standard)
		}
	}
}

func TestOpenRangesAddUp(t *testing.T) {
	r := uncertainty.OpenRange{}
	r.Add(2, -1, 3) // within 4 about 2
	r.Add(-1, 0, 2) // within 1 about -1
	if want := (uncertainty.OpenRange{Shift: 1, Half: 5}); r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
}

func TestLimitsOfCoverageAndSamples(t *testing.T) {
	for name, c := range map[string][2]float64{
		"fewer than one degree of freedom": {uncertainty.Coverage(0.5), 12.706205}, // Student's t of one degree
		"all nodes alike":                  {float64(uncertainty.UnitsFor(0.01, 0.0001, 100)), 1},
		"more than all nodes":              {float64(uncertainty.UnitsFor(0.001, 0.9, 100)), 100},
	} {
		if !near(c[0], c[1]) {
			t.Errorf("%s: %v, want %v", name, c[0], c[1])
		}
	}
}
