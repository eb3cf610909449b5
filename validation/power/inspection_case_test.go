package power_test

import (
	"testing"
	"time"

	"green500/validation/power"
)

// TestWhatAnInspectionShows: one log a field, read by a person.
func TestWhatAnInspectionShows(t *testing.T) {
	second := func(s float64) int64 { return start.Add(time.Duration(s * float64(time.Second))).UnixNano() }
	at := func(seconds ...float64) []int64 {
		var all []int64
		for _, s := range seconds {
			all = append(all, second(s))
		}
		return all
	}
	reading := func(s float64, value int64) power.Reading {
		return power.Reading{At: time.Unix(0, second(s)).UTC(), Value: value}
	}
	for name, c := range map[string]struct {
		quantity  power.Quantity
		at, value []int64
		want      func(i *power.Inspection) // what differs from nothing being found
	}{
		"nothing": {power.Power, at(0, 1, 2, 3), []int64{5, 6, 8, 7}, func(i *power.Inspection) {
			i.Update, i.Resolution, i.Before, i.After = time.Second, 1, reading(2, 8), reading(3, 7)
		}},
		"a meter that updates every two seconds": {power.Power, at(0, 1, 2, 3, 4, 5), []int64{10, 10, 20, 20, 30, 30},
			func(i *power.Inspection) {
				i.Update, i.Resolution, i.Repeats, i.RunLength, i.LongestRun = 2*time.Second, 10, 3, 2, span(0, 1)
			}},
		"a stuck meter": {power.Power, at(0, 1, 2, 3), []int64{9, 9, 9, 9}, func(i *power.Inspection) {
			i.Repeats, i.RunLength, i.LongestRun = 3, 4, span(0, 3)
		}},
		"gaps": {power.Power, at(0, 1, 2, 5, 6, 7, 9, 13, 14), []int64{10, 11, 12, 13, 14, 15, 16, 17, 18},
			func(i *power.Inspection) {
				i.Update, i.Resolution = time.Second, 1
				i.Gaps, i.Lost, i.LongestGap = 2, 5*time.Second, span(9, 13)
			}},
		"a step of two and a half is none": {power.Power, at(0, 1, 2, 4.5, 5.5), []int64{10, 11, 12, 13, 14},
			func(i *power.Inspection) {
				i.Update, i.Resolution = time.Second, 1
			}},
		"doubled timestamps": {power.Power, at(0, 1, 1, 2, 2, 3), []int64{10, 11, 12, 13, 14, 15},
			func(i *power.Inspection) {
				i.Update, i.Resolution, i.Doubled, i.FirstDoubled = time.Second, 1, 2, time.Unix(0, second(1)).UTC()
			}},
		"a counter that starts anew": {power.Energy, at(0, 1, 2, 3, 4), []int64{600, 700, 690, 0, 90},
			func(i *power.Inspection) {
				i.Update, i.Resolution, i.Before, i.After = time.Second, 10, reading(2, 690), reading(3, 0)
			}},
		"readings far off": {power.Power, at(0, 1, 2, 3, 4, 5, 6), []int64{10, 21, 10, 10, 4, 10, 10},
			func(i *power.Inspection) {
				i.Update, i.Resolution, i.Before, i.After = time.Second, 1, reading(1, 21), reading(2, 10)
				i.Repeats, i.RunLength, i.LongestRun = 2, 2, span(2, 3)
				i.Outliers, i.FirstOutlier = 2, reading(1, 21)
			}},
		"twice, half and a step are not far off": {power.Power, at(0, 1, 2, 3, 4, 5, 6),
			[]int64{10, 20, 10, 5, 10, 40, 41}, func(i *power.Inspection) {
				i.Update, i.Resolution, i.Before, i.After = time.Second, 1, reading(1, 20), reading(2, 10)
			}},
	} {
		trace := power.NewTrace("", c.quantity, c.at, c.value)
		whole := power.NewSpan(trace.Span().Start.Time, trace.Span().End.Add(time.Second))
		want := power.Inspection{Window: trace.Window(whole)}
		c.want(&want)
		if got := trace.Inspect(whole); got != want {
			t.Errorf("%s: got\n%+v\nwant\n%+v", name, got, want)
		}
	}
}

// TestManyDifferentGapsAreCounted: more than a block remembers of them.
func TestManyDifferentGapsAreCounted(t *testing.T) {
	var at, value []int64
	next, lost := start, time.Duration(0)
	for i := range 1000 {
		at, value = append(at, next.UnixNano()), append(value, watt)
		next = next.Add(time.Second)
		if i%10 == 9 && i < 999 {
			late := 2*time.Second + time.Duration(i)*time.Millisecond
			next, lost = next.Add(late), lost+late
		}
	}
	for _, size := range []int{100, 1000, 2000} {
		i := power.NewTraceOfBlocks(size, power.Power, at, value).Inspect(span(0, 5000))
		if i.Gaps != 99 || i.Lost != lost || i.MedianStep != time.Second {
			t.Errorf("blocks of %d: %d gaps of %v; want 99 of %v", size, i.Gaps, i.Lost, lost)
		}
	}
}
