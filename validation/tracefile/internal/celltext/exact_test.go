package celltext

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// A number that is read without a float is what the float would have made of it, to the last bit.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom(power.Units()).Draw(t, "unit")
		text := drawnNumber(t)
		d, next, ok := DecimalAt([]byte(text+",7"), 0, '.', &Figures{})
		if !ok {
			return
		}
		if next != len(text) {
			t.Fatalf("%s ends at %d", text, next)
		}
		got, ok := NewExact(power.Unit(unit)).Fixed(d)
		if !ok {
			return
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		want, err := power.Unit(unit).Fixed(value)
		if err != nil || got != want {
			t.Fatalf("%s %s is read as %d, want %d (%v)", text, unit, got, want, err)
		}
	})
}

// drawnNumber draws numbers as meters write them, and such as lie in the middle of two steps.
func drawnNumber(t *rapid.T) string {
	text := rapid.StringMatching(`[-+]?[0-9]{0,12}\.?[0-9]{0,12}`).Draw(t, "text")
	if rapid.Bool().Draw(t, "middle") {
		text += "5"
	}
	return text
}
