// Package integers calculates exactly with integers over 64 bits, recognises multiples of a number, and writes numbers
// as differences in few bytes.
package integers

import (
	"math"
	"math/bits"
)

// Int128 is an exact sum of int64: 20 million readings of a megawatt do not fit in 64 bits of microwatts.
type Int128 struct {
	High int64
	Low  uint64
}

// Sum adds the halves of numbers apart: neither sum leaves 64 bits for fewer than 2^31 numbers.
func Sum(all []int64) Int128 {
	high, low := int64(0), int64(0)
	for _, v := range all {
		high += v >> 32
		low += v & math.MaxUint32
	}
	return Product(high, 1<<32).Plus(Product(low, 1))
}

// Times is exact if the product fits.
func (s Int128) Times(v int64) Int128 {
	high, low := bits.Mul64(s.Low, uint64(v))
	return Int128{s.High*v + int64(high) - v>>63&int64(s.Low), low}
}

// Plus is exact if the sum fits.
func (s Int128) Plus(other Int128) Int128 {
	low, carry := bits.Add64(s.Low, other.Low, 0)
	return Int128{s.High + other.High + int64(carry), low}
}

// Minus is exact if the difference fits.
func (s Int128) Minus(other Int128) Int128 {
	low, borrow := bits.Sub64(s.Low, other.Low, 0)
	return Int128{s.High - other.High - int64(borrow), low}
}

// Product is exact: a terawatt over a century of nanoseconds fits.
func Product(a, b int64) Int128 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	return Int128{int64(high) - a>>63&b - b>>63&a, low}
}

// Float rounds the magnitude: the two words of a small negative sum would cancel in a float.
func (s Int128) Float() float64 {
	if s.High < 0 {
		low, borrow := bits.Sub64(0, s.Low, 0)
		return -Int128{-s.High - int64(borrow), low}.Float()
	}
	return float64(s.High)*(1<<63)*2 + float64(s.Low)
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

// Distance is exact if a difference of int64 would overflow.
func Distance(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}
