package celltext

import (
	"bytes"
	"fmt"

	"green500/validation/power"
)

// What a document says of the numbers in a file.
const (
	DecimalPoint = "point"
	DecimalComma = "comma"
)

// Notation is how the numbers of a file are written.
type Notation struct {
	Comma bool // stands before the decimals, and a point between thousands
	Known bool // the file or the document states, so that 1,234 is no question
}

// Number reads a number without a unit.
func (n Notation) Number(text []byte) (float64, *Error) {
	if !n.Comma {
		if value, plain := PlainNumber(text); plain {
			return value, nil
		}
	}
	if f := Absent(text); f != nil {
		return 0, f
	}
	plain, f := n.normal(text)
	if f != nil {
		return 0, f
	}
	if value, ok := PlainNumber(plain); ok {
		return value, nil
	}
	return 0, NoNumber(text)
}

// NoNumber is the error of a cell that should be a number.
func NoNumber(text []byte) *Error {
	return &Error{Problem: Quoted(text) + " is not a number", Remedy: "write digits with a decimal point, as 1234.5",
		Unreadable: true}
}

// WithUnit cuts a cell such as 74.38 W into its number and the unit after it.
func WithUnit(text []byte) (number, unit []byte) {
	end := len(text) - len(bytes.TrimPrefix(text, minusSign))
	for end < len(text) {
		if mark := groupMark(text, end); mark > 0 {
			end += mark
		} else if !IsDigit(text[end]) && bytes.IndexByte([]byte("+-.,'"), text[end]) < 0 {
			break
		}
		end++
	}
	if end > 0 && end < len(text) && text[end]|0x20 == 'e' && BeginsWithDigit(Unsigned(text[end+1:])) {
		end++
		end += len(text[end:]) - len(bytes.TrimLeft(text[end:], "+-0123456789"))
	}
	return text[:end], bytes.TrimSpace(text[end:])
}

// LongestSign bounds what is taken for the sign of a unit that nobody knows here, in bytes.
const LongestSign = 8

// BeginsWithDigit reports whether the first byte of text is a digit.
func BeginsWithDigit(text []byte) bool { return len(text) > 0 && IsDigit(text[0]) }

func (n Notation) normal(text []byte) ([]byte, *Error) {
	if bare, f, is := n.spaced(text); is {
		return bare, f
	}
	point, group := byte('.'), byte(',')
	if n.Comma {
		point, group = group, point
	}
	if bytes.IndexByte(text, '\'') >= 0 {
		group = '\''
	} else if f := n.doubt(text, point, group); f != nil {
		return nil, f
	}
	whole, decimals, pointed := bytes.Cut(text, []byte{point})
	if !Grouped(Unsigned(whole), group) {
		return nil, n.foreign(text)
	}
	plain := bytes.ReplaceAll(whole, []byte{group}, nil)
	if pointed {
		plain = append(append(bytes.Clone(plain), '.'), decimals...)
	}
	return plain, nil
}

// doubt refuses 1,234 if it is unknown what its comma is.
func (n Notation) doubt(text []byte, point, group byte) *Error {
	if n.Known || bytes.Count(text, []byte{group}) != 1 || bytes.IndexByte(text, point) >= 0 {
		return nil
	}
	if digits := Unsigned(text); !Grouped(digits, group) || digits[0] == '0' {
		return nil
	}
	return Doubtful(text)
}

const decimalField = "decimal"

// Doubtful is the error of a number whose only point or comma may separate decimals or thousands.
func Doubtful(text []byte) *Error {
	return &Error{
		Asks:    decimalField,
		Problem: fmt.Sprintf("%s may be a number with decimals or one of thousands", Quoted(text)),
		Remedy:  "set decimal of the series to comma or to point",
	}
}

// InThousands reports whether a number has one point, before three digits and after one to three.
func InThousands(text []byte) bool {
	digits := Unsigned(text)
	return bytes.Count(digits, []byte{'.'}) == 1 && digits[0] != '0' && Grouped(digits, '.')
}

// Pointed counts how the numbers of a column are written.
type Pointed struct{ small, thousands, others int }

// Add counts a number by where its point is.
func (p *Pointed) Add(digits []byte) {
	switch bare := Unsigned(digits); {
	case InThousands(digits):
		p.thousands++
	case len(bare) <= 3 && OnlyDigits(bare):
		p.small++
	default:
		p.others++
	}
}

