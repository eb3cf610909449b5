package tracefile

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"green500/validation/power"
)

// withoutOverview writes the canonical form as it was before it had overviews.
func withoutOverview(t rapid.TB, traces ...*power.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	quantity := traces[0].Quantity
	out := parquet.NewGenericWriter[any](&b, canonicalSchema(quantity),
		parquet.KeyValueMetadata(formKey, form), parquet.KeyValueMetadata(quantityKey, string(quantity)))
	group := newCanonicalGroup(quantity)
	for _, one := range traces {
		if err := group.write(out, one); err != nil {
			t.Fatal(err)
		}
	}
	if err := group.flush(out); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(file []byte) ([]*power.Trace, error) {
	return OpenCanonical(bytes.NewReader(file), int64(len(file)))
}

func TestAFileWithoutOverviewIsReadWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		traces := anyTraces(t)
		back, err := open(withoutOverview(t, traces...))
		if err != nil {
			t.Fatal(err)
		}
		if err := same(traces, back); err != nil {
			t.Fatal(err)
		}
	})
}

// TestStoredTracesAnswerAsThoseInMemory: to the last bit, whatever span is asked for.
func TestStoredTracesAnswerAsThoseInMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		traces := anyTraces(t)
		var b bytes.Buffer
		if err := WriteCanonical(&b, traces); err != nil {
			t.Fatal(err)
		}
		back, err := open(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for i, held := range traces {
			stored, whole := back[i], held.Span()
			for range 4 {
				from := rapid.Int64Range(-1, int64(whole.Duration())+1).Draw(t, "from")
				to := rapid.Int64Range(from, int64(whole.Duration())+2).Draw(t, "to")
				s := power.NewSpan(whole.Start.Add(time.Duration(from)), whole.Start.Add(time.Duration(to)))
				if stored.Window(s) != held.Window(s) || stored.Inspect(s) != held.Inspect(s) {
					t.Fatalf("%v: stored %+v, in memory %+v", s, stored.Inspect(s), held.Inspect(s))
				}
			}
			if stored.Span() != whole || stored.Len() != held.Len() || stored.Reversed() != held.Reversed() || stored.Err() != nil {
				t.Fatalf("trace %d came back changed: %v", i, stored.Err())
			}
		}
	})
}

// TestReversedReadingsAreRemembered: the canonical form is in the order of time, yet tells that the
// file was not.
func TestReversedReadingsAreRemembered(t *testing.T) {
	file := canonicalFile(t, power.NewTrace("a", power.Power, []int64{3, 1, 2}, []int64{1, 2, 3}), power.NewTrace("b", power.Power, []int64{1, 2}, []int64{1, 2}))
	traces, err := open(file)
	if err != nil || traces[0].Reversed() != 2 || traces[1].Reversed() != 0 {
		t.Errorf("%v", err)
	}
}

// counted tells how much of a file is read.
type counted struct {
	*bytes.Reader
	read int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(b, at)
	c.read += n
	return n, err
}

// TestOnlyTheEndsOfASpanAreRead: opening a trace and asking for a window reads a small part of it.
func TestOnlyTheEndsOfASpanAreRead(t *testing.T) {
	file := canonicalFile(t, bigTrace(2_000_000))
	in := &counted{Reader: bytes.NewReader(file)}
	traces, err := OpenCanonical(in, int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	s := traces[0].Span().Trim(time.Hour+time.Second, time.Hour)
	if w := traces[0].Window(s); w.Count != 2_000_000-7202 || w.MedianStep != time.Second {
		t.Errorf("the window holds %d readings, %v apart", w.Count, w.MedianStep)
	}
	if in.read > len(file)/10 {
		t.Errorf("%d of %d bytes are read", in.read, len(file))
	}
}

// answers asks traces for all that needs readings.
func answers(traces []*power.Trace) (told string, err error) {
	for _, one := range traces {
		inner := one.Span().Trim(1, 1)
		count, first := one.CountOf(inner, 0, 5e6)
		at, value := one.Columns()
		told += fmt.Sprintf("%q %+v %d %v %v %v\n", one.Instrument, one.Inspect(inner), count, first, at, value)
		if one.Err() != nil {
			return told, one.Err()
		}
	}
	return told, nil
}

// TestDamageToTheCanonicalFormIsTold: a file with one byte changed is refused, or answers as before.
func TestDamageToTheCanonicalFormIsTold(t *testing.T) {
	second := int64(time.Second)
	file := canonicalFile(t,
		power.NewTrace("a", power.Power, []int64{1e18, 1e18 + second, 1e18 + 2*second}, []int64{5e6, -7e6, 5e6}),
		power.NewTrace("b", power.Power, []int64{2e18, 2e18 + second}, []int64{6e6, 8e6}))
	traces, err := open(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := answers(traces)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for at := range file {
		changed := bytes.Clone(file)
		changed[at] ^= 0xff
		var got string
		traces, err := open(changed)
		if err == nil {
			got, err = answers(traces)
		}
		switch {
		case err != nil:
			demandInput(t, err)
			refused++
		case got != want:
			t.Errorf("byte %d: got\n%swant\n%s", at, got, want)
		}
	}
	if refused < len(file)/3 {
		t.Errorf("only %d of %d bytes matter", refused, len(file))
	}
}

// FuzzOverview: bytes that are no overview are refused, behind the checksum too.
func FuzzOverview(f *testing.F) {
	one := power.NewTrace("a", power.Power, []int64{1, 2, 3}, []int64{5, 5, 7})
	for _, traces := range [][]*power.Trace{{one}, {one, power.NewTrace("b", power.Power, []int64{9}, []int64{0})}} {
		packed := packOverview(traces)
		f.Add(packed[:len(packed)-4])
	}
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, packed []byte) {
		const rows = 4
		traces, err := unpackOverview(packed, power.Power, rows, func(first int64) power.Source {
			return func(from, to int) (at, value []int64, err error) {
				if first+int64(to) > rows {
					t.Fatalf("asks for readings %d to %d after row %d", from, to, first)
				}
				return make([]int64, to-from), make([]int64, to-from), nil
			}
		})
		if err != nil {
			return
		}
		whole := power.NewSpan(time.Unix(0, math.MinInt64), time.Unix(0, math.MaxInt64))
		for _, one := range traces {
			one.Window(whole)
			one.Inspect(whole)
			one.Inspect(one.Span())
			one.CountOf(whole, 0)
		}
		if slices.ContainsFunc(traces, func(one *power.Trace) bool { return one.Len() == 0 }) {
			t.Fatal("a trace without readings")
		}
	})
}
