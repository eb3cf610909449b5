package canonical

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
