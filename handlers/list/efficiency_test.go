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
		trends[i] = lists.Trend{Edition: fmt.Sprintf("%d-%02d", 2013+i/2, 6+5*(i%2)), Measured: n, Best: &best, Median: &best}
	}
	return trends
}

func TestListsOfAnotherCoverageAreNotJoined(t *testing.T) {
	for _, one := range []struct {
		measured []int
		want     []int
	}{
		{nil, nil}, {[]int{500, 400, 260}, nil}, {[]int{500, 249}, []int{1}}, {[]int{7, 500, 500, 8, 9}, []int{1, 3}}, {[]int{0, 0, 1}, []int{2}},
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
		{[]int{500, 500, 500, 500, 500, 500, 500, 500}, "Efficiency of the best system doubled every 2.0 years from 2013-06 to 2016-11"},
		{[]int{500, 500, 500, 500, 500, 500, 500, 7, 7}, "Efficiency of the best system doubled every 2.0 years from 2013-06 to 2016-06"},
		{[]int{500, 500}, "In 2013-11 the best system reaches 1.19 GFlops/W, the median 1.19"},
	} {
		trends := trendsOf(one.measured...)
		if got := efficiencySays(trends, breaks(trends)); got != one.want {
			t.Errorf("%v: got %q, want %q", one.measured, got, one.want)
		}
	}
}
