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
	for i := 1; i < len(borders); i++ {
		from, to := borders[i-1], borders[i]
		if t.holdsSurely(from, to, int64(most)) {
			tell(i-1, most)
			continue
		}
		tell(i-1, uint8(min(int(most), t.readings.search(to)-t.readings.search(from)))) //nolint:gosec // no more than most
	}
}

// holdsSurely reports whether there are so many readings from one instant to before another, as far as that is known
// without reading any: where none of the steps around is longer than that part of the time.
func (t *Trace) holdsSurely(from, to, count int64) bool {
	o := t.overview()
	first, last := o.reaching(from), o.reaching(to)
	if last == o.blocks() || o.first(0).at > from || to <= from {
		return false
	}
	longest := int64(0)
	for i := first; i <= last; i++ {
		longest = max(longest, o.block(i).longest)
		if i > 0 {
			longest = max(longest, o.first(i).at-o.last(i-1).at)
		}
	}
	return longest > 0 && (to-from)/longest >= count
}