// MayGroup reports whether points may stand between thousands: numbers with decimals have some of another length.
func (p Pointed) MayGroup() bool { return p.small > 0 && p.thousands > 0 && p.others == 0 }

// CommaSeparators stand between cells if commas stand before decimals.
const CommaSeparators = ";\t"

// OnlyGroups reports whether every number has a point before three digits: beside decimal commas, likely of thousands.
func (p Pointed) OnlyGroups() bool { return p.thousands > 0 && p.small+p.others == 0 }

func (n Notation) foreign(text []byte) *Error {
	switch digits := bytes.Trim(Unsigned(text), "0123456789"); {
	case !n.Comma && string(digits) == ",":
		return &Error{Problem: Quoted(text) + " has a decimal comma",
			Remedy: "write a decimal point, as 1234.5, or set decimal of the series to comma"}
	case n.Comma && string(digits) == ".":
		return &Error{Problem: Quoted(text) + " has a decimal point, but the file has decimal commas",
			Remedy: "write all numbers alike"}
	}
	return NoNumber(text)
}

// Grouped reports whether digits stand in groups of three, or in no groups at all.
func Grouped(digits []byte, group byte) bool {
	first := bytes.IndexByte(digits, group)
	if first < 0 {
		return true
	}
	if first == 0 || first > 3 {
		return false
	}
	for rest := digits[first:]; len(rest) > 0; rest = rest[4:] {
		if len(rest) < 4 || rest[0] != group || !OnlyDigits(rest[1:4]) {
			return false
		}
	}
	return OnlyDigits(digits[:first])
}

// Evidence returns what separates the decimals of a number, if the number itself shows it.
func Evidence(text []byte) (comma, point bool) {
	if bare, grouped := withoutGroups(text); grouped {
		comma = bytes.IndexByte(bare, ',') >= 0
		return comma, !comma && bytes.IndexByte(bare, '.') >= 0
	}
	digits := Unsigned(text)
	switch commas, points := bytes.Count(digits, []byte{','}), bytes.Count(digits, []byte{'.'}); {
	case commas+points == 0 || len(bytes.Trim(digits, "0123456789.,")) > 0:
		return false, false
	case commas > 0 && points > 0:
		comma = bytes.LastIndexByte(digits, ',') > bytes.LastIndexByte(digits, '.')
		return comma, !comma
	case commas > 1 || points > 1:
		return points > 1 && Grouped(digits, '.'), commas > 1 && Grouped(digits, ',')
	case commas == 1:
		return digits[0] == '0' || !Grouped(digits, ','), false
	}
	return false, digits[0] == '0' || !Grouped(digits, '.')
}

// UnitNames are what units are called beside their symbols, in small letters.
var UnitNames = map[string]power.Unit{
	"watt": "W", "watts": "W", "kilowatt": "kW", "kilowatts": "kW", "megawatt": "MW", "megawatts": "MW",
	"milliwatt": "mW", "milliwatts": "mW", "microwatt": "uW", "microwatts": "uW",
	"joule": "J", "joules": "J", "kilojoule": "kJ", "kilojoules": "kJ", "megajoule": "MJ", "megajoules": "MJ",
	"millijoule": "mJ", "millijoules": "mJ", "microjoule": "uJ", "microjoules": "uJ",
	"nanojoule": "nJ", "nanojoules": "nJ",
	"wh": "Wh", "kwh": "kWh", "kw": "kW", "kj": "kJ", "w": "W", "j": "J", "uw": "uW", "uj": "uJ", "nj": "nJ",
	"gw": "GW", "gwh": "GWh",
	"watthour": "Wh", "watthours": "Wh", "kilowatthour": "kWh", "kilowatthours": "kWh",
	"whs": "Wh", "kwhs": "kWh", "ws": "J", "wattsecond": "J", "wattseconds": "J",
	"µw": "uW", "µj": "uJ", "μw": "uW", "μj": "uJ",
	"вт": "W", "квт": "kW", "втч": "Wh", "вт·ч": "Wh", "квтч": "kWh", "квт·ч": "kWh", "kwatt": "kW", "kwatts": "kW",
	"kjoule": "kJ", "kjoules": "kJ",
}
