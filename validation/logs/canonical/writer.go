package canonical

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"green500/validation/power"
)

// Writer takes the readings of a series as they stand in a file and keeps them in the canonical form.
// It is used by one goroutine, and works on all cores.
//
// As long as readings come in the order of rows, instrument after instrument, they are laid out while they come. Once
// they do not, they are kept in sorted runs beside the file, which are merged at the end.
type Writer struct {
	quantity    power.Quantity
	scratch     Scratch
	sizes       sizes
	instruments []instrument
	index       map[string]int32
	names       int // bytes
	notes       []power.Note
	failure     error // that a method could not return

	scales  scales // of all readings so far
	pending *batch
	file    File    // that readings are laid out in
	laid    *layout // nil if none are
	last    key     // of those that are laid out
	runs    *runs   // nil as long as readings come in the order of rows
}

// NewWriter returns a writer that holds nothing yet.
func NewWriter(quantity power.Quantity, scratch Scratch) *Writer {
	return newWriter(quantity, scratch, usual())
}

func newWriter(quantity power.Quantity, scratch Scratch, s sizes) *Writer {
	return &Writer{quantity: quantity, scratch: scratch, sizes: s, index: map[string]int32{},
		scales: scalesOf(quantity), pending: &batch{}}
}

// Instrument returns the number of an instrument, a new one if the name was not met before.
func (w *Writer) Instrument(name string) int32 {
	if number, met := w.index[name]; met {
		return number
	}
	number := int32(len(w.instruments))
	if w.names += len(name); w.names > maxNames || number >= maxInstruments {
		w.failure = &power.InputError{Problem: fmt.Sprintf("names more than %d instruments, or names them with more "+
			"than %d bytes", maxInstruments, maxNames), Remedy: "name only what identifies a meter"}
		return max(0, number-1)
	}
	w.index[name] = number
	w.instruments = append(w.instruments, instrument{name: name})
	return number
}

// Expect makes room for so many readings that are likely to follow, so that it has not to grow while they come.
func (w *Writer) Expect(readings int) {
	readings = min(readings, w.enough())
	w.pending.at, w.pending.value = slices.Grow(w.pending.at, readings), slices.Grow(w.pending.value, readings)
}

// Add takes readings in the order of the file: nanoseconds UTC, microwatts or millijoules. It keeps no slice.
func (w *Writer) Add(instrument int32, at, value []int64, told Multiples) error {
	w.scales.admit(at, value, told)
	return w.take(instrument, at, value)
}

// AddRows is Add for several instruments: each is in a lane, and instruments states whose that is.
func (w *Writer) AddRows(instruments, lanes []int32, at, value []int64, told Multiples) error {
	w.scales.admit(at, value, told)
	for from, to := 0, 0; from < len(lanes); from = to {
		for to < len(lanes) && lanes[to] == lanes[from] {
			to++
		}
		if err := w.take(instruments[lanes[from]], at[from:to], value[from:to]); err != nil {
			return err
		}
	}
	return w.failure
}

func (w *Writer) take(instrument int32, at, value []int64) error {
	if w.failure != nil {
		return w.failure
	}
	w.instruments[instrument].meet(at)
	for len(at) > 0 {
		n := min(len(at), w.enough()-len(w.pending.at))
		w.pending.add(instrument, at[:n], value[:n])
		at, value = at[n:], value[n:]
		if len(w.pending.at) == w.enough() {
			if err := w.pass(); err != nil {
				return err
			}
		}
	}
	return nil
}

// AddTrace takes the readings of a trace after those that its instrument has, to join traces.
func (w *Writer) AddTrace(t *power.Trace) error {
	into := w.Instrument(t.Instrument)
	if w.failure != nil {
		return w.failure
	}
	for at, value := range t.Each() {
		if err := w.Add(into, at, value, Multiples{}); err != nil {
			return err
		}
	}
	w.instruments[into].told += t.Reversed()
	return t.Err()
}

