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

// eightDigits is the number that eight digits without eightZeros write. Each multiplication puts ten, a hundred or ten
// thousand times every other part beside the one after it.
func eightDigits(eight uint64) int64 {
	eight = eight * (10<<8 + 1) >> 8 & 0x00ff_00ff_00ff_00ff
	eight = eight * (100<<16 + 1) >> 16 & 0x0000_ffff_0000_ffff
	return int64(eight * (10_000<<32 + 1) >> 32)
}

// marked marks the highest bit of every one of eight characters that is c.
func marked(eight uint64, c byte) uint64 {
	eight ^= uint64(c) * eightOnes
	return ^((eight&lowBits + lowBits) | eight | lowBits)
}

// before is how many characters stand before the first mark, eight where there is none.
func before(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// writing is how up to eight characters are written: digits at some places, at others the same characters as before.
type writing struct {
	characters uint64 // with zeros for digits
	carries    uint64 // that carry what may not differ from those so into the highest bit
	marks      uint64 // where that is looked at
}

const overSame = lowBits // carries a byte above zero into its highest bit

// differs is 0 where eight characters, less those of the writing, are written so.
func (w *writing) differs(less uint64) uint64 { return (less | (less + w.carries)) & w.marks }

// figures is how a number of up to seven characters is written. Mostly the next one is written so too: a
// processor that takes that for granted goes on with what follows before it has looked.
type figures struct {
	before, behind uint64 // its digits before the point and behind it, in eight characters that it ends; all behind where there is none
	writing
	ends           uint64 // marks the character behind the number, which is no digit
	end            int    // characters
	digits, places int
}

const digitBits = 0x0f_0f_0f_0f_0f_0f_0f_0f // where eight digits hold their numbers

// figuresIn tells how the number is written that eight characters begin with; ok is
// false where it is none of digits and perhaps a point, with another character behind it.
func figuresIn(eight uint64, point byte) (f figures, ok bool) {
	marks := noDigits(eight ^ eightZeros)
	if marks == 0 {
		return f, false
	}
	first := marks & -marks
	f.end = before(marks)
	f.digits = f.end
	f.writing = writing{characters: eightZeros, carries: overNine}
	f.ends = first
	f.behind = digitBits << (64 - 8*f.digits)
	if at := 8 * f.end; byte(eight>>at) == point {
		if marks ^= first; marks == 0 {
			return figures{}, false
		}
		f.characters ^= uint64(point^'0') << at
		f.carries ^= (overSame ^ overNine) & (0xff << at)
		f.ends = marks & -marks
		f.end = before(marks)
		f.places = f.end - 1 - f.digits
		f.before, f.behind = digitBits>>(64-8*f.digits)<<(64-8*f.end), digitBits<<(64-8*f.places)
		f.digits = f.end - 1
	}
	f.marks = highBits >> (8 * (7 - f.end))
	return f, f.digits > 0
}

// differs is 0 where a number that eight characters begin with is written so.
func (f *figures) differs(eight uint64) uint64 {
	less := eight ^ f.characters
	return ((less | (less + f.carries)) ^ f.ends) & f.marks
}

// number is the one that is written so at the beginning of eight characters, without its point.
func (f *figures) number(eight uint64) int64 { return f.ending(eight << ((64 - 8*f.end) & 63)) }

// ending is the one that is written so at the end of eight characters, without its point.
func (f *figures) ending(eight uint64) int64 {
	return eightDigits((eight&f.before)<<8 | eight&f.behind)
}

// decimals are those that are written so at the end of eight characters, where nothing stands before the point.
func (f *figures) decimals(eight uint64) int64 { return eightDigits(eight & f.behind) }
