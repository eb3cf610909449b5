package power

// What the stored traces of a measurement may hold together, if that is more than each holds by itself: 190 MiB of blocks
// and 20 MiB of chunks. Many rules look at the same readings, which would be read again for each of them.
const (
	blocksOfAll   = 12_000
	chunksOfAll   = 512
	blocksOfTrace = 16
)

// hold lets each trace keep more of what it reads if there are few traces.
func (m *Measurement) hold() {
	count := 0
	for _, part := range m.Parts {
		count += len(part.Traces)
	}
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if s, ok := t.readings.(*stored); ok {
				s.cached.AtLeast(min(blocksOfTrace, blocksOfAll/count) + 1)
				s.chunks.AtLeast(chunksOfAll/count + 1)
			}
		}
	}
}

// PrepareWindows finds the windows of a long recording over spans, on all cores, and keeps them for later calls.
func (m *Measurement) PrepareWindows(spans []Span) {
	readings := 0
	var asked []func()
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			readings += t.Len()
			asked = append(asked, func() {
				for _, s := range spans {
					part.window(t, s)
				}
			})
		}
	}
	if readings >= longRecording {
		m.hold()
		onAllCores(asked)
	}
}
