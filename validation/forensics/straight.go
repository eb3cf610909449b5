package forensics

import (
	"time"

	"green500/validation/power"
)

// Straight says that readings lie on straight lines between some of them, as values do that were filled in between two
// readings.
type Straight struct {
	Every  time.Duration // between the readings that were taken
	Rows   int           // from one of these to the next
	Filled float64       // the part of the readings that lie on lines between others
}

const (
	// straightStretches and stretchOfStraight bound what is looked at, and fewestSteep is how many changes show it in a
	// stretch.
	straightStretches, stretchOfStraight, fewestSteep = 8, 1200, 40
	// steepSteps is how many steps of the resolution three readings rise or fall by, so that rounding does not make a
	// line of them.
	steepSteps = 6
	// onLines is which part of the readings between those that were taken lie on lines, and offLines which part of
	// these do not.
	onLines, offLines = 0.95, 0.75
	// fewestOnLines is which part of all lie on lines at least: every second one is filled in.
	fewestOnLines = 0.4
)

// StraightIn looks for readings of power that were filled in along straight lines. resolution is that of the readings;
// ok is false if there are none. Power of computers is never so regular that readings lie on lines between every n-th
// of them by chance.
func StraightIn(t *power.Trace, in power.Span, resolution int64) (s Straight, ok bool) {
	from, to := t.Indices(in)
	if t.Quantity != power.Power || to-from < fewestSteep || resolution <= 0 {
		return s, false
	}
	count := min(straightStretches, (to-from)/stretchOfStraight)
	if count < 2 {
		return linesOf(t, from, min(to, from+2*stretchOfStraight), resolution).straight()
	}
	found := map[int]int{} // stretches by rows
	for i := range count {
		begin := from + (to-from-stretchOfStraight)/(count-1)*i
		lines := linesOf(t, begin, begin+stretchOfStraight, resolution)
		one, is := lines.straight()
		if !is && i == 0 && lines.steep >= fewestSteep {
			return s, false // what is filled in is filled in from the beginning
		}
		if is {
			if found[one.Rows]++; found[one.Rows]*2 > count {
				return one, true
			}
		}
	}
	return s, false
}

type lines struct {
	state        []lineState
	steep, lying int
	first, last  power.Reading
}

type lineState uint8

const (
	flat lineState = iota // too little changes to tell
	onLine
	offLine
)

func linesOf(t *power.Trace, from, to int, resolution int64) lines {
	l := lines{state: make([]lineState, to-from), first: t.Reading(from), last: t.Reading(to - 1)}
	var at, value [2]int64 // of the two readings before
	i := from
	for times, values := range t.Between(from, to) {
		for k := range times {
			if i-from > 1 {
				l.look(i-1-from, [3]int64{at[0], at[1], times[k]}, [3]int64{value[0], value[1], values[k]}, resolution)
			}
			at, value = [2]int64{at[1], times[k]}, [2]int64{value[1], values[k]}
			i++
		}
	}
	return l
}

func (l *lines) look(i int, at, value [3]int64, resolution int64) {
	rise := value[2] - value[0]
	if rise < steepSteps*resolution && -rise < steepSteps*resolution {
		return
	}
	l.steep++
	part := float64(at[1]-at[0]) / float64(at[2]-at[0])
	away := float64(value[1]-value[0]) - float64(part*float64(rise))
	l.state[i] = offLine
	if limit := float64(resolution) * 1.01; away <= limit && -away <= limit { // all three are rounded
		l.state[i] = onLine
		l.lying++
	}
}

func (l lines) straight() (s Straight, ok bool) {
	if l.steep < fewestSteep || float64(l.lying) < fewestOnLines*float64(l.steep) {
		return s, false
	}
	for rows := 2; rows <= len(l.state)/4; rows++ {
		for _, at := range l.firstOff() {
			if l.takenEvery(rows, at%rows) {
				interval := l.last.At.Sub(l.first.At) / time.Duration(len(l.state)-1)
				return Straight{Every: time.Duration(rows) * interval, Rows: rows, Filled: 1 - 1/float64(rows)}, true
			}
		}
	}
	return s, false
}

// firstOff are a few readings that lie on no line; one of them was taken.
func (l lines) firstOff() []int {
	const few = 4
	var found []int
	for i := 0; i < len(l.state) && len(found) < few; i++ {
		if l.state[i] == offLine {
			found = append(found, i)
		}
	}
	return found
}

func (l lines) takenEvery(rows, at int) bool {
	var taken, between [3]int
	for i, state := range l.state {
		if i%rows == at {
			taken[state]++
		} else {
			between[state]++
		}
	}
	return between[onLine]+between[offLine] >= fewestSteep/2 &&
		float64(between[onLine]) >= onLines*float64(between[onLine]+between[offLine]) &&
		taken[offLine] >= 2 && float64(taken[offLine]) >= offLines*float64(taken[onLine]+taken[offLine])
}
