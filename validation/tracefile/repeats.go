package tracefile

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"green500/validation/canonical"
	"green500/validation/leftout"
	"green500/validation/power"
)

// Exports of a log that were put together may share rows: the time goes back, and the same readings come a second time. They count
// once. Equal rows next to each other are another matter, as clocks of whole seconds write them.

// fewestRepeated is how many readings after another have to be there again.
const fewestRepeated = 2

// mostlyRepeated is which part of the rows whose time goes back is there again where exports overlap.
const mostlyRepeated = 0.9

type repeats struct {
	readings int        // that are left out
	runs     [][2]int64 // stretches of them, from the first to the last instant
	run, of  int        // the stretch that is looked at: instants, and readings that are there again
	now      [2]int64
}

func (r *repeats) end() {
	if r.run >= fewestRepeated {
		r.runs = append(r.runs, r.now)
		r.readings += r.of
	}
	r.run, r.of = 0, 0
}

// repeatsOf looks for readings that are there again. A trace whose times never go back has none.
func repeatsOf(t *power.Trace) repeats {
	var r repeats
	if t.Reversed() == 0 {
		return r
	}
	eachInstant(t, func(at int64, values []int64) {
		if len(values) < 2 || !alike(values) {
			r.end()
			return
		}
		if r.run == 0 {
			r.now[0] = at
		}
		r.now[1] = at
		r.run, r.of = r.run+1, r.of+len(values)-1
	})
	r.end()
	if r.readings > t.Reversed()+len(r.runs) {
		return repeats{} // they stand beside each other
	}
	if float64(r.readings) < mostlyRepeated*float64(t.Reversed()) {
		return repeats{} // several meters that are alike at times
	}
	return r
}

func alike(values []int64) bool {
	for _, v := range values[1:] {
		if v != values[0] {
			return false
		}
	}
	return true
}

func eachInstant(t *power.Trace, take func(at int64, values []int64)) {
	var now int64
	var values []int64
	for at, value := range t.Each() {
		for i := range at {
			if len(values) > 0 && at[i] != now {
				take(now, values)
				values = values[:0]
			}
			now, values = at[i], append(values, value[i])
		}
	}
	if len(values) > 0 {
		take(now, values)
	}
}

func withoutRepeats(name string, readings *canonical.Readings, quantity power.Quantity, scratch canonical.Scratch) (*canonical.Readings, error) {
	found, some := make([]repeats, len(readings.Traces)), false
	for i, t := range readings.Traces {
		found[i] = repeatsOf(t)
		some = some || found[i].readings > 0
	}
	if !some {
		return readings, nil
	}
	w, rank := canonical.NewWriter(quantity, scratch), map[string]int{}
	for i, t := range readings.Traces {
		rank[t.Instrument] = i
		if err := addOnce(w, t, found[i].runs); err != nil {
			return nil, errors.Join(err, w.Close(), readings.Close())
		}
	}
	once, err := w.Finish(func(a, b string) int { return cmp.Compare(rank[a], rank[b]) })
	if err != nil {
		return nil, errors.Join(err, readings.Close())
	}
	once.Notes, once.Choices = readings.Notes, readings.Choices
	for i, r := range found {
		if r.readings > 0 {
			from := time.Unix(0, r.runs[0][0]).UTC().Format(time.RFC3339)
			once.Notes = append(once.Notes, leftout.Note{File: name, Field: readings.Traces[i].Instrument, Count: 1,
				Problem: fmt.Sprintf("%d readings are there a second time, from %s on, as in exports that overlap; they count once, unless they are of another meter: name the column that identifies it then", r.readings, from)})
		}
	}
	return once, readings.Close()
}

func addOnce(w *canonical.Writer, t *power.Trace, runs [][2]int64) error {
	if len(runs) == 0 {
		return w.AddTrace(t)
	}
	into := w.Instrument(t.Instrument)
	const gathered = 4096
	var at, value []int64
	var failed error
	pass := func() {
		if failed == nil && len(at) > 0 {
			failed = w.Add(into, at, value, canonical.Multiples{})
		}
		at, value = at[:0], value[:0]
	}
	eachInstant(t, func(now int64, values []int64) {
		for len(runs) > 0 && runs[0][1] < now {
			runs = runs[1:]
		}
		if len(runs) > 0 && runs[0][0] <= now {
			values = values[:1]
		}
		for _, v := range values {
			at, value = append(at, now), append(value, v)
		}
		if len(at) >= gathered {
			pass()
		}
	})
	pass()
	return errors.Join(failed, t.Err())
}
