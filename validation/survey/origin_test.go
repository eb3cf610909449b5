package survey_test

import (
	"strings"
	"testing"
	"time"

	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// An origin with its offset settles the zone of a start that the log tells without one.
func TestAnOriginSettlesTheZoneOfAStart(t *testing.T) {
	const log = "# started on Mon Jun  1 12:00:00 2026\n     1.000000000,10.50,Joules,power/energy-pkg/,1,100.00,,\n     2.000000000,10.50,Joules,power/energy-pkg/,1,100.00,,\n"
	for _, open := range []bool{true, false} {
		told := survey.Told{}
		if !open {
			told.Origin = power.Time{Time: time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)}
		}
		in := tracefile.Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))}
		s, err := survey.Read(in, told, canonical.Memory)
		if err != nil || s.Trouble != nil {
			t.Fatal(err, s.Trouble)
		}
		if first := map[bool]int{true: 12, false: 10}[open]; s.ZoneOpen != open || s.Recorded.Start.UTC().Hour() != first {
			t.Errorf("the zone is open: %v, want %v; begins at %v", s.ZoneOpen, open, s.Recorded.Start)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
