package tracefile

import (
	"testing"
	"time"

	"green500/validation/power"
)

// TestColumnsByTheirPlace: a column may be named by its place, as when files without a line of names go on; a name goes
// first.
func TestColumnsByTheirPlace(t *testing.T) {
	for name, c := range map[string]struct {
		log, time, value string
		want             float64 // 0 if it is refused
	}{
		"the place of a named one": {"time,power,temp\n2026-06-01T10:00:00Z,400,40\n", "column 1", "column 2", 400},
		"without names": {"2026-06-01T10:00:00Z,400,40\n2026-06-01T10:00:01Z,400,40\n", "column 1",
			"column 2", 400},
		"one that is called so": {"time,power,column 2\n2026-06-01T10:00:00Z,400,40\n", "time", "column 2", 40},
		"there is none":         {"time,power,temp\n2026-06-01T10:00:00Z,400,40\n", "time", "column 4", 0},
		"no number":             {"time,power,temp\n2026-06-01T10:00:00Z,400,40\n", "time", "column", 0},
	} {
		t.Run(name, func(t *testing.T) {
			traces, err := readOne("m.csv", []byte(c.log),
				&power.Series{Unit: "W", Time: c.time, Value: c.value}, time.UTC)
			if c.want == 0 {
				if err == nil {
					t.Error("it is read")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := float64(traces[0].Reading(0).Watts()); got != c.want {
				t.Errorf("%g W, want %g", got, c.want)
			}
		})
	}
}
