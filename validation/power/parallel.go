package power

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// onAllCores calls everything; a panic comes back in the caller, who may know what to do with it.
func onAllCores(calls []func()) {
	var next atomic.Int64
	var met atomic.Value
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(calls)) {
		group.Go(func() {
			defer func() {
				if failure := recover(); failure != nil {
					met.Store(&failure)
				}
			}()
			for i := next.Add(1); int(i) <= len(calls); i = next.Add(1) {
				calls[i-1]()
			}
		})
	}
	group.Wait()
	if failure, ok := met.Load().(*any); ok {
		panic(*failure)
	}
}
