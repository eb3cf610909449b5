package canonical

import "slices"

// A log of several instruments mostly holds their readings in rounds: one of each, in the same order round after round.
// Checks of every reading are then made once for all rounds, or once per instrument.

// leastRounds is how many rounds are worth telling.
const leastRounds = 2

// rounds returns how many readings stand in rounds from the first on, none of which is earlier than the one of its lane
// before, and how many lanes take turns; none where they do not. All times are known to ascend, or may do so.
func rounds(lanes []int32, at []int64, ascend bool) (readings, width int) {
	width = 1 + slices.Index(lanes[1:], lanes[0])
	if width < 2 {
		return 0, 0
	}
	readings = inTurn(lanes, at, width, ascend)
	if readings < leastRounds*width {
		return 0, 0
	}
	return readings, width
}

// inTurn returns how many readings there are before the first of another lane than so many readings before, or of an earlier
// time.
func inTurn(lanes []int32, at []int64, width int, ascend bool) int {
	readings := min(width, len(lanes))
	if ascend {
		for readings < len(lanes) && lanes[readings] == lanes[readings-width] {
			readings++
		}
		return readings
	}
	for readings < len(lanes) && lanes[readings] == lanes[readings-width] && at[readings] >= at[readings-width] {
		readings++
	}
	return readings
}

// inRounds is how many of readings in rounds are those of the instrument at a place.
func inRounds(readings, width, place int) int { return (readings - place + width - 1) / width }

// addRounds adds readings that stand in rounds of such instruments, from the first on.
func (b *batch) addRounds(instruments []int32, readings int) {
	b.mixed = true
	if last := len(b.spans) - 1; last >= 0 && b.goesRoundWith(instruments, b.spans[last]) {
		b.spans[last].count += int32(readings)
		return
	}
	b.turns = append(b.turns, instruments...)
	b.spans = append(b.spans, span{-int32(len(instruments)), int32(readings)})
}

// goesRoundWith reports whether the last span is of rounds that go on with a round.
func (b *batch) goesRoundWith(round []int32, last span) bool {
	width := len(round)
	if -int(last.instrument) != width {
		return false
	}
	turns := b.turns[len(b.turns)-width:]
	next := int(last.count) % width
	return slices.Equal(round[:width-next], turns[next:]) && slices.Equal(round[width-next:], turns[:next])
}

// atOnce is how many instruments are given their numbers at a time: those that stand in a line of the cache.
const atOnce = 8

// dealOut gives numbers in rounds to their instruments, each of which has its place in what they come into.
func dealOut(into, numbers []int64, places []int32) {
	width := len(places)
	whole := len(numbers) / width
	lane := 0
	for ; lane+atOnce <= width; lane += atOnce {
		of := func(i int) []int64 { return into[places[lane+i]:][:whole] }
		a, b, c, d, e, f, g, h := of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)
		for i := range a {
			line := (*[atOnce]int64)(numbers[i*width+lane:])
			a[i], b[i], c[i], d[i] = line[0], line[1], line[2], line[3]
			e[i], f[i], g[i], h[i] = line[4], line[5], line[6], line[7]
		}
	}
	for ; lane < width; lane++ {
		one := into[places[lane]:][:whole]
		for i := range one {
			one[i] = numbers[i*width+lane]
		}
	}
	for i, n := range numbers[whole*width:] {
		into[int(places[i])+whole] = n
	}
}

// evenRounds reports whether all readings stand in rounds, and the times of each instrument go on in the same steps.
func (b *batch) evenRounds() (step int64, even bool) {
	if len(b.spans) != 1 || b.spans[0].instrument >= 0 {
		return 0, false
	}
	width := int(-b.spans[0].instrument)
	before, at := b.at[:len(b.at)-width], b.at[width:]
	step = at[0] - before[0]
	for i, time := range at {
		if time-before[i] != step {
			return 0, false
		}
	}
	return step, true
}
