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
