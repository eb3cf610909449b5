package tracefile

import "slices"

// longestStep is how far readings mostly stand apart at most where the size of their numbers alone says that they are times, in
// nanoseconds: counters of energy look like times, too, but rise faster.
const longestStep = secondsPerHour * nanosecondsPerSecond

// onlyCounted returns the only column that counts times since 1970 by what it holds, where the first column, which is taken
// else, is none of numbers that rise; -1 where there is none or several.
func (t *table) onlyCounted(s *survey, rows [][][]byte) int {
	if s.kinds[0] == number && ascends(rows, 0, 0) {
		return -1
	}
	found := -1
	for i, k := range s.kinds {
		if k != countedTime || t.means[i].unit != "" || ofPower(t.names[i]) || !ascends(rows, i, longestStep) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// ascends reports whether the counts of a column mostly rise, by a step at most where one is told. Those of several instruments
// that stand one behind another begin anew.
func ascends(rows [][][]byte, column int, step int64) bool {
	var steps []int64
	falls, last, known := 0, int64(0), false
	for _, cells := range rows {
		t, ok := tallyOf(plainTime(cells[column]))
		if !ok {
			continue
		}
		at, ok := t.in(unitOf(t.whole).nanoseconds)
		if !ok {
			return false
		}
		switch {
		case known && at > last:
			steps = append(steps, at-last)
		case known && at < last:
			falls++
		}
		last, known = at, true
	}
	if len(steps) == 0 || falls >= len(steps) {
		return false
	}
	slices.Sort(steps)
	return step == 0 || steps[len(steps)/2] <= step
}
