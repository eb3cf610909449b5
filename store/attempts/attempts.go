// Package attempts has the retry intervals for mail and webhooks.
package attempts

import "time"

const (
	first = time.Minute // after the first attempt that failed; it doubles with each

	// Longest is the longest time between two attempts.
	Longest = 6 * time.Hour

	// Most are spread over 50 hours: a server may be away for a weekend's day.
	Most = 17
)

// Delay is how long to wait after an attempt, which are counted from 1.
func Delay(attempts int) time.Duration {
	wait := first
	for range attempts - 1 {
		wait = min(2*wait, Longest)
	}
	return wait
}
