package canonical

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestWhatIsWrittenComesBack: whatever the order of a log, as though it had been held in memory.
func TestWhatIsWrittenComesBack(t *testing.T) {
	for name, s := range map[string]sizes{"small": small(), "usual": usual()} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := anyLog(t, 3000)
				r := l.write(t, s)
				if err := same(l.traces(), r.Traces); err != nil {
					t.Fatal(err)
				}
				again, err := Open(bytes.NewReader(content(t, r)), r.size)
				if err != nil {
					t.Fatal(err)
				}
				if err := same(l.traces(), again); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// TestReversedReadingsAreCounted as they stood in the file, except in a log that is newest first.
func TestReversedReadingsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t, 300)
		r := l.write(t, small())
		turned := 0
		for i, one := range l.traces() {
			want := one.Reversed()
			if want > 0 && !l.rises(one.Instrument) {
				turned++
				want = 0
			}
			if got := r.Traces[i].Reversed(); got != want {
				t.Fatalf("%d readings of %q stood after a later one, want %d", got, one.Instrument, want)
			}
		}
		if turned > 0 && (len(r.Notes) != 1 || r.Notes[0].Count != turned) || turned == 0 && len(r.Notes) > 0 {
			t.Fatalf("%d logs were turned round, noted %v", turned, r.Notes)
		}
	})
}

// rises reports whether a time of an instrument stands behind an earlier one.
func (l log) rises(name string) bool {
	var of []int64
	for i, one := range l.instruments {
		if l.names[one] == name {
			of = append(of, l.at[i])
		}
	}
	for i := 1; i < len(of); i++ {
		if of[i] > of[i-1] {
			return true
		}
	}
	return false
}

func TestALogThatIsNewestFirstIsTurnedRound(t *testing.T) {
	for name, c := range map[string]struct {
		at       []int64
		reversed int
		noted    bool
	}{
		"newest first":          {[]int64{5, 4, 3, 3, 2}, 0, true},
		"one stands elsewhere":  {[]int64{5, 4, 3, 6, 2}, 3, false},
		"oldest first":          {[]int64{1, 2, 2, 3}, 0, false},
		"all at the same time":  {[]int64{7, 7, 7}, 0, false},
		"a single late reading": {[]int64{1, 2, 4, 3, 5}, 1, false},
	} {
		l := log{quantity: power.Power, names: []string{"a"}, instruments: make([]int32, len(c.at)),
			at: c.at, value: c.at}
		r := l.write(t, small())
		if got := r.Traces[0].Reversed(); got != c.reversed || len(r.Notes) > 0 != c.noted {
			t.Errorf("%s: %d readings are reversed, noted %v", name, got, r.Notes)
		}
	}
}

// TestSizesAroundBorders: of blocks, chunks, stripes and row groups.
func TestSizesAroundBorders(t *testing.T) {
	for _, instruments := range []int{1, 3} {
		for _, n := range []int{1, 1023, 1024, 1025, stripeRows - 1, stripeRows, stripeRows + 1, 2 * stripeRows,
			4*stripeRows + 1} {
			for name, arrange := range map[string]func(*log){"in turn": gather, "mixed": func(*log) {},
				"backwards": backwards} {
				l := steady(instruments, n)
				arrange(&l)
				r := l.write(t, usual())
				if err := same(l.traces(), r.Traces); err != nil {
					t.Errorf("%d instruments of %d readings %s: %v", instruments, n, name, err)
				}
			}
		}
	}
}

// TestLateReadings: wherever one stands that is late, by however much, and whatever was laid out before.
func TestLateReadings(t *testing.T) {
	const waiting = stripeRows + 1<<12
	for _, instruments := range []int{1, 2} {
		for _, place := range []int{1, stripeRows, waiting - 1, waiting, waiting + 1, 3*stripeRows - 1} {
			for _, late := range []int{1, 1 << 12, waiting} {
				l := steady(instruments, 3*stripeRows/instruments)
				gather(&l)
				from := max(0, place-late)
				l.at[place], l.instruments[place] = l.at[from]-1, l.instruments[from]
				r := l.write(t, usual())
				if err := same(l.traces(), r.Traces); err != nil {
					t.Errorf("%d instruments, reading %d late by %d: %v", instruments, place, late, err)
				}
			}
		}
	}
}

// gather lets a log hold instrument after instrument.
func gather(l *log) {
	k, n := 0, len(l.at)/len(l.names)
	for i := range l.names {
		for j := range n {
			l.instruments[k], l.at[k] = int32(i), 1e18+int64(j)*1e9
			k++
		}
	}
}

