package tracefile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// An order that a person states is one of the times that are looked at: nothing of them is open then.
func TestWhatIsUnderstoodOfDates(t *testing.T) {
	for _, c := range []struct {
		told, date string
		sure       table.Confidence
		why        string
	}{
		{"", "26/06/03", table.Open, "set date_order of the series to day-first or year-first"},
		{timestamp.YearFirst, "26/06/03", table.Likely, ""},
		{timestamp.DayFirst, "26/06/03", table.Likely, ""},
		{timestamp.MonthFirst, "26/06/03", table.Open, "is not a time that can be read"},
		{timestamp.MonthFirst, "03/06/2026", table.Likely, ""},
	} {
		t.Run(strings.TrimSpace(c.told+" "+c.date), func(t *testing.T) {
			log := tableOf("time,power", 30, func(i int) string {
				return fmt.Sprintf("%s %s,%d", c.date, time.Unix(int64(i), 0).UTC().Format(time.TimeOnly), 500+i%7)
			})
			u := understand(t, log, ImportSettings{DateOrder: c.told})
			of, _ := reasonOf(u.Series[0], "time")
			interval, _ := reasonOf(u.Series[0], "interval")
			if of.Confidence != c.sure || !strings.Contains(of.Why, c.why) || interval.Confidence != c.sure {
				t.Errorf("time %+v, interval %+v", of, interval)
			}
		})
	}
}

// Points beside dates that may begin with the day are asked for with their order, and also if that is stated.
func TestPointsAreAskedForWithTheOrderOfDates(t *testing.T) {
	const log = "Zeit;Leistung [kW]\n03/06/2026 10:00:00;1.200\n03/06/2026 10:00:10;1.210\n"
	for given, want := range map[string]bool{"": true, timestamp.DayFirst: true, timestamp.MonthFirst: false} {
		if _, asked := reasonOf(understand(t, log, ImportSettings{DateOrder: given}).Series[0],
			"decimal"); asked != want {
			t.Errorf("told %q, decimals are asked for: %v", given, asked)
		}
	}
}

// The header that nvidia-smi dmon repeats is no time that can't be read.
func TestARepeatedHeaderIsNoError(t *testing.T) {
	const header = "#Date       Time        gpu   pwr\n#YYYYMMDD   HH:MM:SS    Idx     W\n"
	rows := ""
	for i := range 30 {
		if i%10 == 0 {
			rows += header
		}
		rows += fmt.Sprintf(" 20260603   10:00:%02d      0   %d\n", i, 300+i%7)
	}
	u := understand(t, rows, ImportSettings{})
	of, _ := reasonOf(u.Series[0], "time")
	_, line := reasonOf(u.Series[0], "line")
	if u.Rows != 30 || of.Value != "Time" || of.Confidence != table.Likely || line ||
		u.Series[0].Series.Value != "pwr" || u.Columns[0].Role != infer.OtherRole {
		t.Errorf("%d rows, time %+v, series %+v, columns %+v", u.Rows, of, u.Series[0].Series, u.Columns)
	}
}
