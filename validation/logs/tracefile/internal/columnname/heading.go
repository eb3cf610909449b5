package columnname

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/power"
)

// UnitNamed returns the unit of a symbol or a name. mW and MW are only taken as they are spelled.
func UnitNamed(text string) (power.Unit, bool) {
	if _, known := power.Unit(text).Quantity(); known {
		return power.Unit(text), true
	}
	unit, known := celltext.UnitNames[strings.ToLower(text)]
	return unit, known
}

// Heading returns what the name of a column says about its readings.
func Heading(name string) Meaning {
	if inside, _ := Bracketed(name); inside != "" {
		if unit, known := UnitNamed(inside); known {
			return Meaning{Unit: unit, Certain: true}
		}
		if first, _, more := strings.Cut(inside, ","); more {
			unit, known := UnitNamed(strings.TrimSpace(first))
			return Meaning{Unit: unit, Certain: known}
		}
		return Meaning{}
	}
	unit, _ := UnitNamed(lastWord(name))
	if h, foreign := HintOf(name); !foreign && h.Unit != unit {
		return Meaning{} // the words before it say that it is another
	}
	return Meaning{Unit: unit}
}

// TrimBrackets removes brackets and spaces from both ends of text.
func TrimBrackets(text string) string { return strings.Trim(text, "[]() ") }

// Bracketed returns what stands in the last brackets of a name.
func Bracketed(name string) (inside string, ok bool) {
	for _, pair := range []string{"[]", "()"} {
		start, end := strings.LastIndexByte(name, pair[0]), strings.LastIndexByte(name, pair[1])
		if start >= 0 && end > start {
			return strings.TrimSpace(name[start+1 : end]), true
		}
	}
	return "", false
}

func lastWord(name string) string { return name[strings.LastIndexAny(name, " _.-:")+1:] }

// Picosecond stands for a thousandth of the shortest duration: so many of it are a nanosecond.
const Picosecond time.Duration = -1000

// TickNames are the units in which loggers count time.
var TickNames = map[string]time.Duration{
	"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second,
	"ms": time.Millisecond, "msec": time.Millisecond, "millis": time.Millisecond, "milliseconds": time.Millisecond,
	"us": time.Microsecond, "µs": time.Microsecond, "μs": time.Microsecond, "usec": time.Microsecond,
	"microseconds": time.Microsecond,
	"ns":           time.Nanosecond, "nsec": time.Nanosecond, "nanoseconds": time.Nanosecond,
	"min": time.Minute, "minutes": time.Minute, "h": time.Hour, "hours": time.Hour,
	"ps": Picosecond, "psec": Picosecond, "picosecond": Picosecond, "picoseconds": Picosecond,
}

// TickOf returns the unit in which a name says that its times are counted, which may be Picosecond; 0 if it does not.
func TickOf(name string) time.Duration {
	inside, ok := Bracketed(name)
	if !ok {
		inside = lastWord(name)
	}
	tick := TickNames[strings.ToLower(inside)]
	if tick == Picosecond && !Timely(name) && !Says(name, tickWords) && strings.ToLower(inside) == "ps" {
		return 0 // PS is horsepower and a power supply, too
	}
	return tick
}

var tickWords = WordSet("tick ticks cycle cycles elapsed sim simulation simulated")

// awayFromUTC recognises names of columns whose times are so many hours from UTC, as those of "Date Time, GMT-07:00".
var awayFromUTC = regexp.MustCompile(`(?i)\b(utc|gmt) ?[-+−] ?\d*[1-9]`)

// SaysUTC reports whether a word of the name of a column says that its times are in UTC.
func SaysUTC(name string) bool {
	return Timely(name) && !awayFromUTC.MatchString(name) && slices.ContainsFunc(WordsOf(name), func(word string) bool {
		return strings.EqualFold(word, "UTC") || strings.EqualFold(word, "GMT") || word == "Z"
	})
}

// Timely reports whether a name is that of a column of times.
func Timely(name string) bool {
	name = strings.ToLower(withoutRealTime(name))
	for _, part := range []string{"time", "date", "zeit", "datum", "stamp", "epoch", "posix", "clock"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "t" || name == "ts"
}

// Meaning is what a format, a header or a first cell says about a column.
type Meaning struct {
	Unit    power.Unit // of its readings; numbers come in this unit
	Counts  string     // of energy: total or interval
	Stated  string     // average or instant, if it is stated
	Certain bool       // the unit is part of the format, or stands in the cells or in brackets in the header

	Elapsed bool // the times of the column count from a start
}

// What ranks a candidate: what the person or the format names comes first, then what has a unit, then
// what sees more of the machine.
const (
	RankNamed    = 1000
	RankUnit     = 100
	RankQuantity = 50
	RankEmpty    = -500
	RankReach    = 10
)

// IsUnitLike reports whether what follows a number may be its unit, as °C or %: else the number is part of a text.
func IsUnitLike(text []byte) bool {
	if _, known := UnitNamed(celltext.Latin1(text)); known {
		return true
	}
	return len(text) <= celltext.LongestSign && !bytes.ContainsAny(text, "0123456789,;:=|\t\"")
}
