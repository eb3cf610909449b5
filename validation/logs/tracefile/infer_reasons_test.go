package tracefile

import (
	"fmt"
	"strings"
	"testing"
)

// Columns that are called alike are offered as parts of one machine, unless each has times of its own.
func TestColumnsWithTimesOfTheirOwnAreNoParts(t *testing.T) {
	for name, c := range map[string]struct {
		header, line string // where %[1]d counts the rows
		offered      bool
	}{
		"without times":                  {"time,power 1,power 2", "%[1]d,500,501", true},
		"that tell no quantity":          {"time,node1,node2", "%[1]d,500,501", true},
		"that have no name":              {"2026-06-03 09:59:59,500,501", "2026-06-03 10:00:0%[1]d,500,501", false},
		"counted, by the same name":      {"time,power,time,power", "%[1]d,500,1%[1]d,501", false},
		"counted, by their numbers":      {"t1 [s],power 1,t2 [s],power 2", "%[1]d,500,1%[1]d,501", false},
		"counted, as a program has them": {"time,power.1,time.1,power.2", "%[1]d,500,1%[1]d,501", false},
		"counted since 1970": {"timestamp,power,timestamp,power",
			"178048080%[1]d,500,178048081%[1]d,501", false},
		"dated": {"time,power,time,power",
			"2026-06-03 10:00:0%[1]d,500,2026-06-03 10:01:0%[1]d,501", false},
		"that only look so":       {"time,power 1,time on,power 2", "%[1]d,500,7,501", true},
		"a clock of another kind": {"time,power 1,gpu clock,power 2", "%[1]d,500,135%[1]d,501", true},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf(c.header, 6, func(i int) string { return fmt.Sprintf(c.line, i) }),
				ImportSettings{})
			why, _ := reasonOf(u.Series[0], "value")
			if got := strings.Contains(why.Why, "takes all of them"); got != c.offered {
				t.Errorf("offered: %v, %+v", got, why)
			}
		})
	}
}
