package wide

import (
	"math"
	"math/bits"
)

// Multiples recognises the multiples of a number by one multiplication instead of a division (Warren,
// Hacker's Delight, 10-17).
type Multiples struct {
	Of      uint64
	inverse uint64 // of the odd part, modulo 2^64
	twos    int
	most    uint64
}

// MultiplesOf returns the multiples of a number; of 0 there is only 0.
func MultiplesOf(number uint64) Multiples {
	if number == 0 {
		return Multiples{inverse: 1}
	}
	twos := bits.TrailingZeros64(number)
	odd := number >> twos
	inverse := odd // right in the lowest three bits; each round doubles them
	for range 5 {
		inverse *= 2 - odd*inverse
	}
	return Multiples{number, inverse, twos, math.MaxUint64 / number}
}

// Has reports whether a number is a multiple.
func (m *Multiples) Has(number uint64) bool {
	return bits.RotateLeft64(number*m.inverse, -m.twos) <= m.most
}

// CommonDivisor returns the greatest common divisor; that of a number and 0 is the number.
func CommonDivisor(a, b uint64) uint64 {
	if b == 0 || a == 1 {
		return a
	}
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

// Distance is exact where a difference of int64 would overflow.
func Distance(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}