func backwards(l *log) {
	for i := range l.at {
		l.at[i] = -l.at[i]
	}
}

// TestTheSameReadingsGiveTheSameBytes: on any number of cores, and however instruments are mixed.
func TestTheSameReadingsGiveTheSameBytes(t *testing.T) {
	mixed := steady(3, 2*stripeRows/3)
	apart := log{quantity: mixed.quantity, names: mixed.names}
	for i := range mixed.names {
		for k, one := range mixed.instruments {
			if one == int32(i) {
				apart.instruments, apart.at, apart.value = append(apart.instruments, one),
					append(apart.at, mixed.at[k]), append(apart.value, mixed.value[k])
			}
		}
	}
	want := content(t, mixed.write(t, usual()))
	for name, l := range map[string]log{"mixed": mixed, "instrument after instrument": apart} {
		for cores := 1; cores <= 4; cores++ {
			before := runtime.GOMAXPROCS(cores)
			got := content(t, l.write(t, usual()))
			runtime.GOMAXPROCS(before)
			if !bytes.Equal(got, want) {
				t.Errorf("%s, %d cores: other bytes", name, cores)
			}
		}
	}
}

// TestStoredTracesAnswerAsThoseInMemory: to the last bit, whatever span is asked for.
func TestStoredTracesAnswerAsThoseInMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t, 5000)
		r := l.write(t, small())
		for i, held := range l.traces() {
			stored, whole := r.Traces[i], held.Span()
			if whole.Duration() < 0 {
				continue // odd times may lie further apart than a duration can tell
			}
			for range 4 {
				from := rapid.Int64Range(-1, int64(whole.Duration())/2+1).Draw(t, "from")
				to := rapid.Int64Range(from, int64(whole.Duration())/2+2).Draw(t, "to")
				s := power.NewSpan(whole.Start.Add(time.Duration(from)), whole.Start.Add(time.Duration(to)))
				if stored.Window(s) != held.Window(s) || stored.Inspect(s) != held.Inspect(s) {
					t.Fatalf("%v: stored %+v, in memory %+v", s, stored.Inspect(s), held.Inspect(s))
				}
			}
			if stored.Span() != whole || stored.Err() != nil {
				t.Fatalf("trace %d came back changed: %v", i, stored.Err())
			}
		}
	})
}

// TestTracesAreJoined: as power.Trace.Join does in memory, without holding them.
func TestTracesAreJoined(t *testing.T) {
	first := power.NewTrace("a", power.Energy, []int64{3, 1, 2}, []int64{1, 2, 3})
	second := power.NewTrace("a", power.Energy, []int64{5, 3}, []int64{4, 5})
	w := NewWriter(power.Energy, Memory)
	for _, one := range []*power.Trace{first, second} {
		if err := w.AddTrace(one); err != nil {
			t.Fatal(err)
		}
	}
	r, err := w.Finish(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := first.Join(second)
	if err := same([]*power.Trace{want}, r.Traces); err != nil {
		t.Error(err)
	}
	if got := r.Traces[0].Reversed(); got != want.Reversed() {
		t.Errorf("%d readings are reversed, want %d", got, want.Reversed())
	}
}

// TestInstrumentsComeInTheOrderAskedFor, and those without a reading not at all.
func TestInstrumentsComeInTheOrderAskedFor(t *testing.T) {
	w := NewWriter(power.Power, Memory)
	for _, name := range []string{"b", "none", "c", "a"} {
		if i := w.Instrument(name); name != "none" {
			if err := w.Add(i, []int64{1}, []int64{int64(i)}, Multiples{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, err := w.Finish(func(a, b string) int { return -bytes.Compare([]byte(a), []byte(b)) })
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, one := range r.Traces {
		got += fmt.Sprint(one.Instrument, one.Reading(0).Value, " ")
	}
	if got != "c2 b0 a3 " {
		t.Errorf("got %s", got)
	}
}

// TestWhatIsExpectedHasRoom: readings that were announced are never copied for others to find room.
func TestWhatIsExpectedHasRoom(t *testing.T) {
	const readings, together = 10_000, 100
	w := NewWriter(power.Power, Memory)
	w.Expect(readings)
	one, at, value := w.Instrument("meter"), make([]int64, together), make([]int64, together)
	var first *int64
	for range readings / together {
		for i := range at {
			at[i]++
		}
		if err := w.Add(one, at, value, Multiples{}); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = &w.pending.at[0]
		}
	}
	if first != &w.pending.at[0] {
		t.Error("what was taken first has been moved")
	}
	if _, err := w.Finish(nil); err != nil {
		t.Error(err)
	}
}
