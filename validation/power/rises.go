package power

import (
	"math"

	"green500/validation/power/internal/wide"
)

type rises struct {
	falls, repeats int
	deepest        int // the value that lies furthest below the one before, the first of several; 0 where none falls
}

func risesOf(value []int64, low, high int64) (r rises) {
	if wide.Distance(low, high) > math.MaxInt64 {
		return r.takeAny(value)
	}
	falls, least := uint64(0), int64(0)
	for i := 1; i < len(value); i++ {
		rise := value[i] - value[i-1]
		falls += uint64(rise) >> 63 // added without a branch, which would be taken by chance
		if rise == 0 {
			r.repeats++
		}
		if rise < least {
			r.deepest, least = i, rise
		}
	}
	r.falls = int(falls)
	return r
}

func (r rises) takeAny(value []int64) rises {
	deepest := uint64(0)
	for i := 1; i < len(value); i++ {
		before, v := value[i-1], value[i]
		if v == before {
			r.repeats++
		}
		if v >= before {
			continue
		}
		r.falls++
		if fall := wide.Distance(before, v); fall > deepest {
			deepest, r.deepest = fall, i
		}
	}
	return r
}
