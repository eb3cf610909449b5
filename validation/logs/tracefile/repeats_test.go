package tracefile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// TestRowsThatAreThereAgain: exports that overlap count once, and equal readings of one second do not.
func TestRowsThatAreThereAgain(t *testing.T) {
	rows := func(from, to, each int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "%s,%d\n",
				time.Date(2026, 6, 1, 10, 0, i/each, 0, time.UTC).Format(time.RFC3339), 300+i%7/each)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		rows     string
		readings int
		note     string
	}{
		"overlap": {rows(0, 60, 1) + rows(40, 90, 1), 90,
			"20 readings are there a second time, from 2026-06-01T10:00:40Z on"},
		"overlap twice":          {rows(0, 60, 1) + rows(40, 90, 1) + rows(80, 100, 1), 100, "30 readings"},
		"the whole of it":        {rows(0, 60, 1) + rows(0, 60, 1), 60, "60 readings"},
		"two in each second":     {rows(0, 120, 2), 120, ""},
		"two, and one that late": {rows(0, 120, 2) + rows(30, 31, 2), 121, ""},
		"a restart without any":  {rows(50, 90, 1) + rows(0, 50, 1), 90, ""},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := Read(Input{Name: "log.csv", Stream: strings.NewReader("time,power_w\n" + c.rows)},
				&power.Series{Unit: "W"}, time.UTC, canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			if got := read.Traces[0].Len(); got != c.readings {
				t.Errorf("%d readings, want %d", got, c.readings)
			}
			if got := fmt.Sprint(read.Notes); c.note == "" && strings.Contains(got, "second time") ||
				!strings.Contains(got, c.note) {
				t.Errorf("%s, want %q", got, c.note)
			}
		})
	}
}
