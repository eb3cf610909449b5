package wide

import ()

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
