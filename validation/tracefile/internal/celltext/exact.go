package celltext

import (
	"math"

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

// Exact turns numbers of a unit into microwatts or millijoules without a float in between, as long as
// the result is certain to be that of power.Unit.Fixed.
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

// Fixed returns what power.Unit.Fixed returns for the number; ok is false if that fails, or a number
// has too many digits for a float to hold.
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

// rounded divides by the places and rounds, if the number does not lie so near the middle of two whole
// ones that a float might see it on the other side.
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
