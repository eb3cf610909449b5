package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
)

func canonicalFile(t testing.TB, traces ...*power.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCanonical(&b, traces); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// anyTraces draws traces of one quantity with different names.
func anyTraces(t *rapid.T) []*power.Trace {
	quantity := rapid.SampledFrom([]power.Quantity{power.Power, power.Energy}).Draw(t, "quantity")
	names := rapid.SliceOfNDistinct(rapid.String(), 1, 4, rapid.ID[string]).Draw(t, "names")
	var traces []*power.Trace
	for _, name := range names {
		n := rapid.IntRange(1, 9000).Draw(t, "readings") // more than a batch
		step := rapid.Int64Range(0, 1e9).Draw(t, "step")
		value := rapid.SampledFrom([]int64{-maxCanonical, -1, 0, 1, 176_740_000_000, maxCanonical}).Draw(t, "value")
		at, values := make([]int64, n), make([]int64, n)
		for i := range n {
			at[i] = int64(i) * step
			values[i] = value / int64(i+1)
		}
		few := rapid.SliceOfN(rapid.Int64Range(-maxCanonical, maxCanonical), 1, 20).Draw(t, "values")
		copy(values, few)
		traces = append(traces, power.NewTrace(name, quantity, at, values))
	}
	return traces
}

func TestCanonicalRoundTrip(t *testing.T) {
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
		if err := same(traces, back); err != nil {
			t.Fatal(err)
		}
	})
}

func same(want, got []*power.Trace) error {
	if len(want) != len(got) {
		return fmt.Errorf("%d traces, want %d", len(got), len(want))
	}
	for i := range want {
		at, value := want[i].Columns()
		backAt, backValue := got[i].Columns()
		if got[i].Instrument != want[i].Instrument || got[i].Quantity != want[i].Quantity || !slices.Equal(at, backAt) || !slices.Equal(value, backValue) {
			return fmt.Errorf("trace %d, %q, came back changed", i, want[i].Instrument)
		}
	}
	return nil
}

func TestCanonicalRefuses(t *testing.T) {
	one := power.NewTrace("a", power.Power, []int64{1}, []int64{1})
	for name, traces := range map[string][]*power.Trace{
		"nothing":        nil,
		"same names":     {one, one},
		"two quantities": {one, power.NewTrace("b", power.Energy, []int64{1}, []int64{1})},
		"no quantity":    {power.NewTrace("b", "", []int64{1}, []int64{1})},
		"no readings":    {power.NewTrace("b", power.Power, nil, nil)},
		"19 digits":      {power.NewTrace("b", power.Power, []int64{1}, []int64{maxCanonical + 1})},
	} {
		if err := WriteCanonical(&bytes.Buffer{}, traces); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	plain := written(t, []epochFloat{{1, 2}})
	_, err := open(plain)
	var trouble *power.InputError
	if !errors.As(err, &trouble) || trouble.Problem != "is not in the canonical form of a trace" {
		t.Errorf("got %v", err)
	}
}

func bigTrace(n int) *power.Trace {
	at, value := make([]int64, n), make([]int64, n)
	for i := range n {
		at[i] = 1e18 + int64(i)*1e9
		value[i] = 176_740_000_000 + int64(i*7919%1000)*1_000_000
	}
	return power.NewTrace("node", power.Power, at, value)
}

func BenchmarkCanonicalWrite(b *testing.B) {
	traces := []*power.Trace{bigTrace(1_000_000)}
	for b.Loop() {
		var out bytes.Buffer
		if err := WriteCanonical(&out, traces); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len())/1e6, "bytes/reading")
	}
}

func BenchmarkCanonicalRead(b *testing.B) {
	for name, file := range map[string][]byte{"whole": withoutOverview(b, bigTrace(1_000_000)), "overview": canonicalFile(b, bigTrace(1_000_000))} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				traces, err := open(file)
				if err != nil {
					b.Fatal(err)
				}
				traces[0].Columns()
			}
		})
	}
}
