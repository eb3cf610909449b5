package power_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestCountsAreThoseOfTheReadings as far as they are told, in memory and stored, in blocks of any size.
func TestCountsAreThoseOfTheReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.SampledFrom([]int{3, 7, 30, 100}).Draw(t, "block")
		most := rapid.Uint8Range(1, 9).Draw(t, "most")
		within := l.anySpan(t)
		borders := []int64{within.Start.UnixNano(), within.End.UnixNano()}
		for range rapid.IntRange(0, 20).Draw(t, "borders") {
			borders = append(borders, rapid.Int64Range(borders[0], borders[1]).Draw(t, "border"))
		}
		slices.Sort(borders)
		for name, trace := range map[string]*power.Trace{"in memory": l.trace(size), "stored": l.stored(t, size)} {
			for i, counted := range measurement(trace).Counts(borders, most) {
				want := 0
				for _, at := range l.at {
					if borders[i] <= at && at < borders[i+1] {
						want++
					}
				}
				if int(counted[0]) != min(want, int(most)) {
					t.Fatalf("%s: %d readings from %d to %d, want %d of %d", name, counted[0], borders[i],
						borders[i+1], want, most)
				}
			}
		}
	})
}

// TestReadingsAreCountedWithoutThem if their steps tell enough.
func TestReadingsAreCountedWithoutThem(t *testing.T) {
	l := long(20000, 0)
	trace, kept := l.kept(t, 100)
	var borders []int64
	for at := l.at[50]; at < l.at[19000]; at += int64(9500 * time.Millisecond) {
		borders = append(borders, at)
	}
	kept.Readings = nil
	for i, counted := range measurement(trace).Counts(borders, 5) {
		if counted[0] != 5 {
			t.Fatalf("step %d has %d readings", i, counted[0])
		}
	}
	if len(kept.Readings) > 0 {
		t.Errorf("%d blocks are read", len(kept.Readings))
	}
}
