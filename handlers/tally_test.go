package handlers

import (
	"strconv"
	"testing"
	"time"
)

func TestTally(t *testing.T) {
	start := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	tally := NewTally(2, time.Hour)
	steps := []struct {
		do   func()
		name string
		at   time.Duration
		want bool
	}{
		{nil, "a", 0, true},
		{nil, "a", 10 * time.Minute, true},
		{nil, "a", 20 * time.Minute, false},
		{nil, "b", 20 * time.Minute, true},
		{nil, "a", time.Hour, true}, // the first no longer counts
		{nil, "a", time.Hour, false},
		{func() { tally.Return("a") }, "a", time.Hour, true},
		{func() { tally.Forget("a") }, "a", time.Hour, true},
		{func() { tally.Return("never") }, "a", time.Hour, true},
		{nil, "a", time.Hour, false},
	}
	for i, step := range steps {
		if step.do != nil {
			step.do()
		}
		if got := tally.Take(step.name, start.Add(step.at)); got != step.want {
			t.Errorf("step %d: got %v", i, got)
		}
	}
}

func TestATallyIsBounded(t *testing.T) {
	start := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	tally := NewTally(1, time.Hour)
	for i := range maxTallied + 10 {
		if !tally.Take(strconv.Itoa(i), start) {
			t.Fatalf("%d was refused", i)
		}
	}
	if len(tally.done) > maxTallied {
		t.Errorf("%d names are kept", len(tally.done))
	}
	tally.Take("late", start.Add(time.Hour))
	if len(tally.done) != 1 {
		t.Errorf("%d names are kept of which one counts", len(tally.done))
	}
}
