package canonical

import "slices"

// instrument is what is known of an instrument while its readings come.
type instrument struct {
	name     string
	count    int
	reversed int   // readings that stood after a later one
	told     int   // as many more, of traces that were in order already
	latest   int64 // of all times
	before   int64 // the time that came last
	rises    bool  // a time came after an earlier one
	looked   int   // when it was last looked for in a round (see Writer.mayTakeTurns)
}

// meet takes note of times in the order of the file, which are known to ascend or may do so. It
// reports whether none stands after a later one.
func (i *instrument) meet(at []int64, ascend bool) bool {
	if len(at) == 0 {
		return true
	}
	if (i.count == 0 || at[0] >= i.latest) && (ascend || slices.IsSorted(at)) {
		i.ascend(at[0], at[len(at)-1], len(at))
		return true
	}
	if i.count == 0 {
		i.latest, i.before = at[0], at[0]
	}
	i.count += len(at)
	for _, one := range at {
		if one < i.latest {
			i.reversed++
		}
		i.rises = i.rises || one > i.before
		i.latest, i.before = max(i.latest, one), one
	}
	return false
}

// ascend takes note of so many times that ascend, none of which is earlier than one before.
func (i *instrument) ascend(first, last int64, count int) {
	if i.count == 0 {
		i.before = first
	}
	i.count += count
	i.rises = i.rises || last > i.before
	i.latest, i.before = last, last
}

// goesOn takes note of one time, if it is later than all before it, as meet would.
func (i *instrument) goesOn(at int64) bool {
	if at <= i.latest || i.before != i.latest || i.count == 0 {
		return false
	}
	i.count++
	i.rises, i.latest, i.before = true, at, at
	return true
}

// newestFirst reports whether the instrument's log was written backwards. Its order says nothing
// about the clock then.
func (i *instrument) newestFirst() bool { return i.reversed > 0 && !i.rises }

// outOfOrder returns how many readings stood after a later one in a log that goes forward.
func (i *instrument) outOfOrder() int {
	if i.newestFirst() {
		return i.told
	}
	return i.told + i.reversed
}

// What is held of instruments is bounded. A series is refused for less before (see tracefile).
const (
	maxNames       = 16 << 20 // bytes
	maxInstruments = 1 << 20
)
