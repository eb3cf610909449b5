package canonical

import "slices"

// columns are times and values of one instrument.
type columns struct{ at, value []int64 }

func (c columns) slice(from, to int) columns { return columns{c.at[from:to], c.value[from:to]} }

// giving gives as many readings as there is room for, those that follow the ones given before. Times in even steps it only
// tells.
type giving func(at, value []int64) (times ticks, even bool)

// give is a giving of the columns, which are gone then.
func (c *columns) give(at, value []int64) (times ticks, even bool) {
	n := copy(at, c.at)
	copy(value, c.value)
	*c = c.slice(n, len(c.at))
	return times, false
}

// makeRoom makes columns of so many readings, of no value yet.
func (c *columns) makeRoom(readings int) {
	c.at, c.value = withRoom(c.at[:0], readings)[:readings], withRoom(c.value[:0], readings)[:readings]
}

// withRoom returns numbers with room for more of them. It is slices.Grow for what is long, but does not touch all of the room
// at once: while memory is found for that the collector is held up, and all who wait for it.
func withRoom[T any](numbers []T, more int) []T {
	if cap(numbers)-len(numbers) >= more {
		return numbers
	}
	return append(make([]T, 0, len(numbers)+more), numbers...)
}

func (c columns) copy(from columns) {
	copy(c.at, from.at)
	copy(c.value, from.value)
}

// sortByTime merges what is in order by nature: logs are so for the most part, or newest first.
func (s *sorter) sortByTime(c, spare columns) {
	s.ascend(c)
	from, to := c, spare
	for len(s.ends) > 1 {
		start, kept := 0, 0
		for i := 0; i < len(s.ends); i += 2 {
			middle := s.ends[i]
			end := s.ends[min(i+1, len(s.ends)-1)]
			merge2(to.slice(start, end), from.slice(start, middle), from.slice(middle, end))
			s.ends[kept], start = end, end
			kept++
		}
		s.ends = s.ends[:kept]
		from, to = to, from
	}
	if &from.at[0] != &c.at[0] {
		c.copy(from)
	}
}

// ascend notes where ascending readings end, having turned those round that descend.
func (s *sorter) ascend(c columns) {
	s.ends = s.ends[:0]
	for i := 0; i < len(c.at); {
		end := i + 1
		if end < len(c.at) && c.at[end] < c.at[i] {
			for end < len(c.at) && c.at[end] < c.at[end-1] {
				end++
			}
			slices.Reverse(c.at[i:end])
			slices.Reverse(c.value[i:end])
		} else {
			for end < len(c.at) && c.at[end] >= c.at[end-1] {
				end++
			}
		}
		s.ends = append(s.ends, end)
		i = end
	}
}

// merge2 merges a and b into one; of readings that share a time, those of a come first.
func merge2(into, a, b columns) {
	i, k := 0, 0
	for n := range into.at {
		if k == len(b.at) || i < len(a.at) && a.at[i] <= b.at[k] {
			into.at[n], into.value[n] = a.at[i], a.value[i]
			i++
		} else {
			into.at[n], into.value[n] = b.at[k], b.value[k]
			k++
		}
	}
}
