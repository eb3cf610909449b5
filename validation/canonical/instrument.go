package canonical

type instrument struct {
	name     string
	count    int
	reversed int   // readings that stood after a later one
	told     int   // as many more, of traces that were in order already
	latest   int64 // of all times
	before   int64 // the time that came last
	rises    bool  // a time came after an earlier one
}

func (i *instrument) meet(at []int64) {
	if len(at) == 0 {
		return
	}
	if i.count == 0 {
		i.latest, i.before = at[0], at[0]
	}
	i.count += len(at)
	if last := at[len(at)-1]; at[0] >= i.latest && ascends(at) {
		i.rises = i.rises || last > i.before
		i.latest, i.before = last, last
		return
	}
	for _, one := range at {
		if one < i.latest {
			i.reversed++
		}
		i.rises = i.rises || one > i.before
		i.latest, i.before = max(i.latest, one), one
	}
}

// newestFirst reports whether the instrument's log was written backwards. Its order says nothing
// about the clock then.
func (i *instrument) newestFirst() bool { return i.reversed > 0 && !i.rises }

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
