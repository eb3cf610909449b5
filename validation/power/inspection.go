package power

import (
	"math"
	"time"

	"green500/validation/power/internal/integers"
	"green500/validation/power/internal/typical"
)

// Inspection is what a careful reviewer looks for in a log before trusting its average.
type Inspection struct {
	Window
	// usual time between changes of value, found as the usual step is; 0 if the value changes once or never
	Update     time.Duration
	Gaps       int           // steps so long that readings are missing
	Lost       time.Duration // time that those steps take beyond one usual step each
	LongestGap Span          // zero if there is none
	Repeats    int           // readings equal to the one before
	// from first to last of the longest stretch of one value, the first of equal ones; zero if none repeats
	LongestRun   Span
	RunLength    int // readings of that stretch; 0 if none repeats
	Doubled      int // readings with the timestamp of the one before
	FirstDoubled time.Time
	Resolution   int64   // greatest common divisor of the differences between readings; 0 if all are equal
	Before       Reading // the reading before the deepest fall
	After        Reading // the deepest fall itself, the first of equal ones; both zero if there is none
	// power readings of more than twice, or less than half, of both neighbours; below zero counts as zero
	Outliers     int
	FirstOutlier Reading
}

// MissingFrom is ours: a longer step hides readings. Whole seconds show twice the interval without a loss.
const MissingFrom = 2.5

// Inspect looks closely at the readings that Window takes. Neighbours outside the span do not count.
func (t *Trace) Inspect(s Span) Inspection {
	return t.inspections.Of(s.Start.UnixNano(), s.End.UnixNano(), func() Inspection { return t.inspect(s) })
}

func (t *Trace) inspect(s Span) Inspection {
	c := t.cut(s)
	n := c.node()
	i := Inspection{Window: t.window(&n.summary, n.step.Median)}
	if i.Count == 0 {
		return i
	}
	i.show(&n.piece, t.Quantity)
	i.Update = time.Duration(n.change.Median)
	bound := time.Duration(MissingFrom * float64(i.MedianStep))
	if i.MedianStep == 0 || i.LongestStep <= bound {
		return i
	}
	i.LongestGap = NewSpan(i.LongestAfter, i.LongestAfter.Add(i.LongestStep))
	gaps := t.longSteps(&c, int64(bound))
	i.Gaps = gaps.Total
	for _, met := range gaps.Met {
		i.Lost += time.Duration(met.Times) * (time.Duration(met.Length) - i.MedianStep)
	}
	return i
}

func (i *Inspection) show(p *piece, quantity Quantity) {
	i.Repeats, i.Doubled = p.repeats, p.doubled
	i.Resolution = int64(min(p.divisor, math.MaxInt64))
	if p.repeats > 0 {
		i.LongestRun, i.RunLength = NewSpan(instant(p.plateau.from), instant(p.plateau.to)), p.plateau.length
	}
	if p.doubled > 0 {
		i.FirstDoubled = instant(p.firstDoubled)
	}
	if p.falls > 0 {
		i.Before, i.After = p.before.reading(), p.after.reading()
	}
	if quantity == Power && p.outliers > 0 {
		i.Outliers, i.FirstOutlier = p.outliers, p.firstOutlier.reading()
	}
}

// longSteps tallies the steps longer than bound, looking at readings of whole blocks only if it must.
func (t *Trace) longSteps(c *cut, bound int64) *typical.Tally {
	long := &typical.Tally{}
	add := func(step int64, times int) {
		if step > bound {
			long.Add(step, times)
		}
	}
	between := func(before, after point) { add(after.at-before.at, 1) }
	some := func(h held) {
		for i := 1; i < len(h.at); i++ {
			add(h.at[i]-h.at[i-1], 1)
		}
	}
	whole := func(n *node, block, _ int) {
		if n.longest <= bound {
			return
		}
		if b := c.overview.block(block); b.knows(bound) {
			for _, met := range b.long {
				add(met.Length, met.Times)
			}
			return
		}
		some(t.part(block, block*t.size, (block+1)*t.size))
	}
	c.each(parts{between, some, whole, func(n *node, _, _ int) bool { return n.longest > bound }})
	return long
}

const nearby = 512

// ChangesAround counts the changes of value in and around a stretch, and those of no more than a size.
func (t *Trace) ChangesAround(stretch Span, size int64) (all, small int) {
	first, last := t.readings.search(stretch.Start.UnixNano()), t.readings.search(stretch.End.UnixNano()+1)
	count := func(from, to int) {
		for i := max(1, from); i < min(t.count, to); i++ {
			switch change := integers.Distance(t.readings.point(i-1).value, t.readings.point(i).value); {
			case change == 0:
			case change <= uint64(size):
				all, small = all+1, small+1
			default:
				all++
			}
		}
	}
	count(first-nearby, first+1)
	count(last, last+nearby)
	return all, small
}