// Write writes the traces of one series in the canonical form, in their order. They are of one quantity and of
// different names.
func Write(to io.Writer, traces []*power.Trace) error {
	w := NewWriter(traces[0].Quantity, Memory)
	for _, t := range traces {
		if err := w.AddTrace(t); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	r, err := w.Finish(func(a, b string) int { return cmp.Compare(w.index[a], w.index[b]) })
	if err != nil {
		return err
	}
	_, err = io.Copy(to, r.Reader())
	return err
}

// CountMissing counts a place of the file that says it has no reading. The first one is kept.
func (w *Writer) CountMissing(where *power.InputError) {
	for i := range w.notes {
		if n := &w.notes[i]; n.Problem == where.Problem && n.Field == where.Field {
			n.Count++
			return
		}
	}
	w.notes = append(w.notes,
		power.Note{File: where.File, Line: where.Line, Field: where.Field, Problem: where.Problem, Count: 1})
}

// enough is how many readings are put in order: a stripe and those that wait, while they come in order.
func (w *Writer) enough() int {
	if w.runs == nil {
		return min(w.sizes.batch, stripeRows+w.sizes.late)
	}
	return w.sizes.batch
}

func (w *Writer) pass() (err error) {
	if w.runs == nil {
		w.pending.sort()
		if w.goOn() {
			return w.lay(len(w.pending.at) - w.sizes.late)
		}
		if err := w.openRuns(); err != nil {
			return err
		}
	}
	w.pending, err = w.runs.add(w.pending)
	return err
}

func (w *Writer) goOn() bool {
	return w.laid == nil || len(w.pending.at) == 0 || w.laid.zeros == w.scales && !w.pending.first().before(w.last)
}

func (w *Writer) lay(n int) error {
	if err := w.openLaid(); err != nil || n == 0 {
		return err
	}
	rest := w.pending.cut(n)
	w.last = w.pending.last()
	if err := w.pending.each(w.laid.add); err != nil {
		return err
	}
	*w.pending = batch{w.pending.at[:0], w.pending.value[:0], nil}
	return rest.each(func(instrument int32, at, value []int64) error {
		w.pending.add(instrument, at, value)
		return nil
	})
}

// openLaid makes a file for readings of the scales met so far, if there is none.
func (w *Writer) openLaid() (err error) {
	if w.laid != nil {
		return nil
	}
	if w.file, err = w.scratch(); err != nil {
		return err
	}
	w.laid = newLayout(w.file, w.quantity, w.scales, w.sizes,
		func(instrument int32) string { return w.instruments[instrument].name })
	return nil
}

// openRuns goes over to sorted runs. What was laid out is the first of them.
func (w *Writer) openRuns() error {
	file, err := w.scratch()
	if err != nil {
		return err
	}
	w.runs = &runs{file: file}
	if w.laid == nil {
		return nil
	}
	first, err := w.finishLaid(untold())
	if err != nil {
		return err
	}
	err = w.runs.write(func(take func(instrument int32, at, value []int64) error) error {
		for _, t := range first.Traces {
			for at, value := range t.Each() {
				if err := take(w.index[t.Instrument], at, value); err != nil {
					return err
				}
			}
			if t.Err() != nil {
				return t.Err()
			}
		}
		return nil
	})
	return errors.Join(err, first.Close())
}

func (w *Writer) finishLaid(told tell) (*Readings, error) {
	laid := w.laid
	w.laid = nil
	size, err := laid.finish(told)
	if err != nil {
		return nil, err
	}
	r, err := OpenReadings(w.file, size)
	if err != nil {
		return nil, err
	}
	r.file, w.file = w.file, nil // the readings' own now
	return r, nil
}

// Finish writes what is left and closes the writer; compare states the order of instruments, by name if nil.
func (w *Writer) Finish(compare func(a, b string) int) (r *Readings, err error) {
	defer func() { err = errors.Join(err, w.Close()) }()
	if w.failure != nil {
		return nil, w.failure
	}
	w.pending.sort()
	if w.runs == nil && w.goOn() {
		err = w.lay(len(w.pending.at))
	} else {
		err = w.merge()
	}
	if err != nil {
		return nil, err
	}
	return w.finishLaid(w.tell(compare))
}

func (w *Writer) merge() error {
	if w.runs == nil {
		if err := w.openRuns(); err != nil {
			return err
		}
	}
	if len(w.pending.at) > 0 {
		if _, err := w.runs.add(w.pending); err != nil {
			return err
		}
	}
	if err := w.openLaid(); err != nil {
		return err
	}
	return w.runs.merge(w.laid.add)
}

func (w *Writer) tell(compare func(a, b string) int) tell {
	if compare == nil {
		compare = cmp.Compare[string]
	}
	return tell{
		notes:    append(slices.Clip(w.notes), w.newestFirst()...),
		compare:  func(a, b int32) int { return compare(w.instruments[a].name, w.instruments[b].name) },
		reversed: func(instrument int32) int { return w.instruments[instrument].outOfOrder() },
	}
}

// newestFirst says that logs were turned round, if any were: of the first and how many there were.
func (w *Writer) newestFirst() (notes []power.Note) {
	for i := range w.instruments {
		if one := &w.instruments[i]; !one.newestFirst() {
			continue
		} else if notes == nil {
			notes = []power.Note{{Field: one.name, Problem: "has the newest reading first, and was reversed"}}
		}
		notes[0].Count++
	}
	return notes
}

// Close gives up what was taken. It does nothing after Finish.
func (w *Writer) Close() error {
	if w.laid != nil {
		_ = w.laid.stop() // what was laid out is given up
	}
	err := w.runs.close()
	if w.file != nil {
		err = errors.Join(err, w.file.Close())
	}
	w.laid, w.file, w.runs, w.pending = nil, nil, nil, &batch{}
	return err
}

type instrument struct {
	name     string
	count    int
	reversed int   // readings that stood after a later one
	told     int   // as many more, of traces that were in order already
	latest   int64 // of all times
	before   int64 // the time that came last
	rises    bool  // a time came after an earlier one
}

func (i *instrument) meet(at []int64) {
	if len(at) == 0 {
		return
	}
	if i.count == 0 {
		i.latest, i.before = at[0], at[0]
	}
	i.count += len(at)
	if last := at[len(at)-1]; at[0] >= i.latest && ascends(at) {
		i.rises = i.rises || last > i.before
		i.latest, i.before = last, last
		return
	}
	for _, one := range at {
		if one < i.latest {
			i.reversed++
		}
		i.rises = i.rises || one > i.before
		i.latest, i.before = max(i.latest, one), one
	}
}

// newestFirst reports whether the instrument's log was written backwards. Its order says nothing about the clock then.
func (i *instrument) newestFirst() bool { return i.reversed > 0 && !i.rises }

func (i *instrument) outOfOrder() int {
	if i.newestFirst() {
		return i.told
	}
	return i.told + i.reversed
}

// What is held of instruments is bounded. A series is refused for less before (see tracefile).
const (
	maxNames       = 16 << 20 // bytes
	maxInstruments = 1 << 20
)
