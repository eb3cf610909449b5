package tracefile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/power"
)

// Exports of a log that were put together may share rows: the time goes back, and the same readings come a second time.
// They count once. Equal rows next to each other are another matter, as clocks of whole seconds write them.

const (
	fewestRepeated = 2   // readings after another that have to be there again
	mostlyRepeated = 0.9 // part of the rows whose time goes back that is there again if exports overlap
)

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
		if len(values) < 2 || slices.ContainsFunc(values, func(v int64) bool { return v != values[0] }) {
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

func withoutRepeats(name string, readings *canonical.Readings, quantity power.Quantity,
	scratch canonical.Scratch) (*canonical.Readings, error) {
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
			once.Notes = append(once.Notes, power.Note{File: name, Field: readings.Traces[i].Instrument, Count: 1,
				Problem: fmt.Sprintf("%d readings are there a second time, from %s on, as in exports that overlap; "+
					"they count once, unless they are of another meter: name the column that identifies it then",
					r.readings, from)})
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

var limitWords = columnname.WordSet("limit limits cap plimit powerlimit maxlimit tgp tdp ctdp budget rated rating " +
	"nameplate setpoint ceiling threshold " +
	"leistungsgrenze leistungslimit grenzwert sollwert limite límite limiet gräns grense raja лимит предел")

// doubts are notes about a series whose column is named after a limit, or whose power is more than that draws which it
// is named after.
func doubts(name string, series *power.Series, readings *canonical.Readings) []power.Note {
	var notes []power.Note
	if columnname.Says(series.Value, limitWords) {
		notes = append(notes, power.Note{File: name, Field: series.Value, Count: 1,
			Problem: "the column has the name of a limit or a setting, so it may not hold power that was measured"})
	}
	names := []string{series.Value}
	for _, values := range series.Where {
		if len(values) == 1 {
			names = append(names, values[0])
		}
	}
	most, of := columnname.MostWatts(names, series.Instruments)
	if most == 0 {
		return notes
	}
	beyond, first := 0, power.Watts(0)
	for _, t := range readings.Traces {
		mean, known := t.Window(t.Span()).Average()
		if !known || math.Abs(float64(mean)) <= most {
			continue
		}
		if beyond++; beyond == 1 {
			first = mean
		}
	}
	if beyond > 0 {
		notes = append(notes, power.Note{File: name, Field: series.Value, Count: 1,
			Problem: fmt.Sprintf("a mean of %.4g kW is far more than %s, in %d of %d instruments: check the unit, "+
				"which is read as %s", first.Kilowatts(), of, beyond, len(readings.Traces), series.Unit)})
	}
	return notes
}
