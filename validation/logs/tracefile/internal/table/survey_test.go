package table

import (
	"testing"

	"pgregory.net/rapid"
)

// TestShortNumbersAreNumbers also if they are looked at as any other cell, by the clock and the calendar.
func TestShortNumbersAreNumbers(t *testing.T) {
	short := 0
	rapid.Check(t, func(t *rapid.T) {
		cell := []byte(rapid.StringMatching(`-?[0-9]{0,9}(\.[0-9]{0,9}){0,2}[eW]?`).Draw(t, "cell"))
		if isShortNumber(cell) {
			short++
			if k := lookedAt(cell); k != Number {
				t.Fatalf("%q is of kind %d", cell, k)
			}
		}
	})
	if short == 0 {
		t.Error("no short number was drawn")
	}
}
