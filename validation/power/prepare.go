package power

// longRecording is the number of readings from which asking on several cores pays.
const longRecording = 1 << 20

// PrepareWindows finds the windows of a long recording over spans, on all cores, and keeps them for later calls. Results do
// not depend on it.
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
		onAllCores(asked)
	}
}
