package celltext

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Every number that strconv writes is read as strconv reads it.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(-1e18, 1e18).Draw(t, "value")
		format := rapid.SampledFrom([]byte{'f', 'e', 'g'}).Draw(t, "format")
		text := strconv.FormatFloat(value, format, rapid.IntRange(-1, 20).Draw(t, "places"), 64)
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, plain := PlainNumber([]byte(text)); !plain || got != want {
			t.Fatalf("%s is read as %v (%v), want %v", text, got, plain, want)
		}
	})
	for _, text := range []string{"", "-", ".", "+.", "1..2", "1.2.3", "e5", "1e", "1e+", "NaN", "nan", "Inf", "+inf",
		"0x10", "1_000", "1 000", "1,5", "١", "5W"} {
		if _, plain := PlainNumber([]byte(text)); plain {
			t.Errorf("%q is read as a number", text)
		}
	}
}
