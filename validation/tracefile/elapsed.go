package tracefile

import (
	"bytes"
	"time"

	"green500/validation/power"
)

// maxElapsed bounds times that count from a start, in seconds: thirty-one years.
const maxElapsed = 1_000_000_000

// elapsed reads seconds since a start with any number of decimals, as nanoseconds.
func elapsed(text []byte) (int64, *fault) {
	whole, fraction, _ := bytes.Cut(text, []byte{'.'})
	seconds, ok := digits(whole)
	if !ok || len(text) == 0 || seconds > maxElapsed {
		return 0, unreadableElapsed(text)
	}
	nanoseconds, unit := int64(0), int64(nanosecondsPerSecond)
	for _, c := range fraction {
		if c < '0' || c > '9' {
			return 0, unreadableElapsed(text)
		}
		unit /= 10 // what lies below a nanosecond is cut off
		nanoseconds += int64(c-'0') * unit
	}
	return seconds*nanosecondsPerSecond + nanoseconds, nil
}

func unreadableElapsed(text []byte) *fault {
	return &fault{problem: quoted(text) + " is no number of seconds since the start", remedy: "write seconds with a decimal point, as 0.100151130"}
}

// begins returns when the times of a file that counts them from a start began, in nanoseconds since
// 1970: the series tells it, else the file.
func (t *table) begins(series *power.Series, zone *time.Location) (int64, *power.InputError) {
	if !series.Origin.IsZero() {
		if seconds := series.Origin.Unix(); seconds < firstSecond || seconds >= lastSecond-maxElapsed {
			return 0, t.refuse(0, "origin", "is outside the years 1970 to 2168", "correct origin")
		}
		return series.Origin.UnixNano(), nil
	}
	if t.started == "" {
		return 0, t.refuse(0, "origin", "the times of the file count from a start that it does not tell", "set origin in the series, as 2024-09-27T11:16:15+02:00")
	}
	at, f := newClock(timing{zone: zone}).read([]byte(t.started))
	if f != nil {
		field := f.field
		if field == "" {
			field = "origin"
		}
		return 0, t.refuse(0, field, f.problem, f.remedy)
	}
	return at, nil
}
