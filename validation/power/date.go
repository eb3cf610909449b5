package power

import (
	"fmt"
	"time"
)

// Date is a day of the calendar, wherever it is lived through.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

const dateExample = "2026-03-31"

// DateOf is the day of a time, in the zone of the time.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// IsZero reports whether no day is stated.
func (d Date) IsZero() bool { return d == Date{} }

// Before reports whether the day comes before another.
func (d Date) Before(other Date) bool { return d.start().Before(other.start()) }

// Days is how many days lie from another day to this one; it is negative if this one is earlier.
func (d Date) Days(from Date) int {
	const day = 24 * time.Hour
	return int(d.start().Sub(from.start()) / day)
}

// End is when the day has passed in UTC.
func (d Date) End() time.Time   { return d.start().AddDate(0, 0, 1) }
func (d Date) start() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// String writes the day as documents do; one that is not stated is empty.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.start().Format(time.DateOnly)
}

// MarshalText writes the day as year, month and day of the month.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a day as MarshalText writes it.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := time.Parse(time.DateOnly, string(text))
	if err != nil {
		return fmt.Errorf("%q is not a day; write it as %s", text, dateExample)
	}
	*d = DateOf(parsed)
	return nil
}
