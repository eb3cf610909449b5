package power

import (
	"math"

	"green500/validation/power/internal/integers"
)

// runStatistics is what consecutive readings add to an inspection, beside their summary. It merges as summaries do.
type runStatistics struct {
	second, penultimate     int64 // values beside the first and the last reading; nothing if there is one reading
	repeats                 int
	head, tail              stretch // of one value, at the first and at the last reading
	plateau                 stretch // of one value
	doubled                 int
	firstDoubled            int64
	divisor                 uint64 // of all differences; 0 if all readings are equal
	before, after           point  // of the deepest fall; equal if there is none
	outliers                int
	firstOutlier            point
	changed                 int // readings other than the one before
	firstChange, lastChange int64
}

type stretch struct {
	from, to int64
	length   int
}

func (s stretch) or(other stretch) stretch {
	longer, length := other.to-other.from, s.to-s.from
	if longer > length || longer == length && other.length > s.length {
		return other
	}
	return s
}

func runStatisticsOf(at, value []int64, s *summary, factor uint64) runStatistics {
	var x runStatistics
	if len(at) > 1 {
		x.second, x.penultimate = value[1], value[len(value)-2]
	}
	x.divisor = divisorOf(value, factor)
	x.takeRises(at, value, s)
	x.stretches(at, value)
	if !s.steady() {
		x.double(at)
	}
	if s.min < 0 || s.max-s.min > s.min { // or none is more than twice another
		x.standOut(at, value)
	}
	return x
}

func divisorOf(value []int64, factor uint64) (divisor uint64) {
	for i := 1; i < len(value) && divisor != factor; i++ {
		if size := integers.Distance(value[i-1], value[i]); divisor == 0 || size%divisor != 0 {
			divisor = integers.CommonDivisor(divisor, size)
		}
	}
	return divisor
}

func (x *runStatistics) takeRises(at, value []int64, s *summary) {
	r := risesOf(value, s.min, s.max)
	s.falls, x.repeats = r.falls, r.repeats
	if r.falls > 0 {
		x.before, x.after = point{at[r.deepest-1], value[r.deepest-1]}, point{at[r.deepest], value[r.deepest]}
	}
}

func (x *runStatistics) stretches(at, value []int64) {
	end := len(at) - 1
	x.changed = end - x.repeats
	x.head, x.tail = stretch{at[0], at[0], 1}, stretch{at[end], at[end], 1}
	if x.plateau = x.head; x.repeats > 0 {
		x.repeated(at, value)
	}
	if x.changed > 0 {
		x.firstChange, x.lastChange = at[x.head.length], x.tail.from
	}
}

func (x *runStatistics) repeated(at, value []int64) {
	eachRepeated(value, func(from, to int) {
		s := stretch{at[from], at[to-1], to - from}
		if from == 0 {
			x.head = s
		}
		if to == len(value) {
			x.tail = s
		}
		x.plateau = x.plateau.or(s)
	})
}

func eachRepeated(value []int64, do func(from, to int)) {
	for i := 1; i < len(value); i++ {
		if value[i] != value[i-1] {
			continue
		}
		from := i - 1
		for i++; i < len(value) && value[i] == value[from]; {
			i++
		}
		do(from, i)
	}
}

func (x *runStatistics) double(at []int64) {
	for i := 1; i < len(at); i++ {
		if at[i] == at[i-1] {
			x.addDoubled(1, at[i])
		}
	}
}

func (x *runStatistics) standOut(at, value []int64) {
	for i := 1; i+1 < len(value); i++ {
		if stands(value[i-1], value[i], value[i+1]) {
			x.addOutlier(point{at[i], value[i]})
		}
	}
}

func (x *runStatistics) meet(before, after point) {
	if after.at == before.at {
		x.addDoubled(1, after.at)
	}
	if after.value == before.value {
		x.repeats++
		return
	}
	x.addChanges(1, after.at, after.at)
	x.divisor = integers.CommonDivisor(x.divisor, integers.Distance(before.value, after.value))
	x.addFall(before, after)
}

