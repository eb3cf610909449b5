package timestamp

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

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
	return &celltext.Error{Problem: celltext.Quoted(text) + " is no number of seconds since the start", Remedy: "write seconds with a decimal point, as 0.100151130", Unreadable: true}
}
