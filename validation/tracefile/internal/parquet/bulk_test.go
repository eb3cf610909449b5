package parquet

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestRounded holds what is rounded to what the library makes of it, also near halves and where a float64 has no more decimals.
func TestRounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(-mostRounded, mostRounded).Draw(t, "value")
		if rapid.Bool().Draw(t, "half") {
			value = float64(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "halves")) / 2
		}
		for _, near := range []float64{math.Nextafter(value, -mostRounded), value, math.Nextafter(value, mostRounded)} {
			if got, want := rounded(near), math.Round(near); math.Abs(near) < mostRounded && float64(got) != want {
				t.Fatalf("%v is rounded to %d, want %.0f", near, got, want)
			}
		}
	})
}
