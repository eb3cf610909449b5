package canonical

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// small makes everything happen with few readings.
func small() sizes {
	return sizes{batch: 64, late: 8, page: 10, group: 2, heads: 1000}
}

// log is readings in the order of a file.
type log struct {
	quantity    power.Quantity
	names       []string
	instruments []int32
	at, value   []int64
	together    int // readings that are given to the writer at a time, 0 for all
}

// traces puts a log together in memory, by name.
func (l log) traces() []*power.Trace {
	var all []*power.Trace
	for i, name := range l.names {
		var at, value []int64
		for k, one := range l.instruments {
			if one == int32(i) {
				at, value = append(at, l.at[k]), append(value, l.value[k])
			}
		}
		if len(at) > 0 {
			all = append(all, power.NewTrace(name, l.quantity, at, value))
		}
	}
	slices.SortFunc(all,
		func(a, b *power.Trace) int { return bytes.Compare([]byte(a.Instrument), []byte(b.Instrument)) })
	return all
}

func (l log) write(t rapid.TB, s sizes) *Readings {
	t.Helper()
	return l.writeTo(t, Memory, s)
}

func (l log) writeTo(t rapid.TB, scratch Scratch, s sizes) *Readings {
	t.Helper()
	w := newWriter(l.quantity, scratch, s)
	instruments := enter(w, l.names)
	for from, to := 0, 0; from < len(l.at); from = to {
		to = len(l.at)
		if l.together > 0 {
			to = min(to, from+l.together)
		}
		if err := w.AddRows(instruments, l.instruments[from:to], l.at[from:to], l.value[from:to],
			Multiples{}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := w.Finish(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// enter gives the instruments of such names to a writer.
func enter(w *Writer, names []string) (instruments []int32) {
	for _, name := range names {
		instruments = append(instruments, w.Instrument(name))
	}
	return instruments
}

// anyLog draws a log of a few instruments in some order.
func anyLog(t *rapid.T, most int) log {
	l := log{quantity: rapid.SampledFrom([]power.Quantity{power.Power, power.Energy}).Draw(t, "quantity")}
	l.names = rapid.SliceOfNDistinct(rapid.String(), 1, 10, rapid.ID[string]).Draw(t, "names")
	n := rapid.IntRange(1, most).Draw(t, "readings")
	step := rapid.SampledFrom([]int64{0, 1, 1_000, 1_000_000, 1_500_000, 1_000_000_000, -1_000_000_000}).Draw(t, "step")
	unit := rapid.SampledFrom([]int64{1, 10, 10_000, 1_000_000}).Draw(t, "unit")
	jitter := rapid.SampledFrom([]int{0, 0, 2, 20, 200, 2000}).Draw(t, "jitter")
	order := rapid.SampledFrom([]string{"one after another", "mixed", "in rounds", "in rounds that are broken"}).
		Draw(t, "order")
	l.together = rapid.SampledFrom([]int{0, 1, 7, 50}).Draw(t, "together")
	seed := rapid.Uint64().Draw(t, "seed")
	next := func(limit int) int { // quick and repeatable
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed >> 33 % uint64(limit))
	}
	for i, turn := 0, 0; i < n; i, turn = i+1, turn+1 {
		one := i * len(l.names) / n
		switch order {
		case "in rounds that are broken":
			if next(40) == 0 {
				turn += next(3)
			}
			fallthrough
		case "in rounds":
			one = turn % len(l.names)
		case "mixed":
			one = next(len(l.names))
		}
		l.instruments = append(l.instruments, int32(one))
		l.at = append(l.at, 1e18+step*int64(i-next(jitter+1)))
		l.value = append(l.value, unit*int64(next(1000)-500))
	}
	odd := rapid.SliceOfN(rapid.Int64(), 0, 2).Draw(t, "odd")
	for _, one := range odd { // anywhere, so that scales change late too
		l.value[next(n)] = one
	}
	// Steps of more than 292 years do not fit into nanoseconds: such a trace is told as damaged.
	const centuries = 1 << 61
	for _, one := range rapid.SliceOfN(rapid.Int64Range(-centuries, centuries), 0, 1).Draw(t, "odd times") {
		l.at[next(n)] = one
	}
	return l
}

func same(want, got []*power.Trace) error {
	if len(want) != len(got) {
		return fmt.Errorf("%d traces, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Instrument != want[i].Instrument || got[i].Quantity != want[i].Quantity ||
			got[i].Len() != want[i].Len() {
			return fmt.Errorf("trace %d is %q of %d readings, want %q of %d", i, got[i].Instrument, got[i].Len(),
				want[i].Instrument, want[i].Len())
		}
		at, value := want[i].Columns()
		backAt, backValue := got[i].Columns()
		if !slices.Equal(at, backAt) || !slices.Equal(value, backValue) {
			return fmt.Errorf("trace %d, %q, came back changed: %w", i, want[i].Instrument, got[i].Err())
		}
	}
	return nil
}

func content(t rapid.TB, r *Readings) []byte {
	t.Helper()
	b, err := io.ReadAll(r.Reader())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// steady is a log of some instruments that take turns, for so many readings each.
func steady(instruments, each int) log {
	l := log{quantity: power.Power}
	for i := range instruments {
		l.names = append(l.names, fmt.Sprintf("node%05d", i))
	}
	for k := range each {
		for i := range instruments {
			l.instruments = append(l.instruments, int32(i))
			l.at = append(l.at, 1_780_272_000_100_000_000+int64(k)*1_000_000_000)
			l.value = append(l.value, 897_470_000+int64((k*7919+i*104_729)%1000)*10_000)
		}
	}
	return l
}
