package tracefile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/table"
)

// Readings that come in rounds are asked about: they may be of several meters that no column distinguishes.
func TestReadingsInRoundsAreAskedAbout(t *testing.T) {
	after := func(milliseconds int) string {
		return time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC).Add(time.Duration(milliseconds) * time.Millisecond).
			Format("2006-01-02T15:04:05.000Z07:00")
	}
	rounds := func(count, apart, every int) func(i int) int {
		return func(i int) int { return i/count*every + i%count*apart }
	}
	for name, c := range map[string]struct {
		at   func(i int) int // milliseconds
		rows int
		want string
	}{
		"two":             {rounds(2, 2, 1000), 60, "rounds of 2, within 2ms every 1s"},
		"four":            {rounds(4, 2, 1000), 120, "rounds of 4, within 6ms every 1s"},
		"cut off":         {rounds(4, 2, 1000), 118, "rounds of 4, "},
		"one that lacks":  {func(i int) int { return rounds(4, 2, 1000)(i + i/100) }, 160, "rounds of 4, "},
		"a gap":           {func(i int) int { return rounds(2, 2, 1000)(i) + i/50*3600000 }, 100, "rounds of 2, "},
		"three rounds":    {rounds(2, 2, 1000), 6, "rounds of 2, "},
		"few rounds":      {rounds(2, 2, 1000), 4, ""},
		"even steps":      {rounds(1, 0, 1000), 120, ""},
		"uneven steps":    {func(i int) int { return i*1000 + uneven[i%10] }, 120, ""},
		"half of the log": {func(i int) int { return rounds(2, 2, 1000)(min(i, 60)) + max(0, i-60)*1000 }, 120, ""},
		"a long turn":     {rounds(2, 200, 1000), 120, ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf("time,power_w", c.rows,
				func(i int) string { return fmt.Sprintf("%s,%d", after(c.at(i)), 100+uneven[i%10]) }), ImportSettings{})
			reason, asked := reasonOf(u.Series[0], "instruments")
			if asked != (c.want != "") ||
				asked && (reason.Confidence != table.Open || !strings.Contains(reason.Why, c.want)) {
				t.Errorf("got %+v", reason)
			}
		})
	}
	named := tableOf("time,gpu,power_w", 60, func(i int) string {
		return fmt.Sprintf("%s,%d,%d", after(rounds(2, 2, 1000)(i)), i%2, 100+i%2*100+uneven[i%10])
	})
	if reason, _ := reasonOf(understand(t, named, ImportSettings{}).Series[0],
		"instruments"); reason.Confidence == table.Open {
		t.Errorf("asked where a column tells: %+v", reason)
	}
}
