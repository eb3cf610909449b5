package canonical

import "green500/validation/power"

// AddTrace takes the readings of a trace that goes on where those of its instrument end, and how many of
// them stood after a later one in their own file.
func (w *Writer) AddTrace(next *power.Trace) error {
	number := w.Instrument(next.Instrument)
	if before := w.joined[number]; before != nil {
		next = before.Join(next)
	}
	w.joined[number] = next
	return next.Err()
}
