package power

import (
	"math"

	"green500/validation/power/internal/integers"
)

type point struct{ at, value int64 }

func (p point) later(by int64) point { return point{p.at + by, p.value} }

type summary struct {
	count        int
	first, last  point
	sum          integers.Int128
	min, max     int64
	longest      int64 // step
	longestAfter int64
	falls        int
}

func summarise(at, value []int64) summary {
	if len(at) == 0 {
		return summary{}
	}
	s := outline(at, value)
	s.falls = risesOf(value, s.min, s.max).falls
	return s
}

// outline is the summary of readings, of which there are some, without what falls.
func outline(at, value []int64) summary {
	end := len(at) - 1
	s := summary{count: len(value), first: point{at[0], value[0]}, last: point{at[end], value[end]}}
	var sum int64
	s.min, s.max, sum = rangeAndSum(value)
	if bound := math.MaxInt64 / int64(len(value)); -bound <= s.min && s.max <= bound {
		s.sum = integers.Product(sum, 1)
	} else {
		s.sum = integers.Sum(value)
	}
	s.longest, s.longestAfter = longestStep(at)
	return s
}

// rangeAndSum compares four values at a time, so that less has to wait for what came before.
func rangeAndSum(value []int64) (lowest, highest, sum int64) {
	lowest, highest = value[0], value[0]
	for ; len(value) >= 4; value = value[4:] {
		a, b, c, d := value[0], value[1], value[2], value[3]
		lowest = min(lowest, min(min(a, b), min(c, d)))
		highest = max(highest, max(max(a, b), max(c, d)))
		sum += (a + b) + (c + d)
	}
	for _, v := range value {
		lowest, highest = min(lowest, v), max(highest, v)
		sum += v
	}
	return lowest, highest, sum
}

// longestStep asks once for every four steps, most of which are as long as those before.
func longestStep(at []int64) (longest, after int64) {
	for len(at) > 4 {
		if max(at[1]-at[0], at[2]-at[1], at[3]-at[2], at[4]-at[3]) > longest {
			longest, after = longerStep(at[:5], longest, after)
		}
		at = at[4:]
	}
	return longerStep(at, longest, after)
}

func longerStep(at []int64, longest, after int64) (longer, from int64) {
	for i := 1; i < len(at); i++ {
		if step := at[i] - at[i-1]; step > longest {
			longest, after = step, at[i-1]
		}
	}
	return longest, after
}

func (s *summary) meet(before, after point) {
	if after.value < before.value {
		s.falls++
	}
	if step := after.at - before.at; step > s.longest {
		s.longest, s.longestAfter = step, before.at
	}
}

func (s *summary) then(next *summary) {
	if s.count == 0 {
		*s = *next
		return
	}
	if next.count == 0 {
		return
	}
	s.meet(s.last, next.first)
	s.count += next.count
	s.last = next.last
	s.sum = s.sum.Plus(next.sum)
	s.min, s.max = min(s.min, next.min), max(s.max, next.max)
	if next.longest > s.longest {
		s.longest, s.longestAfter = next.longest, next.longestAfter
	}
	s.falls += next.falls
}

type flow struct {
	begun, ended integers.Int128 // values times the step after them, and before them
	jumped       int64           // what values rose by without any time between
}

func flowOf(at, value []int64) flow {
	var begun, ended integers.Int128
	jumped := int64(0)
	for i := 1; i < len(at); i++ {
		before, after, step := value[i-1], value[i], at[i]-at[i-1]
		if step == 0 {
			jumped += after - before
		}
		begun, ended = begun.Plus(integers.Product(before, step)), ended.Plus(integers.Product(after, step))
	}
	return flow{begun, ended, jumped}
}

// steady reports whether readings, of which there are several, are all equally far apart.
func (s *summary) steady() bool {
	return s.longest > 0 && (s.last.at-s.first.at)%s.longest == 0 &&
		(s.last.at-s.first.at)/s.longest == int64(s.count-1)
}

func (s *summary) flow() flow {
	return flow{
		begun: s.sum.Minus(integers.Product(s.last.value, 1)).Times(s.longest),
		ended: s.sum.Minus(integers.Product(s.first.value, 1)).Times(s.longest),
	}
}

func (f *flow) meet(before, after point) {
	step := after.at - before.at
	if step == 0 {
		f.jumped += after.value - before.value
		return
	}
	f.begun, f.ended = f.begun.Plus(integers.Product(before.value, step)),
		f.ended.Plus(integers.Product(after.value, step))
}

func (f *flow) then(next *flow) {
	f.begun, f.ended = f.begun.Plus(next.begun), f.ended.Plus(next.ended)
	f.jumped += next.jumped
}

// risen is the power in watts of an energy total between two readings.
func risen(before, after point) float64 {
	return (float64(after.value) - float64(before.value)) * (1e9 / millijoulesPerJoule) / float64(after.at-before.at)
}
