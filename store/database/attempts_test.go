package database_test

import (
	"testing"
	"time"

	"green500/store/database"
)

// TestAttemptsComeLaterEachTime: twice as long, up to six hours, and for 50 hours and 31 minutes in all.
func TestAttemptsComeLaterEachTime(t *testing.T) {
	sum := 0
	for i, minutes := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360, 360} {
		if got := database.RetryDelay(i + 1); got != time.Duration(minutes)*time.Minute {
			t.Errorf("after attempt %d: %v, want %d minutes", i+1, got, minutes)
		}
		sum += minutes
	}
	if database.MostAttempts != 17 || sum != 50*60+31 {
		t.Errorf("%d attempts in %d minutes", database.MostAttempts, sum)
	}
}
