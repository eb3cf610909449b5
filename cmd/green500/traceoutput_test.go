package main

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A value is written to its last digit, and no more.
func TestFixedIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value, digits := rapid.Int64().Draw(t, "value"), rapid.IntRange(1, 9).Draw(t, "digits")
		text := string(appendFixed([]byte("before,"), value, digits))
		number, begun := strings.CutPrefix(text, "before,")
		got, ok := new(big.Rat).SetString(number)
		want := new(big.Rat).SetFrac(big.NewInt(value), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
		if !begun || !ok || got.Cmp(want) != 0 {
			t.Fatalf("%q for %s", text, want.FloatString(digits))
		}
		if strings.Contains(number, ".") && strings.HasSuffix(number, "0") || strings.HasSuffix(number, ".") {
			t.Fatalf("%q has more digits than it needs", number)
		}
	})
}
