package tracefile

import (
	"bytes"
	"fmt"

	"green500/validation/power"
)

// What a document says of the numbers in a file.
const (
	decimalPoint = "point"
	decimalComma = "comma"
)

// notation is how the numbers of a file are written.
type notation struct {
	comma   bool // stands before the decimals, and a point between thousands
	settled bool // the file or the document tells, so that 1,234 is no question
}

// number reads a number without a unit.
func (n notation) number(text []byte) (float64, *fault) {
	if !n.comma {
		if value, plain := plainNumber(text); plain {
			return value, nil
		}
	}
	if f := absent(text); f != nil {
		return 0, f
	}
	plain, f := n.normal(text)
	if f != nil {
		return 0, f
	}
	if value, ok := plainNumber(plain); ok {
		return value, nil
	}
	return 0, noNumber(text)
}

func noNumber(text []byte) *fault {
	return &fault{problem: quoted(text) + " is not a number", remedy: "write digits with a decimal point, as 1234.5"}
}

// withUnit cuts a cell such as 74.38 W into its number and the unit behind it.
func withUnit(text []byte) (number, unit []byte) {
	end := 0
	for end < len(text) && (isDigit(text[end]) || bytes.IndexByte([]byte("+-.,'"), text[end]) >= 0) {
		end++
	}
	if end > 0 && end < len(text) && text[end]|0x20 == 'e' && beginsWithDigit(unsigned(text[end+1:])) {
		end++
		end += len(text[end:]) - len(bytes.TrimLeft(text[end:], "+-0123456789"))
	}
	return text[:end], bytes.TrimSpace(text[end:])
}

// longestSign bounds what is taken for the sign of a unit that nobody knows here, in bytes.
const longestSign = 8

// isUnitLike reports whether what stands behind a number may be its unit, as °C or %: else the number is part of a text.
func isUnitLike(text []byte) bool {
	if _, known := unitNamed(latin1(text)); known {
		return true
	}
	return len(text) <= longestSign && !bytes.ContainsAny(text, "0123456789,;:=|\t\"")
}

func beginsWithDigit(text []byte) bool { return len(text) > 0 && isDigit(text[0]) }

// normal writes a number with a decimal point and nothing between thousands.
func (n notation) normal(text []byte) ([]byte, *fault) {
	point, group := byte('.'), byte(',')
	if n.comma {
		point, group = group, point
	}
	if bytes.IndexByte(text, '\'') >= 0 {
		group = '\''
	} else if f := n.doubt(text, point, group); f != nil {
		return nil, f
	}
	whole, decimals, pointed := bytes.Cut(text, []byte{point})
	if !grouped(unsigned(whole), group) {
		return nil, n.foreign(text)
	}
	plain := bytes.ReplaceAll(whole, []byte{group}, nil)
	if pointed {
		plain = append(append(bytes.Clone(plain), '.'), decimals...)
	}
	return plain, nil
}

// doubt refuses 1,234 where nobody told what its comma is.
func (n notation) doubt(text []byte, point, group byte) *fault {
	if n.settled || bytes.Count(text, []byte{group}) != 1 || bytes.IndexByte(text, point) >= 0 {
		return nil
	}
	digits := unsigned(text)
	if !grouped(digits, group) || digits[0] == '0' {
		return nil
	}
	return doubtful(text)
}

// decimalField is what a number asks for that is one, but nobody knows which.
const decimalField = "decimal"

func doubtful(text []byte) *fault {
	return &fault{
		asks:    decimalField,
		problem: fmt.Sprintf("%s may be a number with decimals or one of thousands", quoted(text)),
		remedy:  "set decimal of the series to comma or to point",
	}
}

// inThousands reports whether a number has one point, before three digits and behind one to three.
func inThousands(text []byte) bool {
	digits := unsigned(text)
	return bytes.Count(digits, []byte{'.'}) == 1 && digits[0] != '0' && grouped(digits, '.')
}

// pointed counts how the numbers of a column are written.
type pointed struct{ small, thousands, others int }

