package canonical

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// The zeros are told by multiplications; a division tells the same.
func TestZerosAreToldAsByDivision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := zerosOf(rapid.IntRange(1, 9).Draw(t, "digits"))
		n := rapid.OneOf(rapid.Int64(),
			rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, math.MaxInt64})).Draw(t, "number")
		highest := n / z.factor * z.factor // towards zero
		last := math.MaxInt64 / z.factor * z.factor
		for _, one := range []int64{n, highest, highest + 1, last, last + z.factor, -last, -last - z.factor} {
			if ends := one%z.factor == 0; z.has(one) != ends {
				t.Fatalf("%d ends in %d zeros: %v", one, z.digits, !ends)
			}
		}
		if z.without(highest) != n/z.factor {
			t.Fatalf("%d without %d zeros is %d", highest, z.digits, z.without(highest))
		}
	})
}

func TestNumbersThatEndInZerosAreLookedAtTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := zerosOf(rapid.IntRange(1, 6).Draw(t, "digits"))
		numbers := anyNumbers(t)
		for i := range numbers {
			numbers[i] = numbers[i] / z.factor * z.factor
		}
		if at := rapid.IntRange(0, 2*len(numbers)).Draw(t, "other"); at < len(numbers) {
			numbers[at] += rapid.Int64Range(-1, 1).Draw(t, "by")
		}
		leading := slices.IndexFunc(numbers, func(n int64) bool { return n%z.factor != 0 })
		if leading < 0 {
			leading = len(numbers)
		}
		if got := z.leading(numbers); got != leading {
			t.Fatalf("%d lead of %v, not %d", got, numbers, leading)
		}
	})
}

// TestWhatIsToldOfValuesChangesNoScale: it spares a look, wherever the values stand that it is told of.
func TestWhatIsToldOfValuesChangesNoScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		untold := scalesOf(power.Power)
		told := untold
		for range rapid.IntRange(1, 3).Draw(t, "pieces") {
			value := rapid.SliceOf(rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 10_000, -100, 1_000_000}))).
				Draw(t, "values")
			m := Multiples{Factor: rapid.SampledFrom([]int64{0, 1, 100, 2_500, 3_600_000, 1_000_000}).Draw(t, "factor")}
			if len(value) > 0 && m.Factor > 0 {
				m.From = rapid.IntRange(0, len(value)).Draw(t, "from")
				m.To = rapid.IntRange(m.From, len(value)).Draw(t, "to")
			}
			for i := m.From; i < m.To; i++ {
				value[i] = value[i] / m.Factor * m.Factor
			}
			at := make([]int64, len(value))
			untold.admit(at, value, Multiples{})
			told.admit(at, value, m)
			for i, n := range value {
				if n%told.value.factor != 0 {
					t.Fatalf("value %d of %v, %d, does not end in %d zeros, %+v", i, value, n, told.value.digits, m)
				}
			}
		}
		if told.value.digits != untold.value.digits {
			t.Fatalf("%d zeros, and %d untold", told.value.digits, untold.value.digits)
		}
	})
}
