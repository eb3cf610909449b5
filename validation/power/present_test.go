package power_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// Present adds up what each reading stands for, whatever the blocks that they are kept in.
func TestPresentIsWhatReadingsStandFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t)
		stamp := rapid.SampledFrom([]string{"", "begin", "middle", "end"}).Draw(t, "stamp")
		trace := l.trace(rapid.SampledFrom([]int{2, 8, 64}).Draw(t, "size"))
		s := l.anySpan(t)
		if s.Duration() <= 0 {
			return
		}
		want := time.Duration(0)
		for _, one := range l.stood(int64(trace.Window(trace.Span().Trim(0, -1)).MedianStep), stamp) {
			from, to := max(one.from, s.Start.UnixNano()), min(one.to, s.End.UnixNano())
			want += time.Duration(max(0, to-from))
		}
		if got := trace.Present(s, stamp); (got-want).Abs() > time.Microsecond || got > s.Duration() {
			t.Fatalf("readings stand for %v of %v, want %v", got, s.Duration(), want)
		}
	})
}

// Nothing stands for a span that is none, and no span for readings that are none.
func TestNothingIsPresent(t *testing.T) {
	second := power.NewSpan(start, start.Add(time.Second))
	for name, got := range map[string]time.Duration{
		"no readings": log{quantity: power.Power}.trace(8).Present(second, ""),
		"no time":     long(8, 0).trace(8).Present(power.NewSpan(start, start), ""),
		"backwards":   long(8, 0).trace(8).Present(power.NewSpan(second.End.Time, start), ""),
	} {
		if got != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
