// Package fingerprint recognises the readings of a meter in another log: moved in time, scaled, cut at its ends, or
// with some of them changed.
package fingerprint

import (
	"slices"

	"green500/validation/power"
)

// Version changes if the same readings get another fingerprint.
const Version = 1

const (
	// Most is the number of marks of a fingerprint at most.
	Most = 128
	// Least is the number of marks that two fingerprints have in common if their readings are nearly the same. Runs
	// that were measured separately have none, or few if their logs have hardly any noise: a mark depends on the noise
	// of about 18 readings.
	Least = 16

	turns       = 12            // in a mark: peaks and troughs in turn
	fewestMarks = 3 * Least / 2 // of a fingerprint: a shorter log is told from another by chance
	mostRepeats = Most / 16     // a log that repeats its own marks more often has no noise to know it by
)

// Mark stands for some turns of the readings that follow each other: how many readings lie between them, and the order
// of their values. It is the same if all times are moved or all values multiplied.
type Mark int64

// Of returns the fingerprint of a trace: the smallest of its marks, in their order. It is empty if the readings are
// few, or too regular to tell them from those of another run. It is the same for the readings of a power and of an
// energy meter only if these are its differences. It fails if the readings cannot be read.
func Of(trace *power.Trace) ([]Mark, error) {
	var r reader
	last, known := int64(0), false
	for _, values := range trace.Each() {
		for _, value := range values {
			if trace.Quantity == power.Energy {
				value, last = value-last, value
				if !known {
					known = true
					continue
				}
			}
			r.add(value)
		}
	}
	if err := trace.Err(); err != nil {
		return nil, err
	}
	return r.smallest.fingerprint(), nil
}

// Common is the number of marks that two fingerprints have in common.
func Common(a, b []Mark) (common int) {
	for _, mark := range a {
		if _, found := slices.BinarySearch(b, mark); found {
			common++
		}
	}
	return common
}

type reader struct {
	count    int
	last     int64
	rising   int // 1 or -1, 0 before the first change
	at       int // where the values came to the last one
	value    [turns]int64
	below    [turns]uint64 // how many of the values are smaller
	place    [turns]int
	found    int // turns so far; the next one replaces the oldest
	smallest smallest
}

func (r *reader) add(value int64) {
	direction := 0
	switch {
	case value > r.last:
		direction = 1
	case value < r.last:
		direction = -1
	}
	if r.count > 0 && direction != 0 {
		if r.rising == -direction {
			r.turn()
		}
		r.rising, r.at = direction, r.count
	}
	r.last = value
	r.count++
}

func (r *reader) turn() {
	at := r.found % turns
	old, below := r.value[at], uint64(0)
	r.value[at] = r.last
	for i, other := range r.value {
		r.below[i] += one(r.last < other) - one(old < other)
		below += one(other < r.last)
	}
	r.below[at], r.place[at] = below, r.at
	r.found++
	if r.found >= turns {
		r.smallest.add(r.mark())
	}
}

func (r *reader) mark() Mark {
	order, places := uint64(0), uint64(0)
	for i := range turns {
		k := (r.found + i) % turns
		order = order*turns + r.below[k]
		if i > 0 {
			places = places*largePrime + uint64(r.place[k]-r.place[(r.found+i-1)%turns])
		}
	}
	return Mark(mixed(places ^ mixed(order)))
}

// largePrime is the one of the hash FNV-1a of 64 bits.
const largePrime = 1099511628211

func one(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// mixed spreads a number over 64 bits: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// smallest are the smallest distinct marks, with how often each was there.
type smallest struct {
	marks []Mark
	times []int
}

func (s *smallest) add(mark Mark) {
	if len(s.marks) == Most && mark > s.marks[Most-1] {
		return
	}
	at, found := slices.BinarySearch(s.marks, mark)
	if found {
		s.times[at]++
		return
	}
	s.marks, s.times = slices.Insert(s.marks, at, mark), slices.Insert(s.times, at, 1)
	if len(s.marks) > Most {
		s.marks, s.times = s.marks[:Most], s.times[:Most]
	}
}

// fingerprint leaves out marks that are there more than once. How many these are shows how likely runs that were
// measured separately have marks in common.
func (s *smallest) fingerprint() []Mark {
	var once []Mark
	for i, mark := range s.marks {
		if s.times[i] == 1 {
			once = append(once, mark)
		}
	}
	if len(once) < fewestMarks || (len(s.marks)-len(once))*Most > mostRepeats*len(s.marks) {
		return nil
	}
	return once
}
