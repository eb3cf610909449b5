package tracefile

import (
	"fmt"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// Whether energy is a running total is recognised by the power beside it, by how seldom it falls, and not at all if
// each row has a time of its own.
func TestWhatEnergyCounts(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	reset := func(i int) int { return 40 + 39*((i+7)%17) } // joules of 39 W, from the start of a plug
	for name, c := range map[string]struct {
		header string
		cells  func(i int) string
		counts string
		sure   table.Confidence
	}{
		"a total that is reset, beside power": {"energy (J),power (W)",
			func(i int) string { return fmt.Sprintf("%d,39.1", reset(i)) }, table.CountsTotal, table.Likely},
		"a total that is reset": {"energy (J)", func(i int) string { return fmt.Sprint(reset(i)) },
			table.CountsTotal, table.Guess},
		"a total that is reset, beside a part": {"energy (J),cpu power (W)",
			func(i int) string { return fmt.Sprintf("%d,39.1", reset(i)) }, table.CountsTotal, table.Guess},
		"of intervals, beside power": {"energy (J),power (W)",
			func(i int) string { return fmt.Sprintf("%d,%d", 400+noise[i%10], 403) }, table.CountsInterval,
			table.Likely},
		"of intervals that only rise, beside power": {"energy (J),power (W)",
			func(i int) string { return fmt.Sprintf("%d,%d", 400+i, 403) }, table.CountsInterval, table.Likely},
		"of intervals": {"energy (J)",
			func(i int) string { return fmt.Sprint(400 + noise[i%10]) }, table.CountsInterval, table.Likely},
		"of runs with a time of their own": {"energy (J),duration",
			func(i int) string { return fmt.Sprintf("%d,%d.5", 40000+noise[i%10], 100+noise[i%10]) }, "", table.Open},
		"of intervals of a load that grows": {"energy (J)",
			func(i int) string { return fmt.Sprint(4 + (i+8)%15) }, table.CountsInterval, table.Open},
		"of a load that grows, beside power": {"energy (J),power (W)",
			func(i int) string { return fmt.Sprintf("%d,%d", 4+(i+8)%15, 4+(i+8)%15) }, table.CountsInterval,
			table.Likely},
		"a total that is reset from anywhere": {"energy (J)",
			func(i int) string { return fmt.Sprint(40 + 39*((i+7)%17) + i/10*50) }, table.CountsInterval, table.Open},
		"of intervals whose length is told": {"energy (J),duration",
			func(i int) string { return fmt.Sprintf("%d,1.0%d", 400+noise[i%10], noise[i%10]) }, table.CountsInterval,
			table.Likely},
		"a total beside the time since the start": {"energy (J),duration",
			func(i int) string { return fmt.Sprintf("%d,%d.5", 400*i, 3+i) }, table.CountsTotal, table.Likely},
		"a total of many rows, each with a duration": {"energy (J),duration",
			func(i int) string { return fmt.Sprintf("%d,60", 400*i) }, table.CountsTotal, table.Likely},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf("time,"+c.header, 30,
				func(i int) string { return stampOf(i) + "," + c.cells(i) }), ImportSettings{Value: "energy (J)"})
			if len(u.Series) != 1 {
				t.Fatalf("%+v", u.Columns)
			}
			if r, _ := reasonOf(u.Series[0], "counts"); r.Confidence != c.sure ||
				u.Series[0].Series.Counts != c.counts {
				t.Errorf("%s, %+v", u.Series[0].Series.Counts, r)
			}
		})
	}
}
