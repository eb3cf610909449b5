package timestamp

import (
	"bytes"
	"math/bits"
	"strconv"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// NanosecondsPerSecond relates the two parts of a moment.
const NanosecondsPerSecond = 1_000_000_000

// EarliestCount is 1990 in seconds since 1970: a smaller number counts from a start of its own.
const EarliestCount = 631_152_000

// Scale is one unit in which time since 1970 is counted.
type Scale struct {
	Below       int64 // counts below this are in the unit
	Nanoseconds int64
}

// Scales tell the unit of a count since 1970 by its size: until 2200, seconds are below 10^10, milliseconds below
// 10^13.
var Scales = [...]Scale{{1e10, 1e9}, {1e13, 1e6}, {1e16, 1e3}, {1<<63 - 1, 1}}

// Tally is a count of time in digits, never a float, so that microseconds come through exactly.
type Tally struct {
	Whole    int64
	fraction []byte // digits
	Negative bool
}

// TallyOf reads digits with or without a fraction and a sign.
func TallyOf(text []byte) (t Tally, ok bool) {
	rest := celltext.Unsigned(text)
	t.Negative = len(rest) < len(text) && text[0] == '-'
	n := 0
	for n < len(rest) && celltext.IsDigit(rest[n]) {
		n++
	}
	if n > 19 {
		return t, false
	}
	if t.Whole, ok = Digits(rest[:n]); !ok {
		return t, false
	}
	if n == len(rest) {
		return t, n > 0
	}
	t.fraction = rest[n+1:]
	return t, (rest[n] == '.' || rest[n] == ',') && len(t.fraction) <= 18 &&
		(celltext.OnlyDigits(t.fraction) || n > 0 && len(t.fraction) == 0)
}

// In returns the tally in nanoseconds, if one of it is so many; what lies below one is cut off.
func (t Tally) In(unit int64) (nanoseconds int64, ok bool) {
	const most = LastSecond * NanosecondsPerSecond
	if unit < 0 { // so many of it are a nanosecond
		nanoseconds = t.Whole / -unit
		if t.Negative {
			nanoseconds = -nanoseconds
		}
		return nanoseconds, t.Whole >= 0 && t.Whole/-unit <= most
	}
	high, low := bits.Mul64(uint64(t.Whole), uint64(unit))
	if high > 0 || low > most {
		return 0, false
	}
	nanoseconds = int64(low)
	for _, c := range t.fraction {
		unit /= 10
		nanoseconds += int64(c-'0') * unit
	}
	if t.Negative {
		nanoseconds = -nanoseconds
	}
	return nanoseconds, true
}

// UnitOf returns the unit in which n counts time since 1970, by its size.
func UnitOf(n int64) Scale {
	for _, s := range Scales {
		if n < s.Below {
			return s
		}
	}
	return Scales[len(Scales)-1]
}

// Digits reads digits that fit an int64.
func Digits(text []byte) (n int64, ok bool) {
	for _, c := range text {
		if !celltext.IsDigit(c) || n > (1<<63-1-9)/10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// countInUnit reads a count of time that states its unit, such as 5.19739 ms; ok is false for other texts.
func (c *Clock) countInUnit(text []byte) (at int64, f *celltext.Error, ok bool) {
	number, unit := celltext.WithUnit(text)
	tick, known := columnname.TickNames[celltext.Latin1(unit)]
	t, ok := TallyOf(number)
	if !known || !ok {
		return 0, nil, false
	}
	of := Clock{timing: c.timing, Tick: int64(tick)}
	at, f = of.Count(t)
	return at, f, true
}

func (c *Clock) uncountable(t Tally) *celltext.Error {
	if c.Tick != 0 || t.Negative {
		return outsideYears()
	}
	return &celltext.Error{
		Asks: "time_unit",
		Problem: "the unit of the times is not stated: taken for seconds, or for the unit that their size suggests, " +
			"they are outside the years 1970 to 2200",
		Remedy: "set time_unit of the series to s, ms, us, ns or ps",
	}
}

// MaxElapsed bounds times that count from a start, in seconds: thirty-one years.
const MaxElapsed = 1_000_000_000

// Elapsed reads seconds since a start with any number of decimals, as nanoseconds.
func Elapsed(text []byte) (int64, *celltext.Error) {
	whole, fraction, _ := bytes.Cut(text, []byte{'.'})
	seconds, ok := Digits(whole)
	if !ok || len(text) == 0 || seconds > MaxElapsed {
		return 0, UnreadableElapsed(text)
	}
	nanoseconds, unit := int64(0), int64(NanosecondsPerSecond)
	for _, c := range fraction {
		if c < '0' || c > '9' {
			return 0, UnreadableElapsed(text)
		}
		unit /= 10 // what lies below a nanosecond is cut off
		nanoseconds += int64(c-'0') * unit
	}
	return seconds*NanosecondsPerSecond + nanoseconds, nil
}

// UnreadableElapsed is the error of a cell that should be seconds since the start.
func UnreadableElapsed(text []byte) *celltext.Error {
	return &celltext.Error{Problem: celltext.Quoted(text) + " is no number of seconds since the start",
		Remedy: "write seconds with a decimal point, as 0.100151130", Unreadable: true}
}

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

// What has no fewer decimals and places is a count of milliseconds or finer, though zeros at the end are left out of
// it, as of 1.3719708e+12: spreadsheets and C++ leave fewer decimals if they round, and what is left then has no
// seconds.
const (
	fewestLeft        = 6
	millisecondPlaces = 12
)

// WithoutExponent writes 1.780308000e+09 as 1780308000. What has fewer digits than the count stays, unless zeros may be
// left out.
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
