package proposal

import (
	"cmp"
	"slices"

	"green500/validation/power"
)

// Parts of one kind differ at most by such a part of the least; those below such a part of the whole log are all of the kind that
// hardly draws anything, such as outlets without a load.
const (
	sameKind   = 0.15
	nextToNone = 0.001
)

// Similar groups the parts of a log that have as many meters and draw nearly the same power, since they probably measure the same: racks of nodes,
// or feeds of a storage. Each part is in one group; groups and their parts are in the order of the log.
func Similar(parts []Part) [][]Part {
	var all power.Watts
	for _, p := range parts {
		if p.Known {
			all += p.Mean
		}
	}
	order := make([]int, 0, len(parts)) // of the parts with a mean, from the least
	for i, p := range parts {
		if p.Known {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[a].Mean, parts[b].Mean) })
	kind := make([]int, len(parts))
	for i := range kind {
		kind[i] = i
	}
	for n := 1; n < len(order); n++ {
		before, now := order[n-1], order[n]
		least := parts[order[slices.IndexFunc(order, func(i int) bool { return kind[i] == kind[before] })]]
		if alike(least, parts[now], all) {
			kind[now] = kind[before]
		}
	}
	return inOrder(parts, kind)
}

func alike(least, other Part, all power.Watts) bool {
	if least.Meters != other.Meters || least.Series.Quantity != other.Series.Quantity || least.Series.Unit != other.Series.Unit {
		return false
	}
	return other.Mean < nextToNone*all || least.Mean > nextToNone*all && other.Mean <= (1+sameKind)*least.Mean
}

func inOrder(parts []Part, kind []int) [][]Part {
	var groups [][]Part
	at := map[int]int{}
	for i, p := range parts {
		n, known := at[kind[i]]
		if !known {
			n = len(groups)
			at[kind[i]] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], p)
	}
	return groups
}
