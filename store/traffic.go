// This file owns how background work gives way to people.

package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

const (
	mostGiven = 20 * time.Millisecond // that each MiB of an upload waits for people: it is read in the end, however many there are
	lookAgain = 2 * time.Millisecond
)

// traffic is how many people wait for an answer.
type traffic struct{ waiting atomic.Int64 }

// Answering says that somebody waits for an answer, until the function that it returns is called. What is read in the
// background gives way to them meanwhile.
func (s *Store) Answering() (answered func()) {
	s.traffic.waiting.Add(1)
	return sync.OnceFunc(func() { s.traffic.waiting.Add(-1) })
}

// giveWay waits while people do, and not for long.
func (t *traffic) giveWay(ctx context.Context) {
	for given := time.Duration(0); given < mostGiven && t.waiting.Load() > 0; given += lookAgain {
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return
		}
	}
}