func (p *pointed) add(digits []byte) {
	switch bare := unsigned(digits); {
	case inThousands(digits):
		p.thousands++
	case len(bare) <= 3 && onlyDigits(bare):
		p.small++
	default:
		p.others++
	}
}

// mayGroup reports whether points may stand between thousands: numbers with decimals have some of another length.
func (p pointed) mayGroup() bool { return p.small > 0 && p.thousands > 0 && p.others == 0 }

// commaSeparators stand between cells where commas stand before decimals.
const commaSeparators = ";\t"

// onlyGroups reports whether every number has a point before three digits, which in files of countries with decimal commas is
// more likely to stand between thousands.
func (p pointed) onlyGroups() bool { return p.thousands > 0 && p.small+p.others == 0 }

// foreign is the fault of a number that is written in another notation than its file.
func (n notation) foreign(text []byte) *fault {
	digits := bytes.Trim(unsigned(text), "0123456789")
	switch {
	case !n.comma && string(digits) == ",":
		return &fault{problem: quoted(text) + " has a decimal comma", remedy: "write a decimal point, as 1234.5, or set decimal of the series to comma"}
	case n.comma && string(digits) == ".":
		return &fault{problem: quoted(text) + " has a decimal point where the file has commas", remedy: "write all numbers alike"}
	}
	return noNumber(text)
}

// grouped reports whether digits stand in groups of three, or in no groups at all.
func grouped(digits []byte, group byte) bool {
	first := bytes.IndexByte(digits, group)
	if first < 0 {
		return true
	}
	if first == 0 || first > 3 {
		return false
	}
	for rest := digits[first:]; len(rest) > 0; rest = rest[4:] {
		if len(rest) < 4 || rest[0] != group || !onlyDigits(rest[1:4]) {
			return false
		}
	}
	return onlyDigits(digits[:first])
}

// evidence tells what stands before the decimals of a number, where the number itself tells.
func evidence(text []byte) (comma, point bool) {
	digits := unsigned(text)
	commas, points := bytes.Count(digits, []byte{','}), bytes.Count(digits, []byte{'.'})
	switch {
	case commas+points == 0 || len(bytes.Trim(digits, "0123456789.,")) > 0:
		return false, false
	case commas > 0 && points > 0:
		comma = bytes.LastIndexByte(digits, ',') > bytes.LastIndexByte(digits, '.')
		return comma, !comma
	case commas > 1 || points > 1:
		return points > 1 && grouped(digits, '.'), commas > 1 && grouped(digits, ',')
	case commas == 1:
		return digits[0] == '0' || !grouped(digits, ','), false
	}
	return false, digits[0] == '0' || !grouped(digits, '.')
}

// unitNames are what units are called beside their symbols, in small letters.
var unitNames = map[string]power.Unit{
	"watt": "W", "watts": "W", "kilowatt": "kW", "kilowatts": "kW", "megawatt": "MW", "megawatts": "MW",
	"milliwatt": "mW", "milliwatts": "mW", "microwatt": "uW", "microwatts": "uW",
	"joule": "J", "joules": "J", "kilojoule": "kJ", "kilojoules": "kJ", "megajoule": "MJ", "megajoules": "MJ",
	"millijoule": "mJ", "millijoules": "mJ", "microjoule": "uJ", "microjoules": "uJ", "nanojoule": "nJ", "nanojoules": "nJ",
	"wh": "Wh", "kwh": "kWh", "kw": "kW", "kj": "kJ", "w": "W", "j": "J", "uw": "uW", "uj": "uJ", "nj": "nJ", "gw": "GW", "gwh": "GWh",
	"watthour": "Wh", "watthours": "Wh", "kilowatthour": "kWh", "kilowatthours": "kWh",
	"whs": "Wh", "kwhs": "kWh", "ws": "J", "wattsecond": "J", "wattseconds": "J",
	"µw": "uW", "µj": "uJ", "μw": "uW", "μj": "uJ",
	"вт": "W", "квт": "kW", "втч": "Wh", "вт·ч": "Wh", "квтч": "kWh", "квт·ч": "kWh", "kwatt": "kW", "kwatts": "kW", "kjoule": "kJ", "kjoules": "kJ",
}
