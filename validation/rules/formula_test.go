package rules

import (
	"errors"
	"math"
	"testing"
)

func TestFormulasAreEvaluated(t *testing.T) {
	for text, want := range map[string]float64{
		"20 x 520 W maximum":                         10400,
		"20 x 520 W maximum (data sheet)":            10400,
		"20 switches x 520 W = 10,400 W":             10400,
		"20 switches of 520 W each":                  10400,
		"2 x 600 W + 3 × 0.1 kW":                     1500,
		"2 * (1.2 kW + 300 W)":                       3000,
		"10,400 W":                                   10400,
		"2 x 1.5 MW":                                 3e6,
		"4 switches at 1'200 W plus 2 × 50 W":        4900,
		"20 x 520 W (maximum of the data sheet) / 2": 5200,
		"1 x 750 W maximum":                          750,
		"typical":                                    math.NaN(),
		"520 W maximum per switch, 20 switches":      math.NaN(),
		"10% of the compute nodes":                   math.NaN(),
		"":                                           math.NaN(),
		"20 x (520 W":                                math.NaN(),
		"from the data sheet: 20 switches with 520 W, all ports": math.NaN(),
	} {
		got, err := evaluate(text)
		if err != nil {
			got = math.NaN()
		}
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q comes to %v (%v), want %v", text, got, err, want)
		}
	}
}

func FuzzFormula(f *testing.F) {
	f.Add("20 x 520 W + (3 kW / 2)")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := evaluate(text); err != nil && !errors.Is(err, errNoFormula) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
