package power

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// longRecording is the number of readings from which asking on several cores pays.
const longRecording = 1 << 20

// Prepare asks the instruments of a long recording for their windows over spans, on all cores: whoever
// asks for one of them later finds it kept. Nothing else depends on it.
func (m *Measurement) Prepare(spans []Span) {
	readings := 0
	var asked []func()
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			readings += t.Len()
			asked = append(asked, func() {
				for _, s := range spans {
					part.window(t, s)
				}
			})
		}
	}
	if readings >= longRecording {
		onAllCores(asked)
	}
}

// onAllCores calls everything; a panic comes back in the caller, who may know what to do with it.
func onAllCores(calls []func()) {
	var next atomic.Int64
	var met atomic.Value
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(calls)) {
		group.Go(func() {
			defer func() {
				if trouble := recover(); trouble != nil {
					met.Store(&trouble)
				}
			}()
			for i := next.Add(1); int(i) <= len(calls); i = next.Add(1) {
				calls[i-1]()
			}
		})
	}
	group.Wait()
	if trouble, ok := met.Load().(*any); ok {
		panic(*trouble)
	}
}
