// Package typical finds the usual length among many: their median, and how many there are.
package typical

import "slices"

// Lengths are durations of a block, each longer than zero, in no order.
type Lengths []int64

// Steps are the steps between consecutive timestamps, in such room where that is enough.
func Steps(at []int64, room []int64) Lengths {
	l := slices.Grow(room[:0], len(at))[:len(at)]
	count := 0
	for i := 1; i < len(at); i++ {
		step := at[i] - at[i-1]
		l[count] = step
		count += int(uint64(^step&-step) >> 63) // by one where it is above zero
	}
	return l[:count]
}

// Changes are the times between the changes of value.
func Changes(at, value, room []int64) Lengths {
	l := Lengths(room[:0])
	first := 1
	for first < len(value) && value[first] == value[first-1] {
		first++
	}
	last := first
	for i := first + 1; i < len(value); i++ {
		if value[i] != value[i-1] {
			if length := at[i] - at[last]; length > 0 {
				l = append(l, length)
			}
			last = i
		}
	}
	return l
}

// Typical is their median, the longer of two, and how many there are. It reorders them.
func (l Lengths) Typical(about int64) Typical {
	if len(l) == 0 {
		return Typical{}
	}
	some, rank, pivot := l, len(l)/2, about
	for {
		shorter := some.gather(pivot, 0)
		if rank < shorter {
			some = some[:shorter]
		} else {
			some, rank = some[shorter:], rank-shorter
			equal := some.gather(pivot, 1)
			if rank < equal {
				return Typical{pivot, len(l)}
			}
			some, rank = some[equal:], rank-equal
		}
		pivot = middle(some[0], some[len(some)/2], some[len(some)-1])
	}
}

// gather brings the lengths that are less than so much above a pivot to the front, and returns how many there are.
func (l Lengths) gather(pivot, above int64) int {
	count := 0
	for i, one := range l {
		l[i], l[count] = l[count], one
		count += int(uint64(one-pivot-above) >> 63)
	}
	return count
}

// Typical is a median and how many durations it stands for.
type Typical struct {
	Median int64
	Count  int
}

// Of is what a tally says.
func Of(t *Tally) Typical { return Typical{t.Median(), t.Total} }
