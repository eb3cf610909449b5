package tracefile

import (
	"io"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// A line that is too long is an error with its line, in the first piece that is read and after it.
func TestLongLineOfTablesUnderTheirTimes(t *testing.T) {
	table := "2026-06-01T10:15:01Z\ndevice,power\ncard0,93.0\n"
	for name, c := range map[string]struct {
		before string
		want   string
	}{
		"in the first piece": {strings.Repeat(table, 3), "m.log, line 10: is longer than 1048576 bytes"},
		"far behind":         {strings.Repeat(table, 500_000), "m.log, line 1500001: is longer than 1048576 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			log := io.MultiReader(strings.NewReader(c.before), &endless{text: "7", left: 1e8},
				strings.NewReader("\n"+table))
			_, err := Read(Input{Name: "m.log", Stream: log}, &power.Series{Unit: "W", Value: "power"}, nil,
				canonical.Memory)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
