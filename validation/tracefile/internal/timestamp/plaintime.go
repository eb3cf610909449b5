package timestamp

import (
	"bytes"
	"strconv"

	"green500/validation/tracefile/internal/celltext"
)

// PlainTime returns a time without the colon that rrdtool writes after it, and a count with an exponent as digits.
func PlainTime(text []byte) []byte {
	if bare, found := bytes.CutSuffix(text, []byte{':'}); found && celltext.OnlyDigits(bare) {
		return bare
	}
	if HasExponent(text) {
		return WithoutExponent(text, false)
	}
	return text
}

// HasExponent reports whether text is a number in scientific notation, as 1.7e9.
func HasExponent(text []byte) bool {
	return len(text) > 1 && celltext.IsDigit(text[0]) && text[1] == '.' && bytes.IndexAny(text, "eE") > 0
}

// What has no fewer decimals and places is a count of milliseconds or finer, though zeros at the end are left out of it, as of
// 1.3719708e+12: spreadsheets and C++ leave fewer decimals where they round, and what is left then has no seconds.
const (
	fewestLeft        = 6
	millisecondPlaces = 12
)

// WithoutExponent writes 1.780308000e+09 as 1780308000. What has fewer digits than the count stays, unless zeros may be left out.
func WithoutExponent(text []byte, zeros bool) []byte {
	at := bytes.IndexAny(text, "eE")
	decimals := text[len("1."):at]
	places, err := strconv.Atoi(string(text[at+1:]))
	if err != nil || places < 0 || places > celltext.MaxDigits || !celltext.OnlyDigits(decimals) {
		return text
	}
	if missing := places - len(decimals); missing > 0 {
		if !zeros && (places < millisecondPlaces || len(decimals) < fewestLeft) {
			return text
		}
		decimals = append(bytes.Clone(decimals), bytes.Repeat([]byte{'0'}, missing)...)
	}
	plain := append([]byte{text[0]}, decimals[:places]...)
	if places < len(decimals) {
		plain = append(append(plain, '.'), decimals[places:]...)
	}
	return plain
}
