package tracefile

import (
	"bytes"
	"strconv"
)

// plainTime returns a time without the colon that rrdtool writes behind it, and a count with an exponent as digits.
func plainTime(text []byte) []byte {
	if bare, found := bytes.CutSuffix(text, []byte{':'}); found && onlyDigits(bare) {
		return bare
	}
	if hasExponent(text) {
		return withoutExponent(text, false)
	}
	return text
}

// plainTime leaves out the commas between thousands of a count, where it is told that they are such.
func (r *textRow) plainTime(column int, cell []byte) []byte {
	if r.kinds[column] == number && r.notation.settled && !r.notation.comma && bytes.IndexByte(cell, ',') > 0 && grouped(cell, ',') {
		return bytes.ReplaceAll(cell, []byte{','}, nil)
	}
	return r.survey.plainTime(column, cell)
}

// plainTime returns the same of a cell of a column: among counts, zeros at the end may be left out of any.
func (s *survey) plainTime(column int, cell []byte) []byte {
	if s.kinds[column] == countedTime && hasExponent(cell) {
		return withoutExponent(cell, true)
	}
	return plainTime(cell)
}

func hasExponent(text []byte) bool {
	return len(text) > 1 && isDigit(text[0]) && text[1] == '.' && bytes.IndexAny(text, "eE") > 0
}

// What has no fewer decimals and places is a count of milliseconds or finer, though zeros at the end are left out of it, as of
// 1.3719708e+12: spreadsheets and C++ leave fewer decimals where they round, and what is left then tells no second.
const (
	fewestLeft        = 6
	millisecondPlaces = 12
)

// withoutExponent writes 1.780308000e+09 as 1780308000. What has fewer digits than the count stays, unless zeros may be left out.
func withoutExponent(text []byte, zeros bool) []byte {
	at := bytes.IndexAny(text, "eE")
	decimals := text[len("1."):at]
	places, err := strconv.Atoi(string(text[at+1:]))
	if err != nil || places < 0 || places > maxDigits || !onlyDigits(decimals) {
		return text
	}
	if lacking := places - len(decimals); lacking > 0 {
		if !zeros && (places < millisecondPlaces || len(decimals) < fewestLeft) {
			return text
		}
		decimals = append(bytes.Clone(decimals), bytes.Repeat([]byte{'0'}, lacking)...)
	}
	plain := append([]byte{text[0]}, decimals[:places]...)
	if places < len(decimals) {
		plain = append(append(plain, '.'), decimals[places:]...)
	}
	return plain
}
