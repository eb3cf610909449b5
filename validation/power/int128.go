package power

import (
	"math"
	"math/bits"
)

// int128 is an exact sum of int64: 20 million readings of a megawatt do not fit in 64 bits of microwatts.
type int128 struct {
	high int64
	low  uint64
}

// sumOf adds the halves of numbers apart: neither sum leaves 64 bits for fewer than 2^31 numbers.
func sumOf(all []int64) int128 {
	high, low := int64(0), int64(0)
	for _, v := range all {
		high += v >> 32
		low += v & math.MaxUint32
	}
	return product(high, 1<<32).plus(product(low, 1))
}

// times is exact where the product fits.
func (s int128) times(v int64) int128 {
	high, low := bits.Mul64(s.low, uint64(v))
	return int128{s.high*v + int64(high) - v>>63&int64(s.low), low}
}

func (s int128) plus(other int128) int128 {
	low, carry := bits.Add64(s.low, other.low, 0)
	return int128{s.high + other.high + int64(carry), low}
}

func (s int128) minus(other int128) int128 {
	low, borrow := bits.Sub64(s.low, other.low, 0)
	return int128{s.high - other.high - int64(borrow), low}
}

// product is exact: a terawatt over a century of nanoseconds fits.
func product(a, b int64) int128 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	return int128{int64(high) - a>>63&b - b>>63&a, low}
}

// float rounds the magnitude: the two words of a small negative sum would cancel in a float.
func (s int128) float() float64 {
	if s.high < 0 {
		low, borrow := bits.Sub64(0, s.low, 0)
		return -int128{-s.high - int64(borrow), low}.float()
	}
	return float64(s.high)*(1<<63)*2 + float64(s.low)
}
