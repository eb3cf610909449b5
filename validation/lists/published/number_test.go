package published_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/lists/published"
)

func TestNumbersOfCells(t *testing.T) {
	for text, want := range map[string]float64{
		"1": 1, "17280.0": 17280, "1,759,000.5": 1759000.5, ".5": 0.5, "5.": 5, "-3": -3, "+2": 2, "1e3": 1000,
		"57.152999999999999": 57.153, "1E-2": 0.01,
	} {
		if got, ok := published.Decimal(text, 0); !ok || got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
	for _, text := range []string{"", "NaN", "Inf", "0x10", "1_000", "1,2", "1,2345", "12 kW", "1e9999", "1e999", "--1",
		"#N/A", "."} {
		if got, ok := published.Decimal(text, 0); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestUnitsAddNoError: a number in thousands is what its digits say, not what a multiplication makes of it.
func TestUnitsAddNoError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thousandths := rapid.Int64Range(0, 1e12).Draw(t, "thousandths")
		text := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
		if got, ok := published.Decimal(text, 3); !ok || got != float64(thousandths) {
			t.Fatalf("%s times 1000 is %v", text, got)
		}
		if got, ok := published.Decimal(strconv.FormatInt(thousandths, 10), -3); !ok ||
			math.Abs(got*1000-float64(thousandths)) > 1e-3 {
			t.Fatalf("%d thousandths are %v", thousandths, got)
		}
	})
}

func TestNumbersAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64().Draw(t, "number")
		for _, form := range []byte("fge") {
			text := strconv.FormatFloat(number, form, -1, 64)
			if got, ok := published.Decimal(text, 0); !ok && number != 0 && math.Abs(number) > 1e-300 &&
				math.Abs(number) < 1e300 || ok && got != number {
				t.Fatalf("%s is %v", text, got)
			}
		}
	})
}
