package submission

import (
	"testing"

	"green500/validation"
)

// TestNumbersAreShownInTheUnitsOfLists, with their uncertainty in the same unit; a term keeps all its digits.
func TestNumbersAreShownInTheUnitsOfLists(t *testing.T) {
	for _, c := range []struct {
		number                 *validation.Number
		value, plusMinus, unit string
	}{
		{&validation.Number{Value: 1_234_567, Unit: "W", Uncertainty: new(2_500.0)}, "1,235", "2.500", "kW"},
		{&validation.Number{Value: 4_560_000, Unit: "J"}, "4.560", "–", "MJ"},
		{&validation.Number{Value: 9_950, Unit: "GFlops"}, "9.950", "–", "TFlop/s"},
		{&validation.Number{Value: 8.06, Unit: "GFlops/W", Uncertainty: new(0.25)}, "8.060", "0.2500", "GFlops/W"},
		{&validation.Number{Value: 3_600, Unit: "s"}, "3,600", "–", "s"},
		{nil, "–", "–", "–"},
	} {
		if got := newNumberRow("x", c.number); got.value != c.value || got.plusMinus != c.plusMinus ||
			got.unit != c.unit {
			t.Errorf("%+v is shown as %q %q %q, want %+v", c.number, got.value, got.plusMinus, got.unit, c)
		}
	}
	if got := termWords(validation.Term{Name: "core_phase_s", Value: 3_600.123456, Unit: "s",
		Source: "HPL.out"}); got != "core_phase_s = 3600.123456 s, HPL.out" {
		t.Errorf("a term is %q", got)
	}
}
