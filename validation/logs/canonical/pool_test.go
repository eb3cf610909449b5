package canonical

import (
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestLogsAtOnceKeepTheirReadings: what one leaves to the next is nobody else's meanwhile.
func TestLogsAtOnceKeepTheirReadings(t *testing.T) {
	whole := []log{steady(1, 3*stripeRows), steady(2, stripeRows)}
	for range 3 {
		writtenAtOnce(t, usual(), append(whole, whole...))
	}
	rapid.Check(t, func(t *rapid.T) {
		writtenAtOnce(t, small(), []log{anyLog(t, 1000), anyLog(t, 300), anyLog(t, 1000), steady(2, 500)})
	})
}

func writtenAtOnce(t rapid.TB, s sizes, logs []log) {
	t.Helper()
	problems := make([]error, len(logs))
	var working sync.WaitGroup
	for i, l := range logs {
		working.Go(func() { problems[i] = same(l.traces(), l.write(t, s).Traces) })
	}
	working.Wait()
	for _, err := range problems {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadersAtOnceSeeTheirReadings, of pages that are kept and of others.
func TestReadersAtOnceSeeTheirReadings(t *testing.T) {
	l := steady(4, 2*stripeRows)
	want, r := l.traces(), l.write(t, usual())
	problems := make([]error, 2*len(want))
	var working sync.WaitGroup
	for i := range problems {
		one := i % len(want)
		working.Go(func() { problems[i] = same(want[one:one+1], r.Traces[one:one+1]) })
	}
	working.Wait()
	for _, err := range problems {
		if err != nil {
			t.Error(err)
		}
	}
}

// TestMemoryIsLeftToTheNextLog: it takes less than half of what the first one needed, unless a core left something that
// another asks for.
func TestMemoryIsLeftToTheNextLog(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, l := range map[string]log{"in turn": steady(1, 8*stripeRows)} {
		taken := func() uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := l.writeTo(t, disk(t), usual())
			runtime.ReadMemStats(&after)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			return after.TotalAlloc - before.TotalAlloc
		}
		runtime.GC()
		runtime.GC() // now nothing is left of the tests before
		first := taken()
		if again := min(taken(), taken(), taken(), taken(), taken()); again > first/2 {
			t.Errorf("%s: the first log took %d bytes, the next ones %d or more", name, first, again)
		}
	}
}
