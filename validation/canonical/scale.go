package canonical

import (
	"math"

	"green500/validation/power"
)

// Nanoseconds, microwatts and millijoules most often end in zeros, which are left out: steps of a
// millisecond take two bytes less than as many nanoseconds do. Parquet knows times of three, six and
// nine decimal places, and numbers of any.
const (
	timePlaces = 9 // of nanoseconds
	timeStep   = 3
	mostTime   = 6 // zeros left out of a time: it is in milliseconds then
	valueStep  = 1
)

// placesOf relates a quantity to the decimal places of its values: microwatts, millijoules.
var placesOf = map[power.Quantity]int{power.Power: 6, power.Energy: 3}

// zeros is how many zeros every number ends in, and leaves them out. A number that ends in so many is
// divided by a multiplication, as the zeros are known to be there.
type zeros struct {
	digits  int
	twos    uint8 // as many as digits
	mask    int64 // of the bits that are 0 in a multiple of the power of two
	inverse int64 // of the power of five, modulo 2^64
	most    int64 // the largest quotient by it
	factor  int64
}

func zerosOf(digits int) zeros {
	five := int64(1)
	for range digits {
		five *= 5
	}
	inverse := five
	for range 5 { // each step of Newton's doubles the bits that are right, of which there are three
		inverse *= 2 - five*inverse
	}
	return zeros{digits: digits, twos: uint8(digits), mask: 1<<digits - 1, inverse: inverse, most: math.MaxInt64 / five, factor: five << digits}
}

// has reports whether a number ends in the zeros.
func (z *zeros) has(n int64) bool {
	q := z.without(n)
	return n&z.mask == 0 && q <= z.most && q >= -z.most
}

// leading returns how many numbers stand before the first that does not end in the zeros.
func (z *zeros) leading(numbers []int64) int {
	for i, n := range numbers {
		if !z.has(n) {
			return i
		}
	}
	return len(numbers)
}

// ascend reports whether numbers that end in the zeros follow in their order, as times do most often.
// Steps that are all the same are not looked at twice.
func (z *zeros) ascend(numbers []int64) bool {
	if len(numbers) == 0 || !z.has(numbers[0]) {
		return false
	}
	before, last := numbers[0], int64(0)
	for _, n := range numbers[1:] {
		step := n - before
		if n < before || step != last && (step < 0 || !z.has(step)) { // below zero it is too long to tell
			return false
		}
		before, last = n, step
	}
	return true
}

// admit gives up as many zeros, some at a step, as numbers ask for.
func (z *zeros) admit(numbers []int64, step int) {
	for z.digits > 0 {
		n := z.leading(numbers)
		if n == len(numbers) {
			return
		}
		numbers, *z = numbers[n:], zerosOf(z.digits-step)
	}
}

// without returns a number that ends in the zeros without them.
func (z *zeros) without(n int64) int64 { return (n >> (z.twos & 63)) * z.inverse }

// restore puts the zeros back.
func (z *zeros) restore(numbers []int64) {
	if z.digits == 0 {
		return
	}
	for i := range numbers {
		numbers[i] *= z.factor
	}
}

// scales are the zeros of times and of values.
type scales struct{ time, value zeros }

func scalesOf(quantity power.Quantity) scales {
	return scales{zerosOf(mostTime), zerosOf(placesOf[quantity])}
}

// admit gives up the zeros that readings ask for. It reports whether the times are seen to ascend.
func (s *scales) admit(at, value []int64) (ascend bool) {
	if ascend = s.time.ascend(at); !ascend {
		s.time.admit(at, timeStep)
	}
	s.value.admit(value, valueStep)
	return ascend
}
