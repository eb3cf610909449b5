package plausibility_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"green500/validation/document/sample"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

// warned reports whether a question names a prediction from outside the run, or from half of its instruments.
func warned(p plausibility.Panel) bool {
	for _, one := range p.Predictions {
		if (one.Outside || one.Name == half) && one.Beyond {
			return true
		}
	}
	return false
}

const half = "Half of the instruments"

// sharpestOf is the prediction that a warning needs the smallest deviation from.
func sharpestOf(p plausibility.Panel) (plausibility.Prediction, bool) {
	sharpest, ok := p.Sharpest()
	if one, found := named(p, half); found && (!ok || one.Smallest() < sharpest.Smallest()) {
		return one, true
	}
	return sharpest, ok
}

// TestAScaledClaimIsFound: if such predictions have an error below 1%, a claim that is 3% off is a warning, and
// an honest one is not. If the error is larger, the smallest deviation that would be found is stated, and is found.
func TestAScaledClaimIsFound(t *testing.T) {
	sharp := 0
	for i, shape := range slices.Repeat(sample.Shapes(), 2) {
		level := power.Level(2 + i%2)
		b, _ := sample.CleanShape(shape, level, "2.0")
		honest := panel(t, b)
		sharpest, ok := sharpestOf(honest)
		if warned(honest) {
			t.Errorf("%s: %v", shape, honest.Questions)
		}
		if !ok {
			if !strings.Contains(strings.Join(honest.Missing, " "), "Data from outside the run") {
				t.Errorf("%s has no such data, and the panel does not say so", shape)
			}
			continue
		}
		if b.Entry.Run.Claimed.PowerWatts == 0 {
			b.Entry.Run.Claimed.PowerWatts = float64(honest.Held)
		}
		claim := b.Entry.Run.Claimed.PowerWatts
		for _, factor := range []float64{0.97, 1, 1.03, 1 + 1.2*sharpest.Smallest(), 1 - 1.2*sharpest.Smallest()} {
			b.Entry.Run.Claimed.PowerWatts = factor * claim
			wanted := factor != 1 && math.Abs(factor-1) > sharpest.Smallest()+math.Abs(sharpest.Part())
			if sharpest.Smallest() < 0.03 && factor != 1 && math.Abs(factor-1) >= 0.03 {
				sharp++
				wanted = true
			}
			if got := warned(panel(t, b)); wanted && !got || factor == 1 && got {
				t.Errorf("%s: claim × %.3f: warned %v, the smallest deviation is %.2f%%", shape, factor, got,
					100*sharpest.Smallest())
			}
		}
	}
	if sharp < 4 {
		t.Errorf("only %d scaled claims had a source with an error below 1%%", sharp)
	}
}

// TestSystemsOfTheSameMakePredict: by their mean efficiency, with their spread as the error, and not if there are two.
func TestSystemsOfTheSameMakePredict(t *testing.T) {
	b := sample.Clean(2, "2.0")
	m, report := graded(t, b)
	own := report.Numbers.Rmax.Value / float64(plausibility.Of(m, report, plausibility.Sources{}).Held)
	of := func(parts ...float64) plausibility.Panel {
		var sisters []plausibility.Sister
		for _, part := range parts {
			sisters = append(sisters, plausibility.Sister{Efficiency: own * part})
		}
		return plausibility.Of(m, report, plausibility.Sources{Sisters: sisters})
	}
	for _, c := range []struct {
		parts     []float64
		predicted bool
		beyond    bool
	}{
		{[]float64{1, 1}, false, false}, {[]float64{0.98, 1, 1.02}, true, false},
		{[]float64{1.28, 1.30, 1.32}, true, true}, {[]float64{0.7, 1.3, 1.9}, true, false},
	} {
		predicted, beyond := false, false
		for _, one := range of(c.parts...).Predictions {
			if one.Name == "Systems of the same make" {
				predicted, beyond = true, one.Beyond
			}
		}
		if predicted != c.predicted || beyond != c.beyond {
			t.Errorf("%v: predicted %v, beyond %v", c.parts, predicted, beyond)
		}
	}
}

// TestTheEditionBeforePredicts: by the power of its nodes if it was graded here, else by its efficiency.
func TestTheEditionBeforePredicts(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	now := plausibility.Of(m, report, plausibility.Sources{})
	sets := now.Sets
	for _, c := range []struct {
		earlier plausibility.Earlier
		scale   power.Watts
		beyond  bool
	}{
		{plausibility.Earlier{Edition: "2026-06", Sets: sets}, 1, false},
		{plausibility.Earlier{Edition: "2026-06", Sets: sets}, 1.2, true},
		{plausibility.Earlier{Edition: "2026-06", Efficiency: report.Numbers.Efficiency.Value}, 1, false},
		{plausibility.Earlier{Edition: "2026-06", Efficiency: report.Numbers.Efficiency.Value * 1.3}, 1, true},
	} {
		if len(c.earlier.Sets) > 0 {
			scaled := append([]plausibility.Set{}, sets...)
			for i := range scaled {
				scaled[i].Load *= c.scale
			}
			c.earlier.Sets = scaled
		}
		found := false
		for _, one := range plausibility.Of(m, report, plausibility.Sources{Earlier: &c.earlier}).Predictions {
			if one.Name == "Edition 2026-06" {
				found = true
				if one.Beyond != c.beyond || !one.Outside {
					t.Errorf("× %v: %+v", c.scale, one)
				}
			}
		}
		if !found {
			t.Errorf("%+v predicts nothing", c.earlier)
		}
	}
}
