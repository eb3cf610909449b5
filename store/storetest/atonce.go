package storetest

import "sync"

// AtOnce does the same many times in parallel; it returns how many succeeded and what the others got.
func AtOnce(times int, do func(i int) error) (won int, errs []error) {
	var group sync.WaitGroup
	var mutex sync.Mutex
	start := make(chan struct{})
	for i := range times {
		group.Go(func() {
			<-start
			err := do(i)
			mutex.Lock()
			defer mutex.Unlock()
			if err == nil {
				won++
			} else {
				errs = append(errs, err)
			}
		})
	}
	close(start)
	group.Wait()
	return won, errs
}
