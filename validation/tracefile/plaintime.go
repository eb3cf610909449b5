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
	if len(text) > 1 && isDigit(text[0]) && text[1] == '.' && bytes.IndexAny(text, "eE") > 0 {
		return withoutExponent(text)
	}
	return text
}

// withoutExponent writes 1.780308000e+09 as 1780308000. What has fewer digits than the count tells no second, and stays.
func withoutExponent(text []byte) []byte {
	at := bytes.IndexAny(text, "eE")
	decimals := text[len("1."):at]
	places, err := strconv.Atoi(string(text[at+1:]))
	if err != nil || places < 0 || places > len(decimals) || !onlyDigits(decimals) {
		return text
	}
	plain := append([]byte{text[0]}, decimals[:places]...)
	if places < len(decimals) {
		plain = append(append(plain, '.'), decimals[places:]...)
	}
	return plain
}
