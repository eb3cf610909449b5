package canonical

// Times in even steps, as most clocks make them, need not be written before a stripe is coded. The core that codes it writes them
// then, and has them at hand: to fetch them from the core that merges takes longer.

// ticks are times in even steps.
type ticks struct{ first, step int64 }

func (t ticks) write(at []int64) {
	next := t.first
	for i := range at {
		at[i] = next
		next += t.step
	}
}

// after are those behind so many.
func (t ticks) after(numbers int) ticks {
	t.first += int64(numbers) * t.step
	return t
}

// evenRounds reports whether all readings stand in rounds, and the times of each instrument go on in the same steps.
func (b *batch) evenRounds() (step int64, even bool) {
	if len(b.spans) != 1 || b.spans[0].instrument >= 0 {
		return 0, false
	}
	width := int(-b.spans[0].instrument)
	before, at := b.at[:len(b.at)-width], b.at[width:]
	step = at[0] - before[0]
	for i, time := range at {
		if time-before[i] != step {
			return 0, false
		}
	}
	return step, true
}

// tickingRows are rows of a stripe whose times are not written yet.
type tickingRows struct {
	from, count int
	times       ticks
}

// fill adds so many readings of an instrument.
func (s *stripe) fill(instrument int32, readings int, give giving) {
	from := len(s.at)
	if times, even := give(s.grow(instrument, readings)); even {
		s.ticking = append(s.ticking, tickingRows{from, readings, times})
	}
}

func (s *stripe) writeTimes() {
	for _, rows := range s.ticking {
		rows.times.write(s.at[rows.from:][:rows.count])
	}
	s.ticking = s.ticking[:0]
}

// cutTicking moves those behind the first so many rows to others, which count from there.
func (s *stripe) cutTicking(others []tickingRows, rows int) []tickingRows {
	kept := len(s.ticking)
	for kept > 0 && s.ticking[kept-1].from >= rows {
		kept--
	}
	for _, one := range s.ticking[kept:] {
		one.from -= rows
		others = append(others, one)
	}
	s.ticking = s.ticking[:kept]
	return others
}
