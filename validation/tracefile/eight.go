package tracefile

import (
	"encoding/binary"
	"math/bits"
)

// Text is read eight characters at a time, as a number of 64 bits that has the first one in its lowest
// byte. That spares a loop over digits, whose end a processor can't foresee.
const (
	eightZeros = 0x30_30_30_30_30_30_30_30
	overNine   = 0x76_76_76_76_76_76_76_76 // carries a byte above nine into its highest bit
	highBits   = 0x80_80_80_80_80_80_80_80
	eightOnes  = 0x01_01_01_01_01_01_01_01
	lowBits    = 0x7f_7f_7f_7f_7f_7f_7f_7f
)

// eightAt returns the eight characters at a place, which are there.
func eightAt(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at:]) }

// noDigits marks, in eight characters without eightZeros, the highest bit of those that are no digits.
// The marks are right up to the first one, and up to the second where the first is of ASCII.
func noDigits(eight uint64) uint64 { return (eight | (eight + overNine)) & highBits }

// eightDigits is the number that eight digits without eightZeros write.
func eightDigits(eight uint64) int64 {
	eight = (eight*10 + eight>>8) & 0x00ff_00ff_00ff_00ff
	eight = (eight*100 + eight>>16) & 0x0000_ffff_0000_ffff
	return int64((eight*10_000 + eight>>32) & 0xffff_ffff)
}

// marked marks the highest bit of every one of eight characters that is c.
func marked(eight uint64, c byte) uint64 {
	eight ^= uint64(c) * eightOnes
	return ^((eight&lowBits + lowBits) | eight | lowBits)
}

// before is how many characters stand before the first mark, eight where there is none.
func before(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// figures is how a number of up to seven characters is written. Mostly the next one is written so too: a
// processor that takes that for granted goes on with what follows before it has looked.
type figures struct {
	seen, marks    uint64 // what is looked at, and what has to be marked there as no digit
	pointAt, point uint64 // likewise for the point
	whole          uint64 // the digits before the point
	shift          int    // that makes eight digits of all
	end            int    // characters
	digits, places int
}

// figuresIn tells how the number is written that eight characters without eightZeros begin with; ok is
// false where it is none of digits and perhaps a point, with another character behind it.
func figuresIn(eight uint64, point byte) (f figures, ok bool) {
	marks := noDigits(eight)
	if marks == 0 {
		return f, false
	}
	first := marks & -marks
	f.end = before(marks)
	f.whole, f.marks, f.digits = first>>7-1, first, f.end
	if at := 8 * f.end; byte(eight>>at)^'0' == point {
		if marks ^= first; marks == 0 {
			return figures{}, false
		}
		f.pointAt, f.point = 0xff<<at, uint64(point^'0')<<at
		f.marks |= marks & -marks
		f.end = before(marks)
		f.places = f.end - 1 - f.digits
		f.digits = f.end - 1
	}
	f.seen = highBits >> (8 * (7 - f.end))
	f.shift = 64 - 8*f.digits
	return f, f.digits > 0
}

// differs is 0 where a number that eight characters without eightZeros begin with is written so.
func (f *figures) differs(eight uint64) uint64 {
	return ((eight & f.pointAt) ^ f.point) | ((noDigits(eight) & f.seen) ^ f.marks)
}

// number is the one that is written so, without its point.
func (f *figures) number(eight uint64) int64 {
	return eightDigits((eight&f.whole | eight>>8&^f.whole) << (f.shift & 63))
}
