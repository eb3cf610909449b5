package table

import (
	"slices"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// longestStep is how far readings mostly stand apart at most where the size of their numbers alone says that they are times, in
// nanoseconds: counters of energy look like times, too, but rise faster.
const longestStep = timestamp.SecondsPerHour * timestamp.NanosecondsPerSecond

// surelyStep is the same where a line of units says that they are counted in another unit.
const surelyStep = 5 * 60 * timestamp.NanosecondsPerSecond

// countsSince1970 reports whether counts are times since 1970 by their size, whatever unit a line of units states: that may be of
// what they were made from. Nanoseconds from a start are as large, but taken for seconds they rise in leaps.
func countsSince1970(rows [][][]byte, column int, tick int64) bool {
	if len(rows) == 0 {
		return false
	}
	if t, ok := timestamp.TallyOf(timestamp.PlainTime(rows[0][column])); ok {
		if _, possible := t.In(tick); !possible {
			return true
		}
	}
	c := ascentOf(rows, column)
	return c.rises() && c.median() <= surelyStep
}

// onlyCounted returns the only column that counts times since 1970 by what it holds, where the first column, which is taken
// else, is none of numbers that rise; -1 if there is none or several. Nor is it found beside names that change while it only
// rises: meters would not be distinguished by it.
func (t *Table) onlyCounted(s *Survey, rows [][][]byte) int {
	if first := ascentOf(rows, 0); s.Kinds[0] == Number && first.rises() && first.inOrder() {
		return -1
	}
	found := -1
	for i, k := range s.Kinds {
		if k != CountedTime || t.Means[i].Unit != "" || columnname.OfPower(t.Names[i]) {
			continue
		}
		c := ascentOf(rows, i)
		if !c.slow() {
			continue
		}
		if found >= 0 || c.inOrder() && s.namesChange() {
			return -1
		}
		found = i
	}
	return found
}

// namesChange reports whether words change, or numbers in the first column that are not the only ones.
func (s *Survey) namesChange() bool {
	numbers := 0
	for i, k := range s.Kinds {
		if k == Words && s.changes[i] {
			return true
		}
		if k == Number {
			numbers++
		}
	}
	return s.Kinds[0] == Number && s.changes[0] && numbers > 1
}

// ascent is how the counts of a column follow each other.
type ascent struct {
	rows   int
	steps  []int64 // forwards, in nanoseconds
	falls  int
	behind int // rows that don't come after all before them
	bad    bool
}

func ascentOf(rows [][][]byte, column int) *ascent {
	var a ascent
	last, most := int64(0), int64(0)
	for _, cells := range rows {
		t, ok := timestamp.TallyOf(timestamp.PlainTime(cells[column]))
		if !ok {
			continue
		}
		at, ok := t.In(timestamp.UnitOf(t.Whole).Nanoseconds)
		a.bad = a.bad || !ok
		if a.rows > 0 && at > last {
			a.steps = append(a.steps, at-last)
		}
		if a.rows > 0 && at < last {
			a.falls++
		}
		if a.rows > 0 && at <= most {
			a.behind++
		}
		a.rows++
		last, most = at, max(at, most)
	}
	slices.Sort(a.steps)
	return &a
}

// rises reports whether the counts mostly rise. Those of several meters that stand one after another are reset.
func (a *ascent) rises() bool { return !a.bad && a.falls < len(a.steps) }

// slow reports whether they rise no faster than readings follow each other.
func (a *ascent) slow() bool { return a.rises() && a.median() <= longestStep }

func (a *ascent) median() int64 { return a.steps[len(a.steps)/2] }

// inOrder reports whether almost all rows come after those before them, as the readings of one meter do.
func (a *ascent) inOrder() bool { return float64(a.behind) <= LongFrom*float64(a.rows) }
