package tracefile

import (
	"fmt"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// A column that holds the other end of each interval states where timestamps lie in theirs.
func TestBothEndsOfIntervalsTellTheStamp(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	both := func(i int) string { return fmt.Sprintf("%d,%s,%s", 40+noise[i%10], stampOf(i), stampOf(i+1)) }
	for name, c := range map[string]struct {
		header string
		cells  func(i int) string
		told   ImportSettings
		stamp  string
		sure   table.Confidence
	}{
		"energy":               {"energy (Wh),Start,End", both, ImportSettings{}, "begin", table.Likely},
		"power":                {"power (W),Start,End", both, ImportSettings{}, "begin", table.Likely},
		"the end for the time": {"energy (Wh),Start,End", both, ImportSettings{Time: "End"}, "end", table.Likely},
		"newest first": {"energy (Wh),Start,End", func(i int) string { return both(30 - i) }, ImportSettings{},
			"begin", table.Likely},
		"told": {"energy (Wh),Start,End", both, ImportSettings{Stamp: "middle"}, "middle", table.Certain},
		"gaps between": {"power (W),Start,End", func(i int) string {
			return fmt.Sprintf("%d,%s,%s", 40+noise[i%10], stampOf(i+60*(i/3)), stampOf(i+60*(i/3)+1))
		}, ImportSettings{}, "begin", table.Likely},
		"gaps before the end for the time": {"power (W),Start,End", func(i int) string {
			return fmt.Sprintf("%d,%s,%s", 40+noise[i%10], stampOf(i+60*(i/3)), stampOf(i+60*(i/3)+1))
		}, ImportSettings{Time: "End"}, "end", table.Likely},
		"times that seldom meet": {"power (W),Start,Read", func(i int) string {
			return fmt.Sprintf("%d,%s,%s", 40+noise[i%10], stampOf(2*i-i/4), stampOf(2*i-i/4+1))
		}, ImportSettings{}, "", table.Open},
		"times that do not meet": {"energy (Wh),Start,Read", func(i int) string {
			return fmt.Sprintf("%d,%s,%s", 40+noise[i%10], stampOf(2*i), stampOf(2*i+1))
		}, ImportSettings{}, "", table.Open},
		"a total": {"energy (Wh),Start,End",
			func(i int) string { return fmt.Sprintf("%d,%s,%s", 40*i, stampOf(i), stampOf(i+1)) },
			ImportSettings{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := understand(t, tableOf(c.header, 20, c.cells), c.told).Series[0]
			if r, _ := reasonOf(p, "stamp"); p.Series.Stamp != c.stamp || r.Confidence != c.sure {
				t.Errorf("%q, %+v", p.Series.Stamp, r)
			}
		})
	}
}
