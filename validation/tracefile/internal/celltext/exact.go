package celltext

import (
	"encoding/binary"
	"math"
	"math/bits"

	"green500/validation/power"
)

// MaxDigits bounds the digits of a number that an int64 holds whatever they are.
const MaxDigits = 18

// Decimal is a number as it is written: digits, and how many of them are decimals.
type Decimal struct {
	mantissa int64
	digits   int
	places   int
	negative bool
}

// DecimalAt reads a number at a place of text and returns where it ends. as is how the one before was
// written.
func DecimalAt(text []byte, at int, point byte, as *Figures) (d Decimal, next int, ok bool) {
	if at < len(text) && (text[at] == '-' || text[at] == '+') {
		d.negative = text[at] == '-'
		at++
	}
	if at+8 <= len(text) {
		eight := EightAt(text, at)
		if as.digits == 0 || as.Differs(eight) != 0 {
			*as, _ = FiguresIn(eight, point)
		}
		if as.digits > 0 {
			d.mantissa, d.digits, d.places = as.Number(eight), as.digits, as.Places
			return d, at + as.End, true
		}
	}
	next = d.read(text, at, point)
	return d, next, d.digits > 0 && d.digits <= MaxDigits
}

// read reads a number without a sign, digit by digit, and returns where it ends.
func (d *Decimal) read(text []byte, at int, point byte) (next int) {
	i := at
	var m uint64
	for ; i < len(text); i++ {
		digit := uint64(text[i]) - '0'
		if digit > 9 {
			break
		}
		m = m*10 + digit
	}
	d.digits = i - at
	if i < len(text) && text[i] == point {
		from := i + 1
		for i = from; i < len(text); i++ {
			digit := uint64(text[i]) - '0'
			if digit > 9 {
				break
			}
			m = m*10 + digit
		}
		d.places = i - from
		d.digits += d.places
	}
	d.mantissa = int64(m)
	return i
}

// Exact turns numbers into microwatts or millijoules without a float, as long as that is certain to be power.Unit.Fixed.
type Exact struct {
	unit    power.Unit
	scale   int64     // microwatts or millijoules in one of the unit, 0 if that is no whole number
	Most    int64     // mantissa that can be scaled
	Factors [19]int64 // the scale for so many places, as far as it is a whole number
}

// IntegerPowers are the powers of ten that an int64 holds.
var IntegerPowers = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// Certain bounds the results of which a float knows every whole number with more than a bit to spare.
const Certain = 1 << 51

// NewExact returns the conversion of numbers in unit to microwatts or millijoules.
func NewExact(unit power.Unit) *Exact {
	e := &Exact{unit: unit}
	steps := unit.Steps()
	if steps < 1 || steps != math.Trunc(steps) || steps > Certain {
		return e
	}
	e.scale = int64(steps)
	e.Most = math.MaxInt64 / e.scale
	for places, ten := range IntegerPowers {
		if e.scale%ten == 0 {
			e.Factors[places] = e.scale / ten
		}
	}
	return e
}

// Fixed returns what power.Unit.Fixed does; ok is false if that fails, or there are too many digits for a float.
func (e *Exact) Fixed(d Decimal) (value int64, ok bool) {
	if d.mantissa > e.Most {
		return e.float(d)
	}
	if factor := e.Factors[d.places]; factor > 0 {
		value = d.mantissa * factor
	} else if value, ok = e.rounded(d); !ok {
		return e.float(d)
	}
	if value >= Certain {
		return e.float(d)
	}
	if d.negative {
		value = -value
	}
	return value, true
}

// rounded divides by the places and rounds, unless a float might see the number on the other side of the middle.
func (e *Exact) rounded(d Decimal) (value int64, ok bool) {
	ten := IntegerPowers[d.places]
	scaled := d.mantissa * e.scale
	value = scaled / ten
	over := 2*(scaled-value*ten) - ten // twice the distance from the middle
	if over > -2 && over < 2 || math.Abs(float64(over)) <= float64(value+1)*float64(ten)/(Certain/4) {
		return 0, false
	}
	if over > 0 {
		value++
	}
	return value, true
}

// float goes the way of numbers that are held as floats.
func (e *Exact) float(d Decimal) (value int64, ok bool) {
	if d.digits >= len(powersOfTen) {
		return 0, false
	}
	number := float64(d.mantissa) / powersOfTen[d.places]
	if d.negative {
		number = -number
	}
	value, err := e.unit.Fixed(number)
	return value, err == nil
}

