package power_test

import (
	"math"
	"testing"
	"time"

	"green500/validation/power"
)

func TestSecondsAreATime(t *testing.T) {
	for s, want := range map[float64]time.Duration{0: 0, 1.5: 1500 * time.Millisecond, 1e-9: 1, -2: -2 * time.Second,
		1e12: math.MaxInt64, math.Inf(1): math.MaxInt64} {
		if got := power.Seconds(s); got != want {
			t.Errorf("%v s are %v; want %v", s, got, want)
		}
	}
}

func TestOperationsOfAStudyRun(t *testing.T) {
	for run, want := range map[power.StudyRun]float64{
		{}: 0, {Order: 1000}: power.Operations(1000), {WorkTeraflop: 2}: 2e12, {Order: 1000, WorkTeraflop: 2}: 2e12,
		{Order: -1}: 0,
	} {
		if got := run.Operations(); got != want {
			t.Errorf("%+v did %v operations; want %v", run, got, want)
		}
	}
}
