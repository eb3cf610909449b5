package celltext

import "strconv"

// powersOfTen are exact in a float64, and so is an integer of up to 15 digits; the quotient of
// two exact numbers is the nearest one, the very value strconv finds.
var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// PlainNumber reads a decimal number; plain is false for all else that strconv would accept, such
// as NaN, Inf, 0x1p-2 or 1_000: none of them is what a meter reads.
func PlainNumber(text []byte) (value float64, plain bool) {
	shape, plain := ShapeOf(text)
	if !plain {
		return 0, false
	}
	if shape.digits < len(powersOfTen) && !shape.exponent {
		value = float64(shape.mantissa) / powersOfTen[shape.fraction]
		if text[0] == '-' {
			value = -value
		}
		return value, true
	}
	value, err := strconv.ParseFloat(string(text), 64)
	return value, err == nil
}

// Shape is how a number is written.
type Shape struct {
	mantissa         int64 // meaningless where digits overflow it
	digits, fraction int
	exponent         bool
}

// ShapeOf reports whether text is digits with at most one point, sign and exponent.
func ShapeOf(text []byte) (s Shape, plain bool) {
	rest := Unsigned(text)
	for i, c := range rest {
		switch {
		case IsDigit(c):
			s.mantissa = s.mantissa*10 + int64(c-'0')
			s.digits++
		case c == '.' && s.fraction == 0:
			s.fraction = s.digits + 1 // so that a second point is seen; made a count below
		case (c == 'e' || c == 'E') && s.digits > 0:
			s.exponent = true
			return s, OnlyDigits(Unsigned(rest[i+1:]))
		default:
			return s, false
		}
	}
	if s.fraction > 0 {
		s.fraction = s.digits - (s.fraction - 1)
	}
	return s, s.digits > 0
}

// Unsigned returns text without a leading sign.
func Unsigned(text []byte) []byte {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		return text[1:]
	}
	return text
}

// OnlyDigits reports whether all bytes of text are digits, which is true of an empty text.
func OnlyDigits(text []byte) bool {
	for _, c := range text {
		if !IsDigit(c) {
			return false
		}
	}
	return len(text) > 0
}
