package canonical

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"green500/validation/leftout"
	"green500/validation/power"
)

// Writer takes the readings of a series as they stand in a file and keeps them in the canonical form.
// It is used by one goroutine, and works on all cores.
//
// As long as readings come in the order of rows, instrument after instrument, they are laid out while
// they come. Once they do not, they are kept in sorted runs beside the file, which are merged at the
// end.
type Writer struct {
	quantity    power.Quantity
	scratch     Scratch
	sizes       sizes
	instruments []instrument
	index       map[string]int32
	names       int     // bytes
	looked      int     // how often for rounds
	round       []int32 // that was looked at last
	untold      int     // of the last pending readings, which instruments do not know of yet
	notes       []leftout.Note
	failure     error // that a method could not return

	scales  scales // of all readings so far
	pending *batch
	sorter  sorter
	direct  *direct
	spool   *spool
}

// NewWriter returns a writer that holds nothing yet.
func NewWriter(quantity power.Quantity, scratch Scratch) *Writer {
	return newWriter(quantity, scratch, usual())
}

func newWriter(quantity power.Quantity, scratch Scratch, s sizes) *Writer {
	return &Writer{quantity: quantity, scratch: scratch, sizes: s, index: map[string]int32{}, scales: scalesOf(quantity), pending: batchPool.Get().(*batch)}
}

// Instrument returns the number of an instrument, a new one where the name was not met before.
func (w *Writer) Instrument(name string) int32 {
	if number, met := w.index[name]; met {
		return number
	}
	number := int32(len(w.instruments))
	if w.names += len(name); w.names > maxNames || number >= maxInstruments {
		w.failure = &power.InputError{Problem: fmt.Sprintf("names more than %d instruments, or names them with more than %d bytes", maxInstruments, maxNames), Remedy: "name only what identifies a meter"}
		return max(0, number-1)
	}
	w.index[name] = number
	w.instruments = append(w.instruments, instrument{name: name})
	return number
}

// Expect makes room for so many readings that are likely to follow, so that it has not to grow while they come.
func (w *Writer) Expect(readings int) {
	w.pending.expect(min(readings, w.enough()))
}

// Add takes readings of an instrument in the order of the file: nanoseconds since 1970 UTC, and
// microwatts or millijoules. It does not keep the slices.
func (w *Writer) Add(instrument int32, at, value []int64, told Multiples) error {
	if w.failure != nil {
		return w.failure
	}
	w.tellInstruments()
	ordered := w.instruments[instrument].meet(at, w.scales.admit(at, value, told))
	for len(at) > 0 {
		n := min(len(at), w.enough()-len(w.pending.at))
		w.pending.meet(instrument, ordered)
		w.pending.add(instrument, at[:n], value[:n])
		at, value = at[n:], value[n:]
		if err := w.passFull(); err != nil {
			return err
		}
	}
	return nil
}

// AddRows takes readings of several instruments in the order of the file. Each is in a lane, and instruments states whose
// that is. It does not keep the slices.
func (w *Writer) AddRows(instruments, lanes []int32, at, value []int64, told Multiples) error {
	ascend := w.scales.admit(at, value, told)
	for len(lanes) > 0 && w.failure == nil {
		n := min(len(lanes), w.enough()-len(w.pending.at))
		if !w.goOn(instruments, lanes[:n], at, ascend) {
			w.tellInstruments()
			w.meetRows(instruments, lanes[:n], at, ascend)
		}
		w.pending.append(at[:n], value[:n])
		lanes, at, value = lanes[n:], at[n:], value[n:]
		if err := w.passFull(); err != nil {
			return err
		}
	}
	return w.failure
}

// meetRows takes note of readings in the order of the file, whose times are known to ascend or may do so.
func (w *Writer) meetRows(instruments, lanes []int32, at []int64, ascend bool) {
	for len(lanes) > 0 {
		n := w.meetRounds(instruments, lanes, at, ascend)
		if n == 0 {
			break
		}
		lanes, at = lanes[n:], at[n:]
	}
	for from := 0; from < len(lanes); {
		to := from + 1
		for to < len(lanes) && lanes[to] == lanes[from] {
			to++
		}
		one := instruments[lanes[from]]
		known := &w.instruments[one]
		ordered := to-from == 1 && known.goesOn(at[from]) || known.meet(at[from:to], ascend)
		w.pending.meet(one, ordered)
		w.pending.addSpan(one, int32(to-from))
		from = to
	}
}

