// Package canonical keeps readings in the one form that everything is answered from: a Parquet file
// a series, with an overview of every trace inside it. It is written while a log is read, in bounded
// memory, and opened without reading it.
package canonical

import (
	"cmp"
	"io"
	"slices"

	"green500/validation/power"
)

// File keeps bytes while they are needed. What was written can be read at once; closing it gives the
// room back.
type File interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// Scratch makes a file. Readings are kept in it, and whatever does not fit into memory.
type Scratch func() (File, error)

// Writer takes the readings of a series as they stand in a file and keeps them in the canonical form.
// It is used by one goroutine, and works on all cores.
type Writer struct {
	quantity power.Quantity
	scratch  Scratch
	names    []string
	index    map[string]int32
	at       [][]int64
	value    [][]int64
	notes    []power.Note
	joined   map[int32]*power.Trace
}

// NewWriter returns a writer that holds nothing yet.
func NewWriter(quantity power.Quantity, scratch Scratch) *Writer {
	return &Writer{quantity: quantity, scratch: scratch, index: map[string]int32{}, joined: map[int32]*power.Trace{}}
}

// Instrument returns the number of an instrument, a new one where the name was not met before.
func (w *Writer) Instrument(name string) int32 {
	if number, met := w.index[name]; met {
		return number
	}
	number := int32(len(w.names))
	w.index[name] = number
	w.names = append(w.names, name)
	w.at, w.value = append(w.at, nil), append(w.value, nil)
	return number
}

// Add takes readings of an instrument in the order of the file: nanoseconds since 1970 UTC, and
// microwatts or millijoules. It does not keep the slices.
func (w *Writer) Add(instrument int32, at, value []int64) error {
	w.at[instrument] = append(w.at[instrument], at...)
	w.value[instrument] = append(w.value[instrument], value...)
	return nil
}

// AddRows takes readings of several instruments in the order of the file.
func (w *Writer) AddRows(instruments []int32, at, value []int64) error {
	for i, one := range instruments {
		w.at[one], w.value[one] = append(w.at[one], at[i]), append(w.value[one], value[i])
	}
	return nil
}

// Miss counts a place of the file that says it has no reading. The first one is kept.
func (w *Writer) Miss(where *power.InputError) {
	for i := range w.notes {
		if n := &w.notes[i]; n.Problem == where.Problem && n.Field == where.Field {
			n.Count++
			return
		}
	}
	w.notes = append(w.notes, power.Note{File: where.File, Line: where.Line, Field: where.Field, Problem: where.Problem, Count: 1})
}

// Finish writes what is left. The instruments that were given a reading come in the order that
// compare tells. The writer is closed then.
func (w *Writer) Finish(compare func(a, b string) int) (*Readings, error) {
	order := make([]int, len(w.names))
	for i := range order {
		order[i] = i
	}
	if compare == nil {
		compare = cmp.Compare[string]
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(w.names[a], w.names[b]) })
	r := &Readings{Notes: w.notes}
	for _, i := range order {
		if joined := w.joined[int32(i)]; joined != nil {
			r.Traces = append(r.Traces, joined)
		}
		if len(w.at[i]) > 0 {
			r.Traces = append(r.Traces, power.NewTrace(w.names[i], w.quantity, w.at[i], w.value[i]))
		}
	}
	return r, nil
}

// Close gives up what was taken. It does nothing after Finish.
func (w *Writer) Close() error { return nil }

// Readings are the traces of a series as they are kept. Closing them gives the room back; the traces
// are dead then.
type Readings struct {
	Traces []*power.Trace
	Notes  []power.Note
	file   File
	size   int64
}

// Reader returns the bytes of the canonical form.
func (r *Readings) Reader() *io.SectionReader { return io.NewSectionReader(r.file, 0, r.size) }

// Close gives the room back. It fails where the file does.
func (r *Readings) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
