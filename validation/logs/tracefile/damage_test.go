package tracefile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// TestFewDamagedRowsAreLeftOut: a damaged row costs its reading, and no more; a log is refused if more than ten and 1%
// of its rows are.
func TestFewDamagedRowsAreLeftOut(t *testing.T) {
	log := func(header string, rows int, row func(i int, at string) string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for i := range rows {
			b.WriteString(row(i, time.Date(2026, 6, 1, 10, 0, i, 0, time.UTC).Format(time.RFC3339)) + "\n")
		}
		return b.String()
	}
	every := func(n int, bad string) func(i int, at string) string {
		return func(i int, at string) string {
			if i%n == n/2 {
				return strings.ReplaceAll(bad, "TIME", at)
			}
			return at + ",300.5,47"
		}
	}
	for name, c := range map[string]struct {
		log      string
		readings int
		says     string // in a note, or in the error if there are no readings
	}{
		"a word of no language": {log("time,power_w,c", 200, every(200, "TIME,broken-ish,47")), 199,
			`line 102, power_w: "broken-ish" is not a number; it is left out`},
		"a word for no reading": {log("time,power_w,c", 200, every(2, "TIME,OVER,47")), 100,
			`"OVER" is no reading; 100 times`},
		"two lines in one": {log("time,power_w,c", 200, every(200, "TIME,300.TIME,300.5,47")), 199,
			"line 102: has 4 cells, but the header has 3; it is left out"},
		"zero bytes": {log("time,power_w,c", 200, every(200, "TIME,30\x00\x00\x00\x00,47")), 199,
			"line 102: holds zero bytes"},
		"a torn quote": {log("time,power_w,c", 200, every(200, `TIME,"300.5"7",47"`)), 199,
			"has a quote within a cell"},
		"ten of two hundred": {log("time,power_w,c", 200, every(20, "TIME,x,47")), 190, "is left out"},
		"eleven of a few": {log("time,power_w,c", 220, every(20, "TIME,x,47")), 0,
			"line 12, power_w: \"x\" is not a number, and 10 more of 220 rows cannot be read"},
		"twelve of many": {log("time,power_w,c", 2400, every(200, "TIME,x,47")), 2388,
			"cannot be read, like other rows, and is left out"},
		"as many as there are": {log("time,power_w,c", 4, every(2, "TIME,x,47")), 0, `"x" is not a number`},
		"thousands cut by a comma": {log("time,power_w,c", 200, every(200, "TIME,1,300.5,47")), 0,
			"line 102: has 4 cells, but the header has 3: a comma seems to stand between the thousands"},
		"such with a separator last": {log("time,power_w,c,", 200,
			func(i int, at string) string { return every(200, "TIME,1,300.5,47")(i, at) + "," }), 0, "line 102"},
		"names that end otherwise": {log("time,power_w,c,", 200, every(200, "TIME,1,300.5,47")), 0, "line 102"},
		"other names below": {log("time,power_w,c,", 200,
			func(i int, at string) string { return every(200, "time,c,power_w")(i, at) + "," }), 0,
			"line 102: begins another table"},
		"a number without its unit": {log("time,power_w", 200,
			func(i int, at string) string { return at + ",30" + map[bool]string{true: "", false: "0.5 W"}[i == 100] }),
			199, `"30" has no unit, as all others have`},
		"rows by their units": {log("time,value,unit", 200,
			func(i int, at string) string { return at + []string{",300.5,W", ",0.3005,kW"}[i/100] }), 200, ""},
		"one unit, and then another": {log("time,value,unit", 3000,
			func(i int, at string) string { return at + []string{",300.5,W", ",0.3005,kW"}[i/2000] }), 3000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := Read(Input{Name: "log.csv", Stream: strings.NewReader(c.log)}, &power.Series{Unit: "W",
				Value: strings.TrimSpace(strings.Split(strings.SplitN(c.log, "\n", 2)[0], ",")[1])}, time.UTC,
				canonical.Memory)
			if c.readings == 0 {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v, want %q", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			said := fmt.Sprint(read.Notes)
			if got := read.Traces[0].Len(); got != c.readings || !strings.Contains(said, c.says) {
				t.Errorf("%d readings, want %d; notes %s, want %q", got, c.readings, said, c.says)
			}
			for i := range read.Traces[0].Len() {
				if w := read.Traces[0].Reading(i).Watts(); w < 300.49 || w > 300.51 {
					t.Fatalf("reading %d is %v", i, w)
				}
			}
		})
	}
}
