package power

import "green500/validation/power/internal/wide"

type flow struct {
	begun, ended wide.Int128 // values times the step after them, and before them
	jumped       int64       // what values rose by without any time between
}

func flowOf(at, value []int64) flow {
	var begun, ended wide.Int128
	jumped := int64(0)
	for i := 1; i < len(at); i++ {
		before, after, step := value[i-1], value[i], at[i]-at[i-1]
		if step == 0 {
			jumped += after - before
		}
		begun, ended = begun.Plus(wide.Product(before, step)), ended.Plus(wide.Product(after, step))
	}
	return flow{begun, ended, jumped}
}

// steady reports whether readings, of which there are several, are all equally far apart: then their
// steps are all the longest one.
func (s *summary) steady() bool {
	return s.longest > 0 && (s.last.at-s.first.at)%s.longest == 0 && (s.last.at-s.first.at)/s.longest == int64(s.count-1)
}

func (s *summary) flow() flow {
	return flow{
		begun: s.sum.Minus(wide.Product(s.last.value, 1)).Times(s.longest),
		ended: s.sum.Minus(wide.Product(s.first.value, 1)).Times(s.longest),
	}
}

func (f *flow) meet(before, after point) {
	step := after.at - before.at
	if step == 0 {
		f.jumped += after.value - before.value
		return
	}
	f.begun, f.ended = f.begun.Plus(wide.Product(before.value, step)), f.ended.Plus(wide.Product(after.value, step))
}

// then adds the flow of readings which follow; what lies between is met before.
func (f *flow) then(next *flow) {
	f.begun, f.ended = f.begun.Plus(next.begun), f.ended.Plus(next.ended)
	f.jumped += next.jumped
}

// risen is the power in watts of an energy total between two readings.
func risen(before, after point) float64 {
	return (float64(after.value) - float64(before.value)) * (1e9 / millijoulesPerJoule) / float64(after.at-before.at)
}