// AddTrace takes the readings of a trace after those that its instrument has. Traces that go on where
// another ends are joined so. It fails where they cannot be read.
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

// CountMissing counts a place of the file that says it has no reading. The first one is kept.
func (w *Writer) CountMissing(where *power.InputError) {
	for i := range w.notes {
		if n := &w.notes[i]; n.Problem == where.Problem && n.Field == where.Field {
			n.Count++
			return
		}
	}
	w.notes = append(w.notes, leftout.Note{File: where.File, Line: where.Line, Field: where.Field, Problem: where.Problem, Count: 1})
}

// enough is how many readings are put where they belong together: a stripe and those that wait, as
// long as they come in the order of rows.
func (w *Writer) enough() int {
	if w.spool == nil && !w.pending.mixed {
		return min(w.sizes.batch, stripeRows+w.sizes.late)
	}
	return w.sizes.batch
}

// passFull puts the pending readings where they belong, when there are enough of them.
func (w *Writer) passFull() error {
	if enough := w.enough(); len(w.pending.at) < enough {
		if len(w.pending.at) >= mostGrown { // the log is long
			w.pending.expect(enough - len(w.pending.at))
		}
		return nil
	}
	w.tellInstruments()
	if w.spool == nil && w.pending.inTurn() {
		w.sorter.sort(w.pending)
		if w.direct.takes(w.pending, w.scales) {
			return w.lay(len(w.pending.at) - w.sizes.late)
		}
	}
	if err := w.openSpool(); err != nil {
		return err
	}
	var err error
	w.pending, err = w.spool.take(w.pending, w.scales)
	return err
}

// lay lays out the first n pending readings.
func (w *Writer) lay(n int) error {
	if w.direct == nil {
		var err error
		if w.direct, err = w.newDirect(); err != nil {
			return err
		}
	}
	rest := w.pending.cut(n)
	if err := w.direct.take(w.pending); err != nil {
		return err
	}
	w.pending.reset()
	return rest.each(func(instrument int32, at, value []int64) error {
		w.pending.add(instrument, at, value)
		return nil
	})
}

// openSpool goes over to sorted runs. What was laid out is the first of them.
func (w *Writer) openSpool() error {
	if w.spool != nil {
		return nil
	}
	var err error
	if w.spool, err = newSpool(w.scratch, w.sizes); err != nil || w.direct == nil {
		return err
	}
	first, err := w.direct.finish(untold())
	w.direct = nil
	if err != nil {
		return err
	}
	w.spool.begin(first, w.index)
	return nil
}

// Finish writes what is left. The instruments that were given a reading come in the order that
// compare states, by name if it is nil. The writer is closed then.
func (w *Writer) Finish(compare func(a, b string) int) (r *Readings, err error) {
	defer func() { err = errors.Join(err, w.Close()) }()
	if w.failure != nil {
		return nil, w.failure
	}
	if w.spool != nil {
		w.spool.sort(w.pending)
	} else if w.sorter.sort(w.pending); !w.direct.takes(w.pending, w.scales) {
		if err := w.openSpool(); err != nil {
			return nil, err
		}
	}
	if w.direct == nil {
		if w.direct, err = w.newDirect(); err != nil {
			return nil, err
		}
	}
	if w.spool == nil {
		err = w.direct.take(w.pending)
	} else {
		err = w.spool.merge(w.pending, w.direct.layout.fill)
	}
	if err != nil {
		return nil, err
	}
	return w.direct.finish(w.tell(compare))
}

// tell is what the file states of the instruments beside their readings.
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
func (w *Writer) newestFirst() (notes []leftout.Note) {
	for i := range w.instruments {
		if one := &w.instruments[i]; !one.newestFirst() {
			continue
		} else if notes == nil {
			notes = []leftout.Note{{Field: one.name, Problem: "has the newest reading first, and was reversed"}}
		}
		notes[0].Count++
	}
	return notes
}

// Close gives up what was taken. It does nothing after Finish.
func (w *Writer) Close() error {
	err := errors.Join(w.direct.close(), w.spool.close())
	w.pending.leave()
	w.direct, w.spool, w.pending = nil, nil, &batch{}
	return err
}

// newDirect makes a file for readings of the scales met so far.
func (w *Writer) newDirect() (*direct, error) {
	file, err := w.scratch()
	if err != nil {
		return nil, err
	}
	name := func(instrument int32) string { return w.instruments[instrument].name }
	return &direct{file: file, scales: w.scales, layout: newLayout(file, w.quantity, w.scales, w.sizes, name)}, nil
}
