package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/power"
)

// A unit that follows another number would make watts of volts.
func TestUnitsBehindTheirNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		row   string // of the second that stands in it
		value string
		unit  power.Unit
		also  int // series that could be read as well
	}{
		"between blanks":  {"2026-06-01 10:00:%02d 23%d.1 V 1.95 A 448.7 W", "column 7", "W", 0},
		"between commas":  {"2026-06-01 10:00:%02d,23%d.1,V,1.95,A,0.4487,kW", "column 6", "kW", 0},
		"the power first": {"2026-06-01 10:00:%02d,44%d,mW,3.3,V", "column 2", "mW", 0},
		"two channels with names": {"17777081%02d.5 CH1: 5.1%d V 1203.2 mA 6136.3 mW CH2: 5.10 V 100.0 mA 510.0 mW",
			"column 7", "mW", 1},
		"energy beside": {"2026-06-01 10:00:%02d,230,V,44%d,W,0.1,kWh", "column 4", "W", 1},
	} {
		var log strings.Builder
		for i := range 10 {
			fmt.Fprintf(&log, c.row+"\n", i, i)
		}
		u := understand(t, log.String(), ImportSettings{})
		if len(u.Series) != 1+c.also || u.Series[0].Series.Value != c.value || u.Series[0].Series.Unit != c.unit {
			t.Errorf("%s: %d series, the first %+v", name, len(u.Series), u.Series[0].Series)
		}
	}
}
