package power

// Counts returns, for every step from border to border, how many readings each instrument has in it, as far as most: more
// are told as that. Borders are in their order, in nanoseconds since 1970 UTC; a reading at a border belongs to the step
// that begins there. Instruments without any reading are left out.
func (m *Measurement) Counts(borders []int64, most uint8) [][]uint8 {
	var traces []*Trace
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if t.count > 0 {
				traces = append(traces, t)
			}
		}
	}
	counts := make([][]uint8, max(0, len(borders)-1))
	for i := range counts {
		counts[i] = make([]uint8, len(traces))
	}
	calls := make([]func(), len(traces))
	for at, t := range traces {
		calls[at] = func() { t.counts(borders, most, func(step int, count uint8) { counts[step][at] = count }) }
	}
	onAllCores(calls)
	return counts
}

func (t *Trace) counts(borders []int64, most uint8, tell func(step int, count uint8)) {
	before := 0
	for i, border := range borders {
		upTo := t.readings.search(border)
		if i > 0 {
			tell(i-1, uint8(min(int(most), upTo-before))) //nolint:gosec // no more than most
		}
		before = upTo
	}
}
