package timestamp

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/logs/tracefile/internal/tracetest"
)

// A time that is read like the one before is what it is when read alone.
func TestPattern(t *testing.T) {
	zone := tracetest.Berlin(t)
	forms := []string{
		"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05.000", "2006/01/02 15:04:05.999999999", "02.01.2006 15:04:05",
		"Jan 2 2006 03:04:05 PM", "1/2/06 15:04:05", "02-Jan-2006 15:04:05 UTC", "20060102T150405Z",
		"2006-01-02T15:04:05.000Z", "2006-01-02 03:04:05AM",
	}
	rapid.Check(t, func(t *rapid.T) {
		used := (&Clocks{}).Of(0, Timing{Zone: zone, DateOrder: MonthFirst})
		form := rapid.SampledFrom(forms).Draw(t, "form")
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "start"), 0)
		for _, step := range rapid.SliceOfN(rapid.Int64Range(-1e10, 4e13), 1, 50).Draw(t, "steps") {
			at = at.Add(time.Duration(step))
			text := []byte(at.In(zone).Format(form))
			got, f := used.Read(text)
			want, g := (&Clocks{}).Of(0, Timing{Zone: zone, DateOrder: MonthFirst}).Read(text)
			if got != want || (f == nil) != (g == nil) {
				t.Fatalf("%s: %d (%v) and %d (%v)", text, got, f, want, g)
			}
		}
	})
}
