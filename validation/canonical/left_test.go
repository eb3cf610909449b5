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
	rapid.Check(t, func(t *rapid.T) {
		logs := []log{anyLog(t, 3000), anyLog(t, 300), steady(2, 2000), steady(1, 3*stripeRows)}
		troubles := make([]error, 2*len(logs))
		var working sync.WaitGroup
		for i := range troubles {
			l, s := logs[i%len(logs)], usual()
			if i%2 == 0 && len(l.at) < stripeRows {
				s = small()
			}
			working.Go(func() {
				r := l.write(t, s)
				troubles[i] = same(l.traces(), r.Traces)
			})
		}
		working.Wait()
		for _, err := range troubles {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestMemoryIsLeftToTheNextLog: it takes less than half of what the first one needed, unless a core left something that
// another asks for.
func TestMemoryIsLeftToTheNextLog(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, l := range map[string]log{"in turn": steady(1, 8*stripeRows), "mixed": steady(4, 4*stripeRows)} {
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
