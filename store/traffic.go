// This file owns counts of requests that wait and of bytes that arrive.

package store

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	mostGiven = 20 * time.Millisecond // that each MiB of an upload waits for people: it is read in the end, however many there are
	lookAgain = 2 * time.Millisecond
)

// traffic is how many people wait for an answer.
type traffic struct{ waiting atomic.Int64 }

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

type taken struct{ received, read atomic.Int64 }
