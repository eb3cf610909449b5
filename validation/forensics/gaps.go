package forensics

import (
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

const mostGaps = 8 // of an instrument are shown one by one

// Gaps finds the longest gaps of a span, in the order of time: what lies before and after one is looked
// at again.
func Gaps(t *power.Trace, within power.Span, in power.Inspection) []power.Span {
	if in.Gaps == 0 {
		return nil
	}
	found, left := []power.Span{}, []power.Span{within}
	limit := time.Duration(methodology.LongestStepOfInterval * float64(in.MedianStep))
	for len(left) > 0 && len(found) < mostGaps {
		span := left[0]
		left = left[1:]
		w := t.Window(span)
		if w.LongestStep <= limit {
			continue
		}
		after := w.LongestAfter.In(within.Start.Location())
		gap := power.NewSpan(after, after.Add(w.LongestStep))
		found = append(found, gap)
		left = append(left, power.NewSpan(span.Start.Time, gap.Start.Add(time.Nanosecond)), power.NewSpan(gap.End.Time, span.End.Time))
	}
	slices.SortFunc(found, func(a, b power.Span) int { return a.Start.Compare(b.Start.Time) })
	return found
}
