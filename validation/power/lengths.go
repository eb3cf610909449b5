package power

// lengths are durations of a block, each longer than zero, in no order.
type lengths []int64

// addSteps adds the steps between consecutive timestamps.
func (l lengths) addSteps(at []int64) lengths {
	for i := 1; i < len(at); i++ {
		l = l.add(at[i] - at[i-1])
	}
	return l
}

// addChanges adds the time between the changes of value.
func (l lengths) addChanges(at, value []int64) lengths {
	first := 1
	for first < len(value) && value[first] == value[first-1] {
		first++
	}
	last := first
	for i := first + 1; i < len(value); i++ {
		if value[i] != value[i-1] {
			l = l.add(at[i] - at[last])
			last = i
		}
	}
	return l
}

func (l lengths) add(length int64) lengths {
	if length > 0 {
		l = append(l, length)
	}
	return l
}

// typical is their median, the longer of two, and how many there are. It reorders them.
func (l lengths) typical() typical {
	if len(l) == 0 {
		return typical{}
	}
	some, rank := l, len(l)/2
	for {
		pivot := middle(some[0], some[len(some)/2], some[len(some)-1])
		shorter := some.gather(pivot, 0)
		if rank < shorter {
			some = some[:shorter]
			continue
		}
		some, rank = some[shorter:], rank-shorter
		equal := some.gather(pivot, 1)
		if rank < equal {
			return typical{pivot, len(l)}
		}
		some, rank = some[equal:], rank-equal
	}
}

// gather brings the lengths that are less than so much above a pivot to the front, and returns how many there are. It asks
// nothing whose answer a processor cannot foresee.
func (l lengths) gather(pivot, above int64) int {
	count := 0
	for i, one := range l {
		l[i], l[count] = l[count], one
		count += int(uint64(one-pivot-above) >> 63)
	}
	return count
}
