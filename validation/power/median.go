package power

import "slices"

// tally is durations and how often each was met, in no order.
type tally struct {
	met   []weighted
	total int
}

type weighted struct {
	length int64
	times  int
}

// add counts a duration; one of zero or less is none. Neighbours that are equal, as the steps of
// most meters are, take no room.
func (t *tally) add(length int64, times int) {
	if length <= 0 || times <= 0 {
		return
	}
	t.total += times
	if last := len(t.met) - 1; last >= 0 && t.met[last].length == length {
		t.met[last].times += times
		return
	}
	t.met = append(t.met, weighted{length, times})
}

// addSteps counts the steps between consecutive timestamps.
func (t *tally) addSteps(at []int64) {
	const few = 8 // different ones that a steady meter shows
	for i := 1; i < len(at); i++ {
		if len(t.met) >= few && len(t.met) == cap(t.met) {
			t.met = slices.Grow(t.met, len(at)-i)
		}
		t.add(at[i]-at[i-1], 1)
	}
}

// median returns the duration in the middle, the longer of two, and 0 where there is none. It
// reorders what was met.
func (t *tally) median() int64 {
	met, rank := t.met, t.total/2
	for len(met) > 1 {
		pivot := middle(met[0].length, met[len(met)/2].length, met[len(met)-1].length)
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
	return met[0].length
}

// partition brings the durations shorter than a pivot to the front and those equal to it next to
// them. It returns how many entries there are of each and how often those were met.
func partition(met []weighted, pivot int64) (shorter, equal, below, same int) {
	next, end := 0, len(met)
	for next < end {
		switch one := met[next]; {
		case one.length < pivot:
			met[next], met[shorter] = met[shorter], one
			shorter, below, next = shorter+1, below+one.times, next+1
		case one.length > pivot:
			end--
			met[next], met[end] = met[end], one
		default:
			same, next = same+one.times, next+1
		}
	}
	return shorter, next - shorter, below, same
}

func middle(a, b, c int64) int64 {
	return max(min(a, b), min(max(a, b), c))
}

// changes tallies the time between the changes of value that it meets.
type changes struct {
	tally
	last  int64
	known bool
}

func (c *changes) at(instant int64) {
	if c.known {
		c.add(instant-c.last, 1)
	}
	c.last, c.known = instant, true
}

func (c *changes) meet(before, after point) {
	if after.value != before.value {
		c.at(after.at)
	}
}

func (c *changes) addNode(n *node) {
	if n.changed > 0 {
		c.at(n.firstChange)
		c.add(n.change.median, n.change.count)
		c.last = n.lastChange
	}
}

func (c *changes) addAll(at, value []int64) {
	for i := 1; i < len(at); i++ {
		if value[i] != value[i-1] {
			c.at(at[i])
		}
	}
}
