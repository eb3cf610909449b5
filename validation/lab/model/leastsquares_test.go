package model

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// TestStatisticsAreThoseOfTheLibrary, bit by bit: only the program does without its library of linear algebra.
func TestStatisticsAreThoseOfTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 2; n < 300; n++ {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = random.Float64(), 1e3*random.NormFloat64()+float64(n)
		}
		start, slope := lineThrough(x, y)
		if wantStart, wantSlope := stat.LinearRegression(x, y, nil, false); start != wantStart || slope != wantSlope {
			t.Fatalf("%d pairs: %v, %v; want %v, %v", n, start, slope, wantStart, wantSlope)
		}
		mean, deviation := deviationOf(y)
		if wantMean, wantDeviation := stat.MeanStdDev(y, nil); mean != wantMean || deviation != wantDeviation {
			t.Fatalf("%d values: %v, %v; want %v, %v", n, mean, deviation, wantMean, wantDeviation)
		}
	}
}
