package power_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestAStoredTraceAnswersAsOneInMemory: every public question, bit for bit.
func TestAStoredTraceAnswersAsOneInMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.SampledFrom([]int{1, 2, 3, 7, 100}).Draw(t, "block")
		if rapid.Bool().Draw(t, "reversed") {
			slices.Reverse(l.at)
		}
		held := l.trace(size)
		l.at, l.value = held.Columns()
		stored, _, err := power.Keep(size, held)
		if err != nil {
			t.Fatal(err)
		}
		stamp := rapid.SampledFrom([]string{"", "begin", "middle", "end"}).Draw(t, "stamp")
		for range 3 {
			s := l.anySpan(t)
			instants := []int64{s.Start.UnixNano(), s.Start.UnixNano() + int64(s.Duration()/3), s.End.UnixNano()}
			answers := func(trace *power.Trace) string {
				count, first := trace.CountOf(s, l.value[0], l.value[len(l.value)/2])
				m := stamped(trace, stamp)
				i := trace.Inspect(s)
				average, known := i.Average()
				return fmt.Sprintln(trace.Window(s) == i.Window, shown(i), average, known, count, first, trace.Grain(1),
					m.EnergyTo(instants), m.WeightedAverage(s).Total, m.Reaches(s, 2.5), m.Instants(s, 50),
					trace.Span(), trace.Reading(len(l.at)/2), trace.Reversed(), trace.Len(),
					m.Curve(s, 20), m.Curve(s, 500))
			}
			if got, want := answers(stored), answers(held); got != want {
				t.Fatalf("stored\n%s\nin memory\n%s", got, want)
			}
		}
		var at, value []int64
		for times, values := range stored.Each() {
			at, value = append(at, times...), append(value, values...)
		}
		if !slices.Equal(at, l.at) || !slices.Equal(value, l.value) || stored.Err() != nil {
			t.Fatalf("the readings differ: %v", stored.Err())
		}
		from := rapid.IntRange(0, len(l.at)).Draw(t, "from")
		to := rapid.IntRange(from, len(l.at)).Draw(t, "to")
		at, value = nil, nil
		for times, values := range stored.Between(from, to) {
			at, value = append(at, times...), append(value, values...)
		}
		if !slices.Equal(at, l.at[from:to]) || !slices.Equal(value, l.value[from:to]) {
			t.Fatalf("the readings %d to %d differ: %v", from, to, stored.Err())
		}
	})
}

// TestOnlyWhatIsNeededIsAskedFor: the chunks a span ends in, and the blocks.
func TestOnlyWhatIsNeededIsAskedFor(t *testing.T) {
	l := long(40*64*10+100, 0)
	stored, kept := l.kept(t, 10)
	for _, c := range []struct {
		span             power.Span
		chunks, readings int
	}{
		{stored.Span().Trim(0, -1), 0, 0},
		{span(640, 1280), 0, 0},
		{span(645, 1285), 2, 2},
		{span(645, 20*640), 1, 1},
		{span(650, 655), 1, 1},
	} {
		kept.Chunks, kept.Readings = nil, nil
		fresh, err := kept.Open(10)
		if err != nil {
			t.Fatal(err)
		}
		if _, known := fresh.Window(c.span).Average(); !known {
			t.Error("no average")
		}
		if len(kept.Chunks) != c.chunks || len(kept.Readings) != c.readings {
			t.Errorf("%v: chunks %v and readings %v are asked for", c.span, kept.Chunks, kept.Readings)
		}
	}
}

// TestBlocksAtTheBordersOfChunks: sizes at which a block, a chunk or a level of the pyramid is just full, or not.
func TestBlocksAtTheBordersOfChunks(t *testing.T) {
	for _, size := range []int{1, 2, 1024} {
		for _, blocks := range []int{1, 7, 8, 9, 63, 64, 65, 128, 512, 513} {
			if size == 1024 && blocks > 65 {
				continue
			}
			for _, more := range []int{-1, 0, 1} {
				count := max(1, size*blocks+more)
				l := long(count, 3)
				stored, kept := l.kept(t, size)
				held := l.trace(size)
				for _, s := range []power.Span{held.Span(), held.Span().Trim(0, -1),
					held.Span().Trim(time.Second, time.Second)} {
					if stored.Inspect(s) != held.Inspect(s) {
						t.Fatalf("%d readings in blocks of %d: stored %+v, in memory %+v", count, size,
							stored.Inspect(s), held.Inspect(s))
					}
				}
				if len(kept.Entries) != (count+64*size-1)/(64*size) || stored.Err() != nil {
					t.Fatalf("%d readings in blocks of %d: %d entries, %v", count, size,
						len(kept.Entries), stored.Err())
				}
			}
		}
	}
}