// Text is read eight characters at a time, as a number of 64 bits that has the first one in its lowest
// byte. That spares a loop over digits, whose end a processor can't foresee.
const (
	EightZeros = 0x30_30_30_30_30_30_30_30
	OverNine   = 0x76_76_76_76_76_76_76_76 // carries a byte above nine into its highest bit
	HighBits   = 0x80_80_80_80_80_80_80_80
	eightOnes  = 0x01_01_01_01_01_01_01_01
	lowBits    = 0x7f_7f_7f_7f_7f_7f_7f_7f
)

// EightAt returns the eight characters at a place, which are there.
func EightAt(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at:]) }

// NoDigits marks, in eight characters without eightZeros, the highest bit of those that are no digits.
// The marks are right up to the first one, and up to the second where the first is of ASCII.
func NoDigits(eight uint64) uint64 { return (eight | (eight + OverNine)) & HighBits }

// EightDigits is the number that eight digits without eightZeros write. Each multiplication puts ten, a hundred or ten
// thousand times every other part beside the one after it.
func EightDigits(eight uint64) int64 {
	eight = eight * (10<<8 + 1) >> 8 & 0x00ff_00ff_00ff_00ff
	eight = eight * (100<<16 + 1) >> 16 & 0x0000_ffff_0000_ffff
	return int64(eight * (10_000<<32 + 1) >> 32)
}

// Marked marks the highest bit of every one of eight characters that is c.
func Marked(eight uint64, c byte) uint64 {
	eight ^= uint64(c) * eightOnes
	return ^((eight&lowBits + lowBits) | eight | lowBits)
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

// Differs is 0 where eight characters, less those of the writing, are written so.
func (w *Writing) Differs(less uint64) uint64 { return (less | (less + w.Carries)) & w.Marks }

// Figures is how a number of up to seven characters is written. Mostly the next one is written so too: a
// processor that takes that for granted goes on with what follows before it has looked.
type Figures struct {
	before, behind uint64 // its digits before the point and after it, in eight characters that it ends; all after if there is none
	Writing
	ends           uint64 // marks the character after the number, which is no digit
	End            int    // characters
	digits, Places int
}

const digitBits = 0x0f_0f_0f_0f_0f_0f_0f_0f // where eight digits hold their numbers

// FiguresIn returns how the number is written that eight characters begin with; ok is false if none ends within them.
func FiguresIn(eight uint64, point byte) (f Figures, ok bool) {
	marks := NoDigits(eight ^ EightZeros)
	if marks == 0 {
		return f, false
	}
	first := marks & -marks
	f.End = Before(marks)
	f.digits = f.End
	f.Writing = Writing{Characters: EightZeros, Carries: OverNine}
	f.ends = first
	f.behind = digitBits << (64 - 8*f.digits)
	if at := 8 * f.End; byte(eight>>at) == point {
		if marks ^= first; marks == 0 {
			return Figures{}, false
		}
		f.Characters ^= uint64(point^'0') << at
		f.Carries ^= (OverSame ^ OverNine) & (0xff << at)
		f.ends = marks & -marks
		f.End = Before(marks)
		f.Places = f.End - 1 - f.digits
		f.before, f.behind = digitBits>>(64-8*f.digits)<<(64-8*f.End), digitBits<<(64-8*f.Places)
		f.digits = f.End - 1
	}
	f.Marks = HighBits >> (8 * (7 - f.End))
	return f, f.digits > 0
}

// Differs is 0 if a number that eight characters begin with is written so.
func (f *Figures) Differs(eight uint64) uint64 {
	less := eight ^ f.Characters
	return ((less | (less + f.Carries)) ^ f.ends) & f.Marks
}

// Number is the one that is written so at the beginning of eight characters, without its point.
func (f *Figures) Number(eight uint64) int64 { return f.Ending(eight << ((64 - 8*f.End) & 63)) }

// Ending is the one that is written so at the end of eight characters, without its point.
func (f *Figures) Ending(eight uint64) int64 {
	return EightDigits((eight&f.before)<<8 | eight&f.behind)
}

// Decimals are those that are written so at the end of eight characters, where nothing stands before the point.
func (f *Figures) Decimals(eight uint64) int64 { return EightDigits(eight & f.behind) }
