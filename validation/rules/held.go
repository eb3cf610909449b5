package rules

import (
	"math"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// heldIn looks whether an instrument repeats old values over the run: how often it takes a new one, and
// the stretch in which the value does not change for longer than chance explains. Both are zero if it reads
// again every time, and if coarse steps hide what changes: these show in changes by a single count, and
// hide more of what a machine draws before it runs.
func (c Case) heldIn(t *power.Trace) (renewal time.Duration, still power.Span) {
	run, _ := c.runOrCore()
	seen := t.Inspect(run)
	if seen.MedianStep == 0 || seen.RunLength == 0 {
		return 0, power.Span{}
	}
	if float64(seen.Update) > methodology.UpdateOfInterval*float64(seen.MedianStep) {
		renewal = seen.Update
	}
	fine := t.Quantity == power.Energy ||
		float64(seen.Resolution) <= methodology.FineSteps*float64(t.Window(seen.LongestRun).First.Value)
	if float64(seen.RunLength) > longestStretch(seen) && fine {
		still = seen.LongestRun
	}
	// Looking at single readings comes last: of few instruments it is needed.
	if renewal == 0 && still.IsZero() || !jumps(t, seen) {
		return 0, power.Span{}
	}
	return renewal, still
}

// jumps reports whether the value changes by more than a count where its longest stretch begins and
// ends, a total only where it ends, for it counts on before; and so do most values around it.
func jumps(t *power.Trace, seen power.Inspection) bool {
	count, far := seen.Resolution, methodology.NearSteps*seen.MedianStep
	if t.Quantity == power.Energy {
		count *= methodology.CountsOfTotal
	}
	held := t.Window(seen.LongestRun).First.Value
	before := t.Window(power.NewSpan(seen.LongestRun.Start.Add(-far), seen.LongestRun.Start.Add(-time.Nanosecond)))
	after := t.Window(power.NewSpan(seen.LongestRun.End.Add(time.Nanosecond), seen.LongestRun.End.Add(far)))
	if before.Count == 0 && after.Count == 0 {
		return false
	}
	if all, small := t.ChangesAround(seen.LongestRun, count); small > all-small {
		return false
	}
	return (t.Quantity == power.Energy || before.Count == 0 || apart(before.Last.Value, held) > count) &&
		(after.Count == 0 || apart(held, after.First.Value) > count)
}

func apart(a, b int64) int64 { return max(a-b, b-a) }

func longestStretch(seen power.Inspection) float64 {
	return math.Max(methodology.StretchReadings, methodology.StretchOfChance*longestByChance(seen))
}

// longestByChance is how many readings the longest stretch has if each repeats the one before with the same chance.
func longestByChance(seen power.Inspection) float64 {
	changes := float64(seen.Count - 1 - seen.Repeats)
	if seen.Repeats == 0 || changes <= 1 {
		return 0
	}
	return 1 + math.Log(changes)/-math.Log(share(seen))
}

func share(seen power.Inspection) float64 { return float64(seen.Repeats) / float64(seen.Count-1) }
