package methodology_test

import (
	"slices"
	"testing"

	"green500/validation/methodology"
	"green500/validation/power"
)

func TestADraftIsKnownAndNotListed(t *testing.T) {
	if got, want := methodology.Editions(),
		[]methodology.Edition{methodology.V12, methodology.V20, methodology.V30}; !slices.Equal(got, want) {
		t.Errorf("editions are %v, want %v", got, want)
	}
	if got, want := methodology.Listed(),
		[]methodology.Edition{methodology.V12, methodology.V20}; !slices.Equal(got, want) {
		t.Errorf("listed are %v, want %v", got, want)
	}
	for _, edition := range methodology.Editions() {
		if parsed, known := methodology.Parse(string(edition)); !known || parsed != edition {
			t.Errorf("%s is not known", edition)
		}
		if edition.Draft() == slices.Contains(methodology.Listed(), edition) {
			t.Errorf("%s is a draft: %v, and listed, too, or neither", edition, edition.Draft())
		}
	}
	if methodology.InForce.Draft() {
		t.Error("a draft is in force")
	}
}

// TestLevels2And3OfTheDraftDifferInAspects2To4: aspect 1 asks the same of both.
func TestLevels2And3OfTheDraftDifferInAspects2To4(t *testing.T) {
	two, three := methodology.V30.Limits(2), methodology.V30.Limits(3)
	if two.ReadoutInterval != three.ReadoutInterval || two.EnergyReadWithin != three.EnergyReadWithin ||
		two.CoreMinimum != three.CoreMinimum || two.IdleMeasurements != three.IdleMeasurements {
		t.Errorf("aspect 1 asks %+v of Level 2 and %+v of Level 3", two, three)
	}
}

// TestTheDraftKeepsWhatItDoesNotChange: fractions, subsystems and losses are those of 2.0.
func TestTheDraftKeepsWhatItDoesNotChange(t *testing.T) {
	for _, level := range power.Levels() {
		force, draft := methodology.V20.Limits(level), methodology.V30.Limits(level)
		if force.Compute != draft.Compute || force.SetFraction != draft.SetFraction ||
			force.SubsystemFraction != draft.SubsystemFraction ||
			force.Accuracy != draft.Accuracy || force.SharedAccuracy != draft.SharedAccuracy ||
			force.LossInterval != draft.LossInterval || !slices.Equal(force.LossFoundBy, draft.LossFoundBy) {
			t.Errorf("%s: %+v in 2.0, %+v in the draft", level, force, draft)
		}
	}
}
