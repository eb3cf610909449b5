package tracefile

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/timestamp"
)

// A number that is read without a float is what the float would have made of it, to the last bit.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom(power.Units()).Draw(t, "unit")
		text := drawnNumber(t)
		d, next, ok := celltext.DecimalAt([]byte(text+",7"), 0, '.', &celltext.Figures{})
		if !ok {
			return
		}
		if next != len(text) {
			t.Fatalf("%s ends at %d", text, next)
		}
		got, ok := celltext.NewExact(power.Unit(unit)).Fixed(d)
		if !ok {
			return
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		want, err := power.Unit(unit).Fixed(value)
		if err != nil || got != want {
			t.Fatalf("%s %s is read as %d, want %d (%v)", text, unit, got, want, err)
		}
	})
}

// drawnNumber draws numbers as meters write them, and such as lie in the middle of two steps.
func drawnNumber(t *rapid.T) string {
	text := rapid.StringMatching(`[-+]?[0-9]{0,12}\.?[0-9]{0,12}`).Draw(t, "text")
	if rapid.Bool().Draw(t, "middle") {
		text += "5"
	}
	return text
}

// A time that is read like the one before is what it is when read alone.
func TestPattern(t *testing.T) {
	zone := berlin(t)
	forms := []string{
		"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05.000", "2006/01/02 15:04:05.999999999", "02.01.2006 15:04:05",
		"Jan 2 2006 03:04:05 PM", "1/2/06 15:04:05", "02-Jan-2006 15:04:05 UTC", "20060102T150405Z", "2006-01-02T15:04:05.000Z", "2006-01-02 03:04:05AM",
	}
	rapid.Check(t, func(t *rapid.T) {
		used := (&timestamp.Clocks{}).Of(0, timestamp.Timing{Zone: zone, DateOrder: timestamp.MonthFirst})
		form := rapid.SampledFrom(forms).Draw(t, "form")
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "start"), 0)
		for _, step := range rapid.SliceOfN(rapid.Int64Range(-1e10, 4e13), 1, 50).Draw(t, "steps") {
			at = at.Add(time.Duration(step))
			text := []byte(at.In(zone).Format(form))
			got, f := used.Read(text)
			want, g := (&timestamp.Clocks{}).Of(0, timestamp.Timing{Zone: zone, DateOrder: timestamp.MonthFirst}).Read(text)
			if got != want || (f == nil) != (g == nil) {
				t.Fatalf("%s: %d (%v) and %d (%v)", text, got, f, want, g)
			}
			quick, next, ok := used.Quick(append(text, ",1"...), 0)
			if ok && next == len(text) && quick != want {
				t.Fatalf("%s is quickly read as %d, want %d", text, quick, want)
			}
		}
	})
}
