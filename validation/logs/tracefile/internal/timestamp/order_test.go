package timestamp

import (
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/tracetest"
)

// TestRepeatedHour: in the hour that happens twice, the order of the rows tells which is meant. Each line has the times
// of day of 2023-10-29 in Berlin and, behind the arrow, what they are in UTC; ? is one whose hour nothing tells.
func TestRepeatedHour(t *testing.T) {
	zone := tracetest.Berlin(t)
	for name, line := range map[string]string{
		"every half hour": "01:00 01:30 02:00 02:30 02:00 02:30 03:00 > 23:00 23:30 00:00 00:30 " +
			"01:00 01:30 02:00",
		"every hour": "00:00 01:00 02:00 02:00 03:00 > 22:00 23:00 00:00 01:00 02:00",
		"every hour, two meters": "00:00 00:00 01:00 01:00 02:00 02:00 02:00 02:00 03:00 03:00 > 22:00 " +
			"22:00 23:00 23:00 00:00 00:00 01:00 01:00 02:00 02:00",
		"every forty minutes": "00:40 01:20 02:00 02:40 02:20 03:00 > 22:40 23:20 00:00 " +
			"00:40 01:20 02:00",
		"every ninety minutes": "23:30- 01:00 02:30 03:00 > 21:30- 23:00 00:30 02:00",
		"every five minutes": "01:50 01:55 02:00 02:55 02:00 02:40 02:55 03:00 > 23:50 23:55 00:00 " +
			"00:55 01:00 01:40 01:55 02:00",
		"two meters in turn": "01:59 01:59 02:00 02:00 02:59 02:59 02:00 02:00 03:00 03:00 > 23:59 " +
			"23:59 00:00 00:00 00:59 00:59 01:00 01:00 02:00 02:00",
		"a meter late": "01:58 01:59 02:00 02:59 02:00 02:59 02:00 02:01 > 23:58 23:59 00:00 " +
			"00:59 01:00 00:59 01:00 01:01",
		"a little out of order": "01:58 01:59 02:01 02:00 02:30 02:29 02:31 > 23:58 23:59 00:01 00:00 " +
			"00:30 00:29 00:31",
		"one meter after the other": "01:00 01:30 02:00 02:30 02:00 02:30 03:00 01:00 01:30 02:00 02:30 " +
			"02:00 > 23:00 23:30 00:00 00:30 01:00 01:30 02:00 23:00 23:30 00:00 00:30 01:00",
		"begins within the hour":            "02:10 02:20 03:00 > ? ? 02:00",
		"rows missing before":               "01:00 01:01 02:10 > 23:00 23:01 ?",
		"rows missing within":               "01:58 01:59 02:00 02:01 03:00 > 23:58 23:59 00:00 00:01 ?",
		"back from after":                   "03:00 02:30 > 02:00 ?",
		"a third time":                      "01:30 02:00 02:30 02:00 02:30 02:00 > 23:30 00:00 00:30 01:00 01:30 ?",
		"a single row of each hour is lost": "00:00 01:00 02:00 03:00 > 22:00 23:00 00:00 ?",
	} {
		times, want, _ := strings.Cut(line, " > ")
		c := NewClock(Timing{Zone: zone})
		var got []string
		for _, text := range strings.Fields(times) {
			day := "2023-10-29 "
			if before, ok := strings.CutSuffix(text, "-"); ok {
				text, day = before, "2023-10-28 "
			}
			at, f := c.Read([]byte(day + text + ":00"))
			switch shown := time.Unix(0, at).UTC(); {
			case f != nil && strings.Contains(f.Problem, "happens twice"):
				got = append(got, "?")
			case f != nil:
				got = append(got, f.Problem)
			case day == "2023-10-28 ":
				got = append(got, shown.Format("15:04")+"-")
			default:
				got = append(got, shown.Format("15:04"))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s is read as %s, want %s", name, times, strings.Join(got, " "), want)
		}
	}
}
