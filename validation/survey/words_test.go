package survey_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/canonical"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// What is only seen once the whole log is read: rows that may be of a second instrument, which stands far behind the first.
func TestASecondInstrumentFarBehindIsSuspected(t *testing.T) {
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	row := func(i int) string { return fmt.Sprintf("%s,%d\n", start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), 500+i%7) }
	for name, c := range map[string]struct {
		order           func(i int) int
		late, suspected bool
	}{
		"two behind one another": {func(i int) int { return i % 3000 }, true, true},
		"newest first":           {func(i int) int { return 6000 - i }, false, false},
		"one that came late":     {func(i int) int { return max(0, i-i/5999*5000) }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("time,power_w\n")
			for i := range 6000 {
				text.WriteString(row(c.order(i)))
			}
			log := text.String()
			s, err := survey.Read(tracefile.Input{Name: "log.csv", At: strings.NewReader(log), Size: int64(len(log))}, survey.Told{}, canonical.Memory)
			if err != nil || s.Trouble != nil {
				t.Fatal(err, s.Trouble)
			}
			defer func() { _ = s.Close() }()
			said := strings.Join(s.Says(s.Instruments[0]), "\n")
			if got := strings.Contains(said, "after a later one"); got != c.late {
				t.Errorf("readings are late: %v, want %v\n%s", got, c.late, said)
			}
			if got := strings.Contains(said, "several instruments"); got != c.suspected {
				t.Errorf("several instruments are suspected: %v, want %v\n%s", got, c.suspected, said)
			}
		})
	}
}
