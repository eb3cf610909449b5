package tracefile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// TestLinesBetweenReadings: what is not of the table is left out with a note, but another table ends it.
func TestLinesBetweenReadings(t *testing.T) {
	const begin = "time,power_w,temp_c\n2026-06-01T10:00:00Z,900,20\n2026-06-01T10:00:01Z,910,21\n"
	const end = "2026-06-01T10:00:02Z,920,22\n"
	for name, c := range map[string]struct{ lines, refused string }{
		"the names again": {"time,power_w,temp_c\n", ""},
		"a message":       {"restarted by the watchdog\n", ""},
		"the names in another order": {"time,temp_c,power_w\n",
			"line 4: begins another table, of time, temp_c, power_w"},
		"the names in other letters":    {"Time,POWER_W,Temp_C\n", ""},
		"a meter that lost its way":     {"timeout,timeout,timeout\n", ""},
		"names of other columns":        {"time,energy_wh,state\n", "line 4: begins another table"},
		"a reading that is none":        {"2026-06-01T10:00:01.5Z,-abc,22\n", ""},
		"a reading that was not there":  {"2026-06-01T10:00:01.5Z,---,22\n", ""},
		"one that a spreadsheet missed": {"2026-06-01T10:00:01.5Z,#N/A,22\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := begin + c.lines + end
			read, err := Read(Input{Name: "log.csv", Stream: strings.NewReader(text)},
				&power.Series{Unit: "W", Value: "power_w"}, time.UTC, canonical.Memory)
			switch {
			case c.refused != "":
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("got %v, want %q", err, c.refused)
				}
			case err != nil:
				t.Error(err)
			case read.Traces[0].Len() != 3:
				t.Errorf("%d readings", read.Traces[0].Len())
			}
		})
	}
}

// TestACountOfPowerIsNoIndex: numbers that rise by one are readings if their name says so.
func TestACountOfPowerIsNoIndex(t *testing.T) {
	u := understand(t, tableOf("time,Energy", 30,
		func(i int) string { return fmt.Sprintf("%s,%d", stampOf(i), 100+i) }), ImportSettings{})
	if len(u.Series) != 1 || u.Series[0].Series.Value != "Energy" {
		t.Errorf("%+v", u.Columns)
	}
}

// TestPointsBetweenThousands: they are doubted if numbers below a thousand have none and no number has decimals else.
func TestPointsBetweenThousands(t *testing.T) {
	for name, c := range map[string]struct {
		decimal, first, refused string
		readings                [3]string
	}{
		"doubted": {readings: [3]string{"995", "1.022", "1.041"},
			refused: "set decimal of the series to comma or to point"},
		"told":               {decimal: "comma", readings: [3]string{"995", "1.022", "1.041"}, first: "995.000000 W"},
		"told otherwise":     {decimal: "point", readings: [3]string{"995", "1.022", "1.041"}, first: "995.000000 W"},
		"decimals":           {readings: [3]string{"995.125", "1.022", "1.041"}, first: "995.125000 W"},
		"as short as can be": {readings: [3]string{"995", "1.022", "1.5"}, first: "995.000000 W"},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("Zeit;Leistung [W];Lauf\n")
			for i := range 300 {
				fmt.Fprintf(&text, "%s;%s;7\n", stampAfter(i*1000), c.readings[i%3])
			}
			series := power.Series{Unit: "W", Value: "Leistung [W]", Decimal: c.decimal}
			read, err := Read(Input{Name: "log.csv", Stream: strings.NewReader(text.String())}, &series, time.UTC,
				canonical.Memory)
			switch {
			case c.refused != "":
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("got %v, want %q", err, c.refused)
				}
			case err != nil:
				t.Error(err)
			default:
				if got := fmt.Sprintf("%.6f W", read.Traces[0].Reading(0).Watts()); got != c.first ||
					read.Traces[0].Len() != 300 {
					t.Errorf("%d readings from %s", read.Traces[0].Len(), got)
				}
			}
		})
	}
}
