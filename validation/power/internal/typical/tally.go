package typical

import "slices"

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

// Add counts a duration; one of zero or less is none. Equal neighbours take no room.
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

// Median returns the duration in the middle, the longer of two, and 0 where there is none.
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
