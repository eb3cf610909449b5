package published

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

var (
	plainDecimal = regexp.MustCompile(`^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$`)
	inThousands  = regexp.MustCompile(`^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
)

// decimal reads a number and multiplies it by a power of ten, without the error that a multiplication of
// floats would add: "1063.305" in TFlop/s is 1063305 GFlop/s, and not a little more.
func decimal(text string, ten int) (float64, bool) {
	if inThousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	if !plainDecimal.MatchString(text) {
		return 0, false
	}
	digits, exponent := strings.ToLower(text), 0
	if before, after, found := strings.Cut(digits, "e"); found {
		digits = before
		exponent, _ = strconv.Atoi(after) // three digits
	}
	number, err := strconv.ParseFloat(digits+"e"+strconv.Itoa(exponent+ten), 64)
	return number, err == nil
}

// wholeNumber reads a count or a number of something, which is never negative.
func wholeNumber(text string) (int, bool) {
	number, ok := decimal(text, 0)
	if !ok || number < 0 || number > math.MaxInt32 || number != math.Trunc(number) {
		return 0, false
	}
	return int(number), true
}

// places is how many digits a number has behind the point when it is written as short as can be.
func places(number float64) int {
	_, behind, _ := strings.Cut(strconv.FormatFloat(number, 'f', -1, 64), ".")
	return len(behind)
}
