// This file owns how uploads make way for requests of people.

package recorded

import (
	"context"
	"sync/atomic"
	"time"
)

// A gap between two parts of an upload, in which the server answers people.
const (
	// that each MiB of an upload waits for people: it is read in the end, however many there are
	longestYield  = 20 * time.Millisecond
	yieldInterval = 2 * time.Millisecond
)

// WaitingRequests counts requests that are not answered yet.
type WaitingRequests struct{ waiting atomic.Int64 }

// Yield waits while requests wait, for at most longestYield.
func (t *WaitingRequests) Yield(ctx context.Context) {
	for given := time.Duration(0); given < longestYield && t.waiting.Load() > 0; given += yieldInterval {
		select {
		case <-time.After(yieldInterval):
		case <-ctx.Done():
			return
		}
	}
}
