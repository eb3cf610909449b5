// Package typical finds the median of many lengths, and how many there are.
package typical

import "slices"

// Lengths are durations of a block, each longer than zero, in no order.
type Lengths []int64

// Steps are the steps between consecutive timestamps, in such room if that is enough.
func Steps(at []int64, room []int64) Lengths {
	l := slices.Grow(room[:0], len(at))[:len(at)]
	count := 0
	for i := 1; i < len(at); i++ {
		step := at[i] - at[i-1]
		l[count] = step
		count += int(uint64(^step&-step) >> 63) // by one if it is above zero
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

// Tally is durations and how often each was met, in no order.
type Tally struct {
	Met   []Weighted
	Total int
}

// Weighted is a length and how often it was met.
type Weighted struct {
	Length int64
	Times  int
}

// Add counts a duration; it ignores zero and less. Equal neighbours take no room.
func (t *Tally) Add(length int64, times int) {
	if length <= 0 || times <= 0 {
		return
	}
	t.Total += times
	if last := len(t.Met) - 1; last >= 0 && t.Met[last].Length == length {
		t.Met[last].Times += times
		return
	}
	t.Met = append(t.Met, Weighted{length, times})
}

// AddSteps counts the steps between consecutive timestamps.
func (t *Tally) AddSteps(at []int64) {
	const few = 8 // different ones that a steady meter shows
	for i := 1; i < len(at); i++ {
		if len(t.Met) >= few && len(t.Met) == cap(t.Met) {
			t.Met = slices.Grow(t.Met, len(at)-i)
		}
		t.Add(at[i]-at[i-1], 1)
	}
}

// Median returns the duration in the middle, the longer of two, and 0 if there is none.
func (t *Tally) Median() int64 {
	met, rank := t.Met, t.Total/2
	for len(met) > 1 {
		pivot := middle(met[0].Length, met[len(met)/2].Length, met[len(met)-1].Length)
		shorter, equal, below, same := partition(met, pivot)
		switch {
		case rank < below:
			met = met[:shorter]
		case rank < below+same:
			return pivot
		default:
			met, rank = met[shorter+equal:], rank-below-same
		}
	}
	if len(met) == 0 {
		return 0
	}
	return met[0].Length
}

// partition brings the durations shorter than a pivot to the front and those equal to it next to them.
func partition(met []Weighted, pivot int64) (shorter, equal, below, same int) {
	next, end := 0, len(met)
	for next < end {
		switch one := met[next]; {
		case one.Length < pivot:
			met[next], met[shorter] = met[shorter], one
			shorter, below, next = shorter+1, below+one.Times, next+1
		case one.Length > pivot:
			end--
			met[next], met[end] = met[end], one
		default:
			same, next = same+one.Times, next+1
		}
	}
	return shorter, next - shorter, below, same
}

func middle(a, b, c int64) int64 {
	return max(min(a, b), min(max(a, b), c))
}
