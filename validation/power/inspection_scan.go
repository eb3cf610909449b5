package power

import (
	"slices"
	"time"
)

// missingAfter is how many usual steps one step may take before readings are missing in it.
const missingAfter = 2.5

// Inspect looks at the readings that count for s one by one.
func (t *Trace) Inspect(s Span) Inspection {
	in := Inspection{Window: t.Window(s)}
	from, to := t.indices(s)
	if in.Count == 0 {
		return in
	}
	t.inspectSteps(&in, from, to)
	t.inspectValues(&in, from, to)
	for i := from + 1; i < to-1 && t.Quantity == Power; i++ {
		if t.outlying(i) {
			if in.Outliers == 0 {
				in.FirstOutlier = t.Reading(i)
			}
			in.Outliers++
		}
	}
	return in
}

// inspectSteps looks at the times between readings.
func (t *Trace) inspectSteps(in *Inspection, from, to int) {
	for i := from + 1; i < to; i++ {
		step := time.Duration(t.at[i] - t.at[i-1])
		if step == 0 {
			if in.Doubled == 0 {
				in.FirstDoubled = t.Reading(i).At
			}
			in.Doubled++
		}
		if float64(step) > missingAfter*float64(in.MedianStep) && in.MedianStep > 0 {
			in.Gaps++
			in.Lost += step - in.MedianStep
			if step > in.LongestGap.Duration() {
				in.LongestGap = NewSpan(t.Reading(i-1).At, t.Reading(i).At)
			}
		}
	}
}

// inspectValues looks at the changes of value.
func (t *Trace) inspectValues(in *Inspection, from, to int) {
	var updates []int64
	began, changed := from, -1
	longest := int64(-1)
	for i := from; i < to; i++ {
		if i > from {
			if t.value[i] == t.value[i-1] {
				in.Repeats++
			} else {
				if changed >= 0 {
					updates = append(updates, t.at[i]-t.at[changed])
				}
				began, changed = i, i
			}
			in.Resolution = gcd(in.Resolution, t.value[i]-t.value[i-1])
			if fall := t.value[i-1] - t.value[i]; fall > in.Before.Value-in.After.Value {
				in.Before, in.After = t.Reading(i-1), t.Reading(i)
			}
		}
		if length := t.at[i] - t.at[began]; length > longest {
			longest = length
			in.LongestRun, in.RunLength = NewSpan(t.Reading(began).At, t.Reading(i).At), i-began+1
		}
	}
	if len(updates) > 0 {
		slices.Sort(updates)
		in.Update = time.Duration(updates[len(updates)/2])
	}
}

func (t *Trace) outlying(i int) bool {
	before, v, after := t.value[i-1], t.value[i], t.value[i+1]
	return v > 2*max(before, after) || 2*v < min(before, after)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// CountOf counts the readings within s that hold one of the values, and returns when the first was taken.
func (t *Trace) CountOf(s Span, values ...int64) (count int, first time.Time) {
	from, to := t.indices(s)
	for i := from; i < to; i++ {
		if slices.Contains(values, t.value[i]) {
			if count == 0 {
				first = t.Reading(i).At
			}
			count++
		}
	}
	return count, first
}

// Reversed returns how many readings stood after a later one in the file.
func (t *Trace) Reversed() int { return t.reversed }

func countReversed(at []int64) int {
	count := 0
	for i, latest := 0, int64(0); i < len(at); i++ {
		if i > 0 && at[i] < latest {
			count++
		}
		if i == 0 || at[i] > latest {
			latest = at[i]
		}
	}
	return count
}

// Traces of more readings than seamless are cut only where a new block of them begins.
const (
	seamless      = 1 << 16
	blockReadings = 4096
)

// Seam returns where a trace can be cut near an instant without looking at single readings: the
// instant itself, or in a long trace the first reading of the next block. Windows between seams cost
// the same however long a trace is.
func (t *Trace) Seam(at time.Time) time.Time {
	if t.Len() <= seamless {
		return at
	}
	from, _ := slices.BinarySearch(t.at, at.UnixNano())
	next := (from + blockReadings - 1) / blockReadings * blockReadings
	if next >= t.Len() {
		return t.Reading(t.Len() - 1).At.Add(time.Nanosecond)
	}
	return t.Reading(next).At
}

// Grain returns how far apart the seams of a trace usually lie where readings come at a step.
func (t *Trace) Grain(step time.Duration) time.Duration {
	if t.Len() <= seamless {
		return step
	}
	return blockReadings * step
}
