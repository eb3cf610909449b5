package power

import (
	"math"

	"green500/validation/power/internal/wide"
)

type point struct{ at, value int64 }

func (p point) later(by int64) point { return point{p.at + by, p.value} }

// summary is what consecutive readings add to a window.
type summary struct {
	count        int
	first, last  point
	sum          wide.Int128
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
		s.sum = wide.Product(sum, 1)
	} else {
		s.sum = wide.Sum(value)
	}
	s.longest, s.longestAfter = longestStep(at)
	return s
}

// rangeAndSum asks four values for the lowest and the highest of them before it asks for those of all, so that less
// has to wait for what came before.
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
