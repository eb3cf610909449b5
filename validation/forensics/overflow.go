package forensics

import (
	"math"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Overflow reports whether a fall is that of a counter that overflowed: it stood just below a power of two
// or of ten, in the unit of the file, and begins again near 0. It returns that number.
func Overflow(unit power.Unit, before, after power.Reading) (end float64, over bool) {
	one, err := unit.Fixed(1)
	if err != nil || before.Value <= 0 || after.Value < 0 {
		return 0, false
	}
	stood, begins := float64(before.Value)/float64(one), float64(after.Value)/float64(one)
	for _, end := range []float64{math.Exp2(math.Ceil(math.Log2(stood))), math.Pow10(int(math.Ceil(math.Log10(stood))))} {
		if end > 1 && end-stood <= methodology.CounterNearEnd*end && begins <= methodology.CounterNearEnd*end {
			return end, true
		}
	}
	return 0, false
}
