package infer

import (
	"math"
	"testing"
)

// Words that a map gives in another order each time are summed in one order.
func TestSumsAreTheSameEachTime(t *testing.T) {
	all := &adding{of: map[int32]map[int64]float64{}}
	for word := range int32(finest) {
		all.of[word] = map[int64]float64{0: 3 * math.Pow(10, -float64(word))}
	}
	first := all.resolution()
	for range 200 {
		if again := all.resolution(); again != first {
			t.Fatalf("%v, then %v", first, again)
		}
	}
}
