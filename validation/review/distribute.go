package review

import (
	"cmp"
	"maps"
	"slices"
)

// Distribute proposes who reviews what: each submission somebody who may, those with the fewest undecided submissions first. may lists for
// each submission the accounts without a conflict of interest; load is how many undecided submissions an account reviews already. A
// submission that nobody may review gets 0.
func Distribute(may [][]int64, load map[int64]int) []int64 {
	hands := maps.Clone(load)
	if hands == nil {
		hands = map[int64]int{}
	}
	order := make([]int, len(may))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(may[a]), len(may[b])) }) // who has no choice first
	chosen := make([]int64, len(may))
	for _, i := range order {
		for _, account := range may[i] {
			if chosen[i] == 0 || hands[account] < hands[chosen[i]] {
				chosen[i] = account
			}
		}
		if chosen[i] != 0 {
			hands[chosen[i]]++
		}
	}
	return chosen
}
