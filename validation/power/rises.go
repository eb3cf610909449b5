package power

import "green500/validation/power/internal/wide"

// rises is what values differ by, each from the one before.
type rises struct {
	falls, repeats int
	deepest        int // the value that lies furthest below the one before, the first of several; 0 where none falls
}

// take looks at values no two of which are further apart than a number may be.
func (r *rises) take(value []int64) {
	falls, repeats, deepest, least := uint64(0), 0, 0, int64(0)
	for i := 1; i < len(value); i++ {
		rise := value[i] - value[i-1]
		falls += uint64(rise) >> 63 // added without a branch, which would be taken by chance
		if rise == 0 {
			repeats++
		}
		if rise < least {
			deepest, least = i, rise
		}
	}
	*r = rises{int(falls), repeats, deepest}
}

// takeAny looks at any values.
func (r *rises) takeAny(value []int64) {
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
}
