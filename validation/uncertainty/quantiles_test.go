package uncertainty

import (
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestQuantilesAreThoseOfTheLibrary, bit by bit.
func TestQuantilesAreThoseOfTheLibrary(t *testing.T) {
	for _, p := range []float64{0.6, 0.9, 0.95, 0.975, 0.995, 0.9999} {
		if got, want := normalQuantile(p), distuv.UnitNormal.Quantile(p); got != want {
			t.Errorf("%g: %v, want %v", p, got, want)
		}
		for degrees := 1.0; degrees < 2000; degrees *= 1.07 {
			if got, want := studentQuantile(degrees, p),
				(distuv.StudentsT{Sigma: 1, Nu: degrees}).Quantile(p); got != want {
				t.Errorf("%g with %g: %v, want %v", p, degrees, got, want)
			}
		}
	}
}
