package canonical

import (
	"math"
	"math/bits"

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

// zeros is how many zeros every number ends in, and leaves them out: a multiplication does as they are known.
type zeros struct {
	digits  int
	twos    uint8  // as many as digits
	inverse int64  // of the power of five, modulo 2^64
	lift    uint64 // by which the lowest multiple comes to stand at 0
	most    uint64 // where the highest stands
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
	factor := five << digits
	above := uint64(math.MaxInt64 / factor) // zero
	return zeros{digits: digits, twos: uint8(digits), inverse: inverse, lift: above << digits, most: 2 * above,
		factor: factor}
}

// place is that of a number among those that end in the zeros (Warren, Hacker's Delight, 10-17).
func (z *zeros) place(n int64) uint64 {
	return bits.RotateLeft64(uint64(n*z.inverse)+z.lift, -int(z.twos))
}

func (z *zeros) has(n int64) bool { return z.place(n) <= z.most }

func (z *zeros) leading(numbers []int64) int {
	of := *z
	for i, n := range numbers {
		if of.place(n) > of.most {
			return i
		}
	}
	return len(numbers)
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

func (z *zeros) without(n int64) int64 { return (n >> (z.twos & 63)) * z.inverse }

type scales struct{ time, value zeros }

func (s *scales) of(column int) *zeros { return [2]*zeros{&s.time, &s.value}[column] }

func scalesOf(quantity power.Quantity) scales {
	return scales{zerosOf(mostTime), zerosOf(placesOf[quantity])}
}

// Multiples states that values From..To-1 are multiples of a factor, which are then not checked one by one.
type Multiples struct {
	From, To int
	Factor   int64
}

func (s *scales) admit(at, value []int64, told Multiples) {
	s.time.admit(at, timeStep)
	s.value.admit(value[:told.From], valueStep)
	s.value.admit(value[told.To:], valueStep)
	if within := value[told.From:told.To]; !s.value.has(told.Factor) {
		s.value.admit(within, valueStep)
	}
}