func (x *runStatistics) addDoubled(count int, first int64) {
	if x.doubled == 0 {
		x.firstDoubled = first
	}
	x.doubled += count
}

func (x *runStatistics) addChanges(count int, first, last int64) {
	if count == 0 {
		return
	}
	if x.changed == 0 {
		x.firstChange = first
	}
	x.changed, x.lastChange = x.changed+count, last
}

// addFall keeps the deeper of two falls, the first of equal ones.
func (x *runStatistics) addFall(before, after point) {
	if after.value < before.value &&
		integers.Distance(before.value, after.value) > integers.Distance(x.before.value, x.after.value) {
		x.before, x.after = before, after
	}
}

func (x *runStatistics) addOutlier(r point) {
	if x.outliers == 0 {
		x.firstOutlier = r
	}
	x.outliers++
}

type piece struct {
	summary
	flow
	runStatistics
}

func pieceOf(at, value []int64, factor uint64) piece {
	if len(at) == 0 {
		return piece{}
	}
	p := piece{summary: outline(at, value)}
	p.runStatistics = runStatisticsOf(at, value, &p.summary, factor)
	if p.steady() {
		p.flow = p.summary.flow()
	} else {
		p.flow = flowOf(at, value)
	}
	return p
}

func (p *piece) then(next *piece) {
	if p.count == 0 {
		*p = *next
		return
	}
	if next.count == 0 {
		return
	}
	p.joinOutliers(next)
	p.joinStretches(next)
	if p.count == 1 {
		p.second = next.first.value
	}
	p.penultimate = next.penultimate
	if next.count == 1 {
		p.penultimate = p.last.value
	}
	p.runStatistics.meet(p.last, next.first)
	p.repeats += next.repeats
	p.divisor = integers.CommonDivisor(p.divisor, next.divisor)
	p.addFall(next.before, next.after)
	p.addChanges(next.changed, next.firstChange, next.lastChange)
	if next.doubled > 0 {
		p.addDoubled(next.doubled, next.firstDoubled)
	}
	p.flow.meet(p.last, next.first)
	p.flow.then(&next.flow)
	p.summary.then(&next.summary)
}

func (p *piece) joinStretches(next *piece) {
	head, tail := p.tail, next.head // which touch
	if p.last.value == next.first.value {
		joined := stretch{p.tail.from, next.head.to, p.tail.length + next.head.length}
		head, tail = joined, joined
	}
	p.plateau = p.plateau.or(head).or(next.plateau)
	if p.head.length == p.count {
		p.head = head
	}
	p.tail = next.tail
	if next.tail.length == next.count {
		p.tail = tail
	}
}

// joinOutliers looks at the two readings that had one neighbour too few.
func (p *piece) joinOutliers(next *piece) {
	if p.count > 1 && stands(p.penultimate, p.last.value, next.first.value) {
		p.addOutlier(p.last)
	}
	if next.count > 1 && stands(p.last.value, next.first.value, next.second) {
		p.addOutlier(next.first)
	}
	if next.outliers > 0 && p.outliers == 0 {
		p.firstOutlier = next.firstOutlier
	}
	p.outliers += next.outliers
}

// stands reports whether a reading is over twice, or under half, of both neighbours; below zero counts as zero.
func stands(left, value, right int64) bool {
	left, value, right = max(0, left), max(0, value), max(0, right)
	return value-left > left && value-right > right || left-value > value && right-value > value
}

type rises struct {
	falls, repeats int
	deepest        int // the value that lies furthest below the one before, the first of several; 0 if none falls
}

func risesOf(value []int64, low, high int64) (r rises) {
	if integers.Distance(low, high) > math.MaxInt64 {
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
		if fall := integers.Distance(before, v); fall > deepest {
			deepest, r.deepest = fall, i
		}
	}
	return r
}
