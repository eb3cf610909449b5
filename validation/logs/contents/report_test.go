package contents

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/forensics/logwarnings"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// TestReportShowsSameSentences reads logs of each kind that no rule asks about: what trace and the form say of one, the
// notes of a report have to say in the same words, at its instrument.
func TestReportShowsSameSentences(t *testing.T) {
	start := time.Date(2026, 4, 14, 13, 0, 0, 0, time.UTC)
	for _, one := range []struct {
		name, column, says string
		row                func(i int) (second float64, value string)
	}{
		{"negative", "power_w", "all readings are negative",
			func(i int) (float64, string) { return float64(i), fmt.Sprint(-600 - i*7%13) }},
		{"constant", "power_w", "all 120 readings have the same value",
			func(i int) (float64, string) { return float64(i), "431.5" }},
		{"zero", "power_w", "all 120 readings are 0", func(i int) (float64, string) { return float64(i), "0" }},
		{"spike", "power_w", "1 reading is far from all others", func(i int) (float64, string) {
			if i == 60 {
				return float64(i), "9000000"
			}
			return float64(i), fmt.Sprint(600 + i*7%13)
		}},
		{"reset", "energy_j", "without this step, the mean is 600.00 W: the total is set back at 2026-04-14 13:01:00",
			func(i int) (float64, string) { return float64(i), fmt.Sprint(50000 + i*600 - i/60*70000) }},
		{"counts", "energy_wh", "the total rises by one count of 1 Wh at a time",
			func(i int) (float64, string) { return float64(i), fmt.Sprint(100 + i/10) }},
		{"on change", "power_w", "no value follows itself",
			func(i int) (float64, string) { return float64(i + i/20*60), fmt.Sprint(600 + i%2) }},
		{"in turn", "power_w", "readings alternate between 3 levels, whose means are 200.00 W, " +
			"350.00 W and 600.00 W, in a fixed order of 3 rows", func(i int) (float64, string) {
			return float64(i), fmt.Sprint([]int{350, 200, 600}[i%3])
		}},
		{"nothing odd", "power_w", "", func(i int) (float64, string) { return float64(i), fmt.Sprint(600 + i*7%13) }},
	} {
		t.Run(one.name, func(t *testing.T) {
			var log strings.Builder
			fmt.Fprintf(&log, "time,%s\n", one.column)
			for i := range 120 {
				second, value := one.row(i)
				fmt.Fprintf(&log, "%s,%s\n",
					start.Add(time.Duration(second*float64(time.Second))).Format("2006-01-02T15:04:05.000Z"), value)
			}
			s, err := Read(tracefile.Input{Name: "log.csv", Stream: strings.NewReader(log.String())}, Settings{},
				canonical.Memory)
			if err != nil || s.ReadError != nil {
				t.Fatal(err, s.ReadError)
			}
			defer s.Close()
			part := power.Part{Series: &s.Series, Meter: &power.Meter{}, Traces: s.Traces()}
			notes := logwarnings.Notes(&power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part},
				Core: s.Recorded})
			said := s.Warnings()
			found := one.says == ""
			for _, note := range notes {
				found = found || strings.Contains(note.Problem, one.says)
				if note.File != "log.csv" || note.Field != one.column ||
					!slices.Contains(said, one.column+": "+note.Problem) {
					t.Errorf("a report says %q, and the survey %q", note, said)
				}
			}
			if !found || one.says == "" && len(notes) > 0 {
				t.Errorf("a report says %q, want %q", notes, one.says)
			}
		})
	}
}
