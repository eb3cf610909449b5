package review_test

import (
	"slices"
	"testing"

	"green500/validation/review"
)

func TestDistributeByWorkloadAndConflicts(t *testing.T) {
	const a, b, c = 1, 2, 3
	for name, want := range map[string]struct {
		may  [][]int64
		load map[int64]int
		then []int64
	}{
		"evenly":             {[][]int64{{a, b}, {a, b}, {a, b}, {a, b}}, nil, []int64{a, b, a, b}},
		"who has less first": {[][]int64{{a, b}, {a, b}}, map[int64]int{a: 2}, []int64{b, b}},
		"no choice first":    {[][]int64{{a, b}, {a}, {a}}, nil, []int64{b, a, a}},
		"nobody":             {[][]int64{nil, {c}}, map[int64]int{c: 9}, []int64{0, c}},
		"nothing":            {nil, map[int64]int{a: 1}, []int64{}},
	} {
		load := map[int64]int{a: want.load[a]}
		if got := review.Distribute(want.may, want.load); !slices.Equal(got, want.then) || want.load[a] != load[a] {
			t.Errorf("%s: got %v, want %v", name, got, want.then)
		}
	}
}