// TestDamageIsTold: no byte of what is stored of blocks can change unseen.
func TestDamageIsTold(t *testing.T) {
	l := long(300, 5)
	_, kept := l.kept(t, 3)
	whole := l.trace(3).Span()
	for i := range kept.Entries {
		for k := range kept.Entries[i] {
			kept.Entries[i][k] ^= 4
			if _, err := kept.Open(3); err == nil {
				t.Fatalf("byte %d of entry %d may be another", k, i)
			}
			kept.Entries[i][k] ^= 4
		}
		for k := range kept.Coded[i] {
			kept.Coded[i][k] ^= 4
			stored, err := kept.Open(3)
			if err != nil {
				t.Fatal(err)
			}
			for from := range 10 {
				stored.Inspect(whole.Trim(time.Duration(1+30*from)*time.Second, time.Second))
			}
			if stored.Err() == nil {
				t.Fatalf("byte %d of chunk %d may be another", k, i)
			}
			kept.Coded[i][k] ^= 4
		}
	}
	kept.Count++
	if _, err := kept.Open(3); err == nil {
		t.Error("there are more readings than the entries tell of")
	}
	kept.Count -= 2
	if _, err := kept.Open(3); err == nil {
		t.Error("there are fewer readings than the entries tell of")
	}
	kept.Count, kept.Entries = 300, [][]byte{kept.Entries[1], kept.Entries[0]}
	if _, err := kept.Open(3); err == nil {
		t.Error("entries may change places")
	}
}

// TestTheLayoutOfAChunkIsSettled: files are kept with it for years. Whoever changes it gives the
// overview of the canonical form another version, so that older files are read whole.
func TestTheLayoutOfAChunkIsSettled(t *testing.T) {
	l := log{power.Power, []int64{10, 20, 20, 90, 95, 100}, []int64{5, 9, 9, 2, 30, 3}}
	_, kept := l.kept(t, 4)
	const (
		coded = "4c8c018b0100a0010014050ab00483070508010100000100000114000277080e011408000d01140001000a003835353500010035361b000000350900"
		entry = "02069081c6fd075c8c01770ab401001403388c06f9060532020100000100000114000277083601aa0132810135011402a00105810103329bda9d"
	)
	if got := hex.EncodeToString(kept.Coded[0]); got != coded {
		t.Errorf("the blocks are\n%s, were\n%s", got, coded)
	}
	if got := hex.EncodeToString(kept.Entries[0]); got != entry {
		t.Errorf("the entry is\n%s, was\n%s", got, entry)
	}
}

// FuzzChunk: bytes that are no chunk are refused; what is taken answers without a panic.
func FuzzChunk(f *testing.F) {
	for _, readings := range []int{1, 2, 190, 200, 500} {
		_, kept := long(readings, 7).kept(f, 3)
		f.Add(kept.Entries[0], kept.Coded[0], uint16(readings))
	}
	f.Fuzz(func(t *testing.T, entry, coded []byte, count uint16) {
		kept := &power.Kept{
			Trace: power.NewTrace("", power.Power, make([]int64, count), make([]int64, count)), Count: int(count),
			Entries: [][]byte{power.Sealed(entry, coded)}, Coded: [][]byte{coded},
		}
		stored, err := kept.Open(3)
		if err != nil {
			return
		}
		for _, s := range []power.Span{stored.Span(), stored.Span().Trim(1, 1)} {
			stored.Window(s)
			stored.Inspect(s)
			stored.CountOf(s, 0, 1)
			measurement(stored).Curve(s, 10)
			stored.Envelope(s, 4, "")
		}
	})
}

// long is readings of many days, one a second or a little later.
func long(readings int, late uint64) log {
	l := log{quantity: power.Power, at: make([]int64, readings), value: make([]int64, readings)}
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range readings {
		l.at[i] = start.Add(time.Duration(i)*time.Second + time.Duration(noise.Uint64N(late+1))).UnixNano()
		l.value[i] = 600*watt + int64(noise.NormFloat64()*5_000)*1_000
	}
	return l
}
