package validation_test

import (
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// TestTheCoreMakesThePublishedNumbers: a window is reckoned as what is published is.
func TestTheCoreMakesThePublishedNumbers(t *testing.T) {
	for _, edition := range []methodology.Edition{methodology.V12, methodology.V20} {
		in := claimInput(t, edition)
		report, err := validation.Grade(in)
		if err != nil {
			t.Fatal(err)
		}
		claim := validation.ClaimOf(in, in.Measurement.Core)
		if *claim.Power != report.Numbers.CoreAverage.Value || *claim.Energy != report.Numbers.CoreEnergy.Value ||
			*claim.Efficiency != report.Numbers.Efficiency.Value {
			t.Errorf("%s: the core phase gives %v W, %v J, %v GFlops/W; the verdict says %v, %v, %v", edition,
				*claim.Power, *claim.Energy, *claim.Efficiency,
				report.Numbers.CoreAverage.Value, report.Numbers.CoreEnergy.Value, report.Numbers.Efficiency.Value)
		}
		if *claim.Level != report.GrantedLevel {
			t.Errorf("%s: the core phase gives level %d, the verdict says %d", edition, *claim.Level,
				report.GrantedLevel)
		}
	}
}

// TestALevelHoldsTheLowerOnes: revenue grade meets the accuracy of Level 3, but not that of Level 2 behind transformers
// of 3%, nor that of Level 1 behind 5%.
func TestALevelHoldsTheLowerOnes(t *testing.T) {
	for transformers, want := range map[float64]power.Level{1: 3, 3: 1, 5: 0} {
		b := sample.Clean(3, string(methodology.V20))
		for i := range b.Entry.Meters {
			b.Entry.Meters[i].Accuracy = power.Accuracy{Grade: power.Revenue, Transformers: transformers}
		}
		read, err := read(b)
		if err != nil {
			t.Fatal(err)
		}
		claim := validation.ClaimOf(validation.Input{Measurement: read.Measurement, Edition: methodology.V20},
			read.Measurement.Core)
		if got := grade(t, b).GrantedLevel; got != want || *claim.Level != want {
			t.Errorf("behind transformers of %v%% %s is granted, and %s for the window: %s; want %s", transformers, got,
				*claim.Level, claim.Why, want)
		}
	}
}

// TestTheLevelOfAWindow: only an edition that leaves a choice says what a window would be worth.
func TestTheLevelOfAWindow(t *testing.T) {
	level := func(l power.Level) *power.Level { return &l }
	for name, c := range map[string]struct {
		edition    methodology.Edition
		from, to   float64 // parts of the core phase
		level      *power.Level
		says       string
		nothingYet bool
	}{
		"in the middle": {edition: methodology.V12, from: 0.2, to: 0.8, level: level(0), says: "no-estimates"},
		"at the end":    {edition: methodology.V12, from: 0.75, to: 1, level: level(0), says: "level-1-window"},
		"too short": {edition: methodology.V12, from: 0.5, to: 0.51, level: level(0),
			says: "level-1-window"},
		"without a choice":    {edition: methodology.V20, from: 0.2, to: 0.8, says: "averages the whole core phase"},
		"before all readings": {edition: methodology.V12, from: -900, to: -800, says: "no readings", nothingYet: true},
		"of no length":        {edition: methodology.V20, from: 0.5, to: 0.5, says: "no readings", nothingYet: true},
		"between two readings": {edition: methodology.V20, from: 0.5, to: 0.5 + 1e-7, says: "no readings",
			nothingYet: true},
	} {
		in := claimInput(t, c.edition)
		core := in.Measurement.Core
		at := func(part float64) time.Time { return core.Start.Add(time.Duration(part * float64(core.Duration()))) }
		got := validation.ClaimOf(in, power.NewSpan(at(c.from), at(c.to)))
		if (got.Level == nil) != (c.level == nil) || got.Level != nil && *got.Level != *c.level ||
			!strings.Contains(got.Why, c.says) {
			t.Errorf("%s: %v, %q", name, got.Level, got.Why)
		}
		if (got.Power == nil) != c.nothingYet {
			t.Errorf("%s: the mean is %v", name, got.Power)
		}
	}
}

func claimInput(t *testing.T, edition methodology.Edition) validation.Input {
	t.Helper()
	read, err := read(sample.Clean(2, string(edition)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	return validation.Input{Measurement: read.Measurement, Edition: edition}
}
