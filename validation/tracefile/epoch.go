package tracefile

import "bytes"

// nanosecondsPerSecond relates the two parts of a moment.
const nanosecondsPerSecond = 1_000_000_000

// scale is one unit in which time since 1970 is counted.
type scale struct {
	below     int64 // counts below this are in the unit
	perSecond int64
}

// scales tell the unit from the size of the count: until the year 2200 a count of seconds is
// below 10^10, of milliseconds below 10^13, and so on; of 1971 or later it is above the limit of
// the unit before.
var scales = [...]scale{
	{1e10, 1},
	{1e13, 1e3},
	{1e16, 1e6},
	{1<<63 - 1, 1e9},
}

// epoch reads seconds, milliseconds, microseconds or nanoseconds since 1970, with or without a
// fraction. Digits are never made a float, so microseconds come through exactly.
func epoch(text []byte) (moment, bool) {
	whole, fraction, _ := bytes.Cut(text, []byte{'.'})
	if len(whole) == 0 || len(whole) > 19 || len(fraction) > 18 {
		return moment{}, false
	}
	n, ok := digits(whole)
	if !ok {
		return moment{}, false
	}
	m := epochOf(n)
	unit := nanosecondsPerSecond / unitOf(n).perSecond // nanoseconds in one of the unit
	for _, c := range fraction {
		if c < '0' || c > '9' {
			return moment{}, false
		}
		unit /= 10 // what lies below a nanosecond is cut off
		m.nanoseconds += int64(c-'0') * unit
	}
	return m, true
}

// epochOf splits a count since 1970 in the unit its size tells.
func epochOf(n int64) moment {
	per := unitOf(n).perSecond
	return moment{seconds: n / per, nanoseconds: n % per * (nanosecondsPerSecond / per), zoned: true}
}

func unitOf(n int64) scale {
	for _, s := range scales {
		if n < s.below {
			return s
		}
	}
	return scales[len(scales)-1]
}

// digits reads digits that fit an int64.
func digits(text []byte) (n int64, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' || n > (1<<63-1-9)/10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
