package database

import "time"

const (
	firstDelay = time.Minute // after the first attempt that failed; it doubles with each

	// LongestDelay is the longest time between two attempts.
	LongestDelay = 6 * time.Hour

	// MostAttempts are spread over 50 hours: a server may be away for a weekend's day.
	MostAttempts = 17
)

// RetryDelay is how long to wait after an attempt, which are counted from 1.
func RetryDelay(attempts int) time.Duration {
	wait := firstDelay
	for range attempts - 1 {
		wait = min(2*wait, LongestDelay)
	}
	return wait
}
