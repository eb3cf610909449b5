package celltext

import (
	"encoding/binary"
	"math/bits"
)

// Text is read eight characters at a time, as a number of 64 bits that has the first one in its lowest
// byte. That spares a loop over digits, whose end a processor can't foresee.
const (
	EightZeros = 0x30_30_30_30_30_30_30_30
	OverNine   = 0x76_76_76_76_76_76_76_76 // carries a byte above nine into its highest bit
	HighBits   = 0x80_80_80_80_80_80_80_80
	lowBits    = 0x7f_7f_7f_7f_7f_7f_7f_7f
)

// MaxDigits bounds the digits of a number that an int64 holds whatever they are.
const MaxDigits = 18

// IntegerPowers are the powers of ten that an int64 holds.
var IntegerPowers = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18}

// EightAt returns the eight characters at a place, which are there.
func EightAt(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at:]) }

// NoDigits marks, in eight characters without eightZeros, the highest bit of those that are no digits.
// The marks are right up to the first one, and up to the second if the first is of ASCII.
func NoDigits(eight uint64) uint64 { return (eight | (eight + OverNine)) & HighBits }

// EightDigits is the number that eight digits without eightZeros write. Each multiplication puts ten, a hundred or ten
// thousand times every other part beside the one after it.
func EightDigits(eight uint64) int64 {
	eight = eight * (10<<8 + 1) >> 8 & 0x00ff_00ff_00ff_00ff
	eight = eight * (100<<16 + 1) >> 16 & 0x0000_ffff_0000_ffff
	return int64(eight * (10_000<<32 + 1) >> 32)
}

// Before is how many characters stand before the first mark, eight if there is none.
func Before(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// Writing is how up to eight characters are written: digits at some places, at others the same characters as before.
type Writing struct {
	Characters uint64 // with zeros for digits
	Carries    uint64 // that carry what may not differ from those so into the highest bit
	Marks      uint64 // where that is looked at
}

// OverSame is added to eight bytes below 0x80, which sets the highest bit of each byte that is not zero.
const OverSame = lowBits // carries a byte above zero into its highest bit

// Differs is 0 if eight characters, less those of the writing, are written so.
func (w *Writing) Differs(less uint64) uint64 { return (less | (less + w.Carries)) & w.Marks }

// Figures is how a number of up to seven characters is written. Mostly the next one is written so too: a
// processor that takes that for granted goes on with what follows before it has looked.
type Figures struct {
	// its digits before the point and after it, in eight characters that it ends; all after if there is none
	before, behind uint64
	Writing
	ends        uint64 // marks the character after the number, which is no digit
	End, Places int    // characters, and decimals
}

const digitBits = 0x0f_0f_0f_0f_0f_0f_0f_0f // where eight digits hold their numbers

// FiguresIn returns how the number is written that eight characters begin with; ok is
// false if it is none of digits and perhaps a point, with another character after it.
func FiguresIn(eight uint64, point byte) (f Figures, ok bool) {
	marks := NoDigits(eight ^ EightZeros)
	if marks == 0 {
		return f, false
	}
	first := marks & -marks
	f.End = Before(marks)
	digits := f.End
	f.Writing = Writing{Characters: EightZeros, Carries: OverNine}
	f.ends = first
	f.behind = digitBits << (64 - 8*digits)
	if at := 8 * f.End; byte(eight>>at) == point {
		if marks ^= first; marks == 0 {
			return Figures{}, false
		}
		f.Characters ^= uint64(point^'0') << at
		f.Carries ^= (OverSame ^ OverNine) & (0xff << at)
		f.ends = marks & -marks
		f.End = Before(marks)
		f.Places = f.End - 1 - digits
		f.before, f.behind = digitBits>>(64-8*digits)<<(64-8*f.End), digitBits<<(64-8*f.Places)
		digits = f.End - 1
	}
	f.Marks = HighBits >> (8 * (7 - f.End))
	return f, digits > 0
}

// Differs is 0 if a number that eight characters begin with is written so.
func (f *Figures) Differs(eight uint64) uint64 {
	less := eight ^ f.Characters
	return ((less | (less + f.Carries)) ^ f.ends) & f.Marks
}

// Ending is the one that is written so at the end of eight characters, without its point.
func (f *Figures) Ending(eight uint64) int64 {
	return EightDigits((eight&f.before)<<8 | eight&f.behind)
}

// Decimals are those that are written so at the end of eight characters, if nothing stands before the point.
func (f *Figures) Decimals(eight uint64) int64 { return EightDigits(eight & f.behind) }
