package list

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"green500/store/lists"
)

// trendsOf are lists of so many systems, whose best efficiency doubles every two years.
func trendsOf(measured ...int) []lists.Trend {
	trends := make([]lists.Trend, len(measured))
	for i, n := range measured {
		best := math.Exp2(float64(i) / 4)
		trends[i] = lists.Trend{Edition: fmt.Sprintf("%d-%02d", 2013+i/2, 6+5*(i%2)), Measured: n, Best: &best,
			Median: &best}
	}
	return trends
}

func TestListsOfAnotherCoverageAreNotJoined(t *testing.T) {
	for _, one := range []struct {
		measured []int
		want     []int
	}{
		{nil, nil}, {[]int{500, 400, 260}, nil}, {[]int{500, 249}, []int{1}}, {[]int{7, 500, 500, 8, 9}, []int{1, 3}},
		{[]int{0, 0, 1}, []int{2}},
	} {
		if got := breaks(trendsOf(one.measured...)); !slices.Equal(got, one.want) {
			t.Errorf("%v: got %v, want %v", one.measured, got, one.want)
		}
	}
}

func TestTheLeadingFigureStatesWhatItsDataSupport(t *testing.T) {
	for _, one := range []struct {
		measured []int
		want     string
	}{
		{[]int{500, 500, 500, 500, 500, 500, 500, 500},
			"Efficiency of the best system doubled every 2.0 years from 2013-06 to 2016-11"},
		{[]int{500, 500, 500, 500, 500, 500, 500, 7, 7},
			"Efficiency of the best system doubled every 2.0 years from 2013-06 to 2016-06"},
		{[]int{500, 500}, "In 2013-11 the best system reaches 1.19 GFlops/W, the median 1.19"},
	} {
		trends := trendsOf(one.measured...)
		if got := efficiencySays(trends, breaks(trends)); got != one.want {
			t.Errorf("%v: got %q, want %q", one.measured, got, one.want)
		}
	}
}

// TestTheTableOfTrendsIsInItsUnits: petaflops and megawatts of all systems together, the newest list first.
func TestTheTableOfTrendsIsInItsUnits(t *testing.T) {
	table := trendTable([]lists.Trend{{Edition: "2025-11"}, {Edition: "2026-06", Systems: 500, Measured: 260,
		Best: new(72.7), Rmax: 22_150_000_000, Powered: 261, Power: 1_234_567_000}})
	for i, want := range map[int]string{0: "2026-06", 3: "500", 4: "260", 5: "72.700", 8: "22,150.00", 9: "261",
		10: "1,234.57"} {
		if got := table.Rows[0][i].Text; got != want {
			t.Errorf("%s [%s] is %q, want %q", table.Columns[i].Title, table.Columns[i].Unit, got, want)
		}
	}
	if table.Columns[8].Unit != "PFlop/s" || table.Columns[10].Unit != "MW" || table.Columns[5].Unit != "GFlops/W" {
		t.Errorf("the units are %+v", table.Columns)
	}
}
