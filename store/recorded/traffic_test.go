package recorded

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestReadingGivesWayToPeople while they wait for an answer, and not for ever.
func TestReadingGivesWayToPeople(t *testing.T) {
	for name, c := range map[string]struct {
		people   int
		answered time.Duration // after which they have what they waited for; 0 is never
		want     time.Duration
	}{
		"nobody":                 {0, 0, 0},
		"somebody":               {1, 5 * time.Millisecond, 6 * time.Millisecond},
		"many, for ever":         {200, 0, longestYield},
		"somebody, for a second": {1, time.Second, longestYield},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Database{}
				for range c.people {
					answered := s.BeginRequest()
					if c.answered > 0 {
						time.AfterFunc(c.answered, func() {
							answered()
							answered() // as a handler that ends does once more
						})
					}
				}
				begun := time.Now()
				s.Requests.Yield(t.Context())
				if got := time.Since(begun); got != c.want {
					t.Errorf("it waits %s, want %s", got, c.want)
				}
				time.Sleep(2 * time.Second)
				if left := s.Requests.waiting.Load(); c.answered > 0 && left != 0 {
					t.Errorf("%d people wait after all were answered", left)
				}
			})
		})
	}
}
