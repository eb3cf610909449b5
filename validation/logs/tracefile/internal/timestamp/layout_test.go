package timestamp

import (
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/tracetest"
)

func TestLayouts(t *testing.T) {
	origin := time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC).UnixNano()
	for _, one := range []struct{ form, text, want string }{
		{"%d.%m.%Y %H:%M:%S", "14.03.2026 09:20:00", "2026-03-14T08:20:00Z"},
		{"%d.%m.%Y %H:%M:%S.%f", "14.03.2026 09:20:00.25", "2026-03-14T08:20:00.25Z"},
		{"%Y%j-%H%M", "2026073-0920", "2026-03-14T08:20:00Z"},
		{"%y%m%d%H%M%S", "260314092000", "2026-03-14T08:20:00Z"},
		{"Q1 %d %b %Y at %I.%M %p", "Q1 14 Mar 2026 at 9.20 PM", "2026-03-14T20:20:00Z"},
		{"%A, %-d. %B %Y %T", "Samstag, 14. März 2026 09:20:00", "2026-03-14T08:20:00Z"},
		{"%p %I:%M:%S %F", "오후 12:20:00 2026-03-14", "2026-03-14T11:20:00Z"},
		{"%FT%T%z", "2026-03-14T09:20:00+0200", "2026-03-14T07:20:00Z"},
		{"%F %T %Z", "2026-03-14 09:20:00 Asia/Tokyo", "2026-03-14T00:20:00Z"},
		{"<%s>", "<1773476400>", "2026-03-14T08:20:00Z"},
		{"%D %R", "03/14/26 24:00", "2026-03-14T23:00:00Z"},
		{"%H-%M-%S", "09-20-00", "2026-03-14T08:20:00Z"},
		{"%b %e %T", "Mar 14 09:20:00", "2026-03-14T08:20:00Z"},
		{"%d.%m.%Y %H:%M:%S", "14/03/2026 09:20:00", `"14/03/2026 09:20:00" is not written as %d.%m.%Y %H:%M:%S`},
		{"%d.%m.%Y %H:%M:%S", "14.03.2026 09:20:00 idle", "is not written as"},
		{"%d.%m.%Y %H:%M:%S", "31.02.2026 09:20:00", "is not written as"},
		{"%d.%m.%Y", "14.03.2026", "has no hour, as %H"},
		{"%d.%q.%Y %H", "14.03.2026", "has %q, which is not known"},
		{"%H:%", "14", "ends with %"},
	} {
		c := NewClock(Timing{Zone: tracetest.Berlin(t), Layout: one.form, origin: origin,
			day: origin / NanosecondsPerSecond, Counted: true})
		for range 2 {
			at, f := c.Read([]byte(one.text))
			got := time.Unix(0, at).UTC().Format(time.RFC3339Nano)
			if f != nil {
				got = f.Problem
			}
			if got != one.want && (f == nil || !strings.Contains(got, one.want)) {
				t.Errorf("%s by %s is %s, want %s", one.text, one.form, got, one.want)
			}
		}
	}
}

func TestSpreadsheetDays(t *testing.T) {
	column := func(texts string) (cells [][]byte) {
		for text := range strings.FieldsSeq(texts) {
			cells = append(cells, []byte(text))
		}
		return cells
	}
	for _, one := range []struct {
		cells string
		dated bool
		want  string // the last time; empty if these are no days
	}{
		{"46126.55555556 46126.55556713 46126.55557870", true, "2026-04-14T13:20:02Z"},
		{"46126.55555556 46126.55556713 46126.55557870", false, "2026-04-14T13:20:02Z"},
		{"46126.55556 46126.55557 46126.55558", false, "2026-04-14T13:20:02Z"},
		{"46126.55208 46126.5625 46126.57292", false, "2026-04-14T13:45:00Z"},
		{"46126.552083333336 46126.5625 46126.572916666664", false, "2026-04-14T13:45:00Z"},
		{"46126.5 46126.6 46126.7", false, ""},          // tenths of a second since a machine was started
		{"46126.50 46126.51 46126.52", false, ""},       // hundredths
		{"46126.001 46126.002 46126.003", false, ""},    // thousandths
		{"46126 46127 46128", true, ""},                 // days, or seconds
		{"1.55555556 1.55556713 1.55557870", false, ""}, // of 1900
		{"46126.5555 -1", true, ""},
	} {
		cells := column(one.cells)
		s := SerialOf(cells, one.dated)
		if s.Found != (one.want != "") {
			t.Errorf("%s: %v", one.cells, s)
		}
		if one.want == "" {
			continue
		}
		c := NewClock(Timing{Zone: time.UTC})
		c.Serial = s
		at, f := c.Read(cells[len(cells)-1])
		if got := time.Unix(0, at).UTC().Format(time.RFC3339Nano); f != nil || got != one.want {
			t.Errorf("%s is %s, want %s", one.cells, got, one.want)
		}
	}
}

func TestUnitsOfTimes(t *testing.T) {
	for _, one := range []struct{ unit, text, want string }{
		{"ps", "2000000000000", "1970-01-01T00:00:02Z"}, {"ns", "2000000000", "1970-01-01T00:00:02Z"},
		{"us", "2000000.5", "1970-01-01T00:00:02.0000005Z"},
		{"ms", "2000", "1970-01-01T00:00:02Z"}, {"ms", "1773476400000", "2026-03-14T08:20:00Z"},
		{"s", "1773476400", "2026-03-14T08:20:00Z"},
		{"min", "1.5", "1970-01-01T00:01:30Z"}, {"h", "2", "1970-01-01T02:00:00Z"},
		{"spreadsheet-days", "46126.55555556", "2026-04-14T13:20:00.000384Z"},
		{"", "1e3", "error"}, {"s", "1773476400000", "error"}, {"ps", "9223372036854775807999", "error"},
	} {
		c := NewClock(Timing{Zone: time.UTC, Unit: one.unit, Counted: true})
		at, f := c.Read([]byte(one.text))
		got := time.Unix(0, at).UTC().Format(time.RFC3339Nano)
		if f != nil {
			got = "error"
		}
		if got != one.want {
			t.Errorf("%s %s is %s, want %s", one.text, one.unit, got, one.want)
		}
	}
}
