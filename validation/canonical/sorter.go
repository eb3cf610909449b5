package canonical

import (
	"cmp"
	"slices"
)

// sorter puts batches in the order of their keys. Readings that share one stay as they came.
type sorter struct {
	spare  columns
	spans  []span  // of what is gathered
	starts []int32 // by instrument
	places []int32 // by the place in a round
	ends   []int   // of ascending readings
}

func (s *sorter) sort(b *batch) {
	if !b.mixed {
		return
	}
	if !b.inTurn() {
		s.gather(b, 0)
	}
	if b.late {
		s.sortSpans(b)
	}
	b.mixed, b.late = false, false
}

// sortToCode does the same, but leaves times that go on in even steps unwritten.
func (s *sorter) sortToCode(b *batch) {
	step, even := b.evenRounds()
	if !even {
		s.sort(b)
		return
	}
	s.gather(b, step)
	from := int32(0)
	for _, one := range b.spans {
		b.ticks = append(b.ticks, ticks{b.at[from], step})
		from += one.count
	}
	b.mixed = false
}

// sortSpans sorts the readings of each instrument by their times.
func (s *sorter) sortSpans(b *batch) {
	s.spare.makeRoom(len(b.at))
	from := 0
	for _, one := range b.spans {
		to := from + int(one.count)
		if !slices.IsSorted(b.at[from:to]) {
			s.sortByTime(columns{b.at[from:to], b.value[from:to]}, s.spare.slice(from, to))
		}
		from = to
	}
}

// gather puts the readings of each instrument together. Of times that stand in rounds and go on in even steps, if there is one, it
// only writes the first.
func (s *sorter) gather(b *batch, step int64) {
	s.count(b)
	s.spans = s.spans[:0]
	for i := range len(s.starts) - 1 {
		if count := s.starts[i+1]; count > 0 {
			s.spans = append(s.spans, span{int32(i), count})
		}
		s.starts[i+1] += s.starts[i]
	}
	s.spare.makeRoom(len(b.at))
	into, from, turns := &s.spare, int32(0), b.turns
	for _, one := range b.spans {
		to := from + one.count
		switch of := one.instrument; {
		case of < 0:
			s.deal(columns{b.at[from:to], b.value[from:to]}, turns[:-of], step)
			turns = turns[-of:]
		case one.count == 1: // many times faster than to copy
			at := s.starts[of]
			into.at[at], into.value[at] = b.at[from], b.value[from]
			s.starts[of]++
		default:
			at := s.starts[of]
			copy(into.at[at:], b.at[from:to])
			copy(into.value[at:], b.value[from:to])
			s.starts[of] += one.count
		}
		from = to
	}
	b.at, b.value, s.spare = s.spare.at, s.spare.value, columns{b.at, b.value}
	b.spans = append(b.spans[:0], s.spans...) // whose room the next readings need again
}

// count makes starts of how many readings each instrument has, at the place behind its own.
func (s *sorter) count(b *batch) {
	most := slices.MaxFunc(b.spans, func(a, b span) int { return cmp.Compare(a.instrument, b.instrument) }).instrument
	if len(b.turns) > 0 {
		most = max(most, slices.Max(b.turns))
	}
	s.starts = slices.Grow(s.starts[:0], int(most)+2)[:most+2]
	clear(s.starts)
	turns := b.turns
	for _, one := range b.spans {
		if one.instrument >= 0 {
			s.starts[one.instrument+1] += one.count
			continue
		}
		width := int(-one.instrument)
		for i, of := range turns[:width] {
			s.starts[of+1] += int32(inRounds(int(one.count), width, i))
		}
		turns = turns[width:]
	}
}

// deal gives readings in rounds to their instruments.
func (s *sorter) deal(readings columns, round []int32, step int64) {
	s.places = s.places[:0]
	for i, one := range round {
		s.places = append(s.places, s.starts[one])
		s.starts[one] += int32(inRounds(len(readings.at), len(round), i))
	}
	if step == 0 {
		dealOut(s.spare.at, readings.at, s.places)
	} else {
		dealOut(s.spare.at, readings.at[:len(round)], s.places)
	}
	dealOut(s.spare.value, readings.value, s.places)
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
