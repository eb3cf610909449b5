package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Numbers that rise by one may be readings if they are the only ones, which is an open question, as is their unit,
// unless they number the rows.
func TestNumbersThatRiseByOne(t *testing.T) {
	for name, c := range map[string]struct {
		line  func(i int) string
		value string
		sure  table.Confidence
	}{
		"readings": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d", i, 500+i) },
			"column 3", table.Open},
		"readings behind a comma": {func(i int) string { return fmt.Sprintf("2026-06-03T10:00:%02d,%d", i, 500+i) },
			"column 2", table.Open},
		"readings behind a tab": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d\t%d", i, 500+i) },
			"column 2", table.Open},
		"readings behind blanks": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d    %d", i, 500+i) },
			"column 3", table.Open},
		"others": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d", i, 500+i%9) }, "column 3",
			table.Likely},
		"with a unit": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d.123 %d.5 W", i, 500+i) },
			"column 3", table.Likely},
		"beside others": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d %d", i, 500+i, 300+i%9) },
			"column 4", table.Likely},
		"of rows": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d", i, 1+i) }, "", ""},
		"of jobs": {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d n%d", i, 500+i) }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			for i := range 30 {
				log.WriteString(c.line(i) + "\n")
			}
			u := understand(t, log.String(), ImportSettings{})
			if c.value == "" {
				if len(u.Series) > 0 {
					t.Errorf("%+v", u.Series)
				}
				return
			}
			if len(u.Series) != 1 {
				t.Fatalf("%+v", u.Columns)
			}
			if of, _ := reasonOf(u.Series[0], "value"); of.Value != c.value || of.Confidence != c.sure {
				t.Errorf("%+v", of)
			}
			if unit, _ := reasonOf(u.Series[0], "unit"); (unit.Confidence == table.Open) != (c.sure == table.Open) ||
				(u.Series[0].Series.Unit == "") != (c.sure == table.Open) {
				t.Errorf("%+v in %+v", unit, u.Series[0].Series)
			}
		})
	}
}

// What a person says of numbers that rise by one is that they are readings, and no unit is taken for them before.
func TestNumbersThatRiseByOneAreAskedFor(t *testing.T) {
	const log = "time,event\n2026-06-03T10:00:00Z,1001\n2026-06-03T10:00:10Z,1002\n2026-06-03T10:00:20Z,1003\n"
	for name, c := range map[string]struct {
		log         string
		told        ImportSettings
		unit        power.Unit
		value, sure table.Confidence // of the column and of the unit
	}{
		"nothing told":      {log, ImportSettings{}, "", table.Open, table.Open},
		"the column told":   {log, ImportSettings{Value: "event"}, "W", table.Certain, table.Guess},
		"the unit told":     {log, ImportSettings{Unit: "kW"}, "kW", table.Guess, table.Certain},
		"the quantity told": {log, ImportSettings{Quantity: power.Energy}, "Wh", table.Guess, table.Guess},
		"a unit in the name": {strings.Replace(log, "event", "event [W]", 1), ImportSettings{}, "W", table.Likely,
			table.Certain},
		"a column of units": {strings.NewReplacer("event", "event,unit", "1\n", "1,W\n", "2\n", "2,W\n", "3\n",
			"3,W\n").Replace(log), ImportSettings{}, "W", table.Guess, table.Certain},
		"with decimals": {strings.NewReplacer("1\n", "1.5\n", "2\n", "2.5\n", "3\n", "3.5\n").Replace(log),
			ImportSettings{}, "W", table.Guess, table.Guess},
		"numbers that rise not": {strings.Replace(log, "1003", "1002", 1), ImportSettings{}, "W",
			table.Likely, table.Guess},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, c.log, c.told)
			if len(u.Series) != 1 {
				t.Fatalf("%+v", u.Columns)
			}
			value, _ := reasonOf(u.Series[0], "value")
			unit, _ := reasonOf(u.Series[0], "unit")
			if value.Confidence != c.value || unit.Confidence != c.sure || u.Series[0].Series.Unit != c.unit {
				t.Errorf("unit %q, %+v, %+v", u.Series[0].Series.Unit, value, unit)
			}
			if _, given := reasonOf(u.Series[0], "quantity"); given != (c.unit != "" && c.told.Unit == "") {
				t.Errorf("a reason for the quantity: %v", given)
			}
		})
	}
	_, err := Read(Input{Name: "log.csv", At: strings.NewReader(log), Size: int64(len(log))},
		&understand(t, log, ImportSettings{}).Series[0].Series, nil, canonical.Memory)
	if err == nil || !strings.HasPrefix(err.Error(),
		"log.csv, unit: nothing states the unit of the readings; set unit of the series to one of ") {
		t.Error(err)
	}
}
