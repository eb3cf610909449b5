package logwarnings_test

import (
	"testing"

	"green500/validation/forensics/logwarnings"
	"green500/validation/power"
)

func TestFiguresHaveTheUnitThatFits(t *testing.T) {
	for got, want := range map[string]string{
		logwarnings.Energy(7_200): "2 Wh", logwarnings.Energy(7_201): "7201 J", logwarnings.Energy(0): "0 J",
		logwarnings.Watts(9_999.5): "9999.50 W", logwarnings.Watts(10_000): "10.000 kW",
		logwarnings.Watts(power.Watts(-12_345.6)): "-12.346 kW",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
