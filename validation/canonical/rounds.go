package canonical

import "slices"

// A log of several instruments mostly holds their readings in rounds: one of each, in the same order round after round.
// What has to be asked of every reading otherwise is asked once for all rounds then, or of each instrument.

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

// mayTakeTurns reports whether all of a round are different, and none has had a later reading. Those that were not met yet
// count as read in 1970: logs from before that are taken reading by reading.
func (w *Writer) mayTakeTurns(round []int32, at []int64) bool {
	w.looked++
	for i, one := range round {
		known := &w.instruments[one]
		if known.looked == w.looked || at[i] < known.latest {
			return false
		}
		known.looked = w.looked
	}
	return true
}

// meetRounds takes note of readings that stand in rounds from the first on, and returns how many do.
func (w *Writer) meetRounds(instruments, lanes []int32, at []int64, ascend bool) int {
	readings, width := rounds(lanes, at, ascend)
	w.round = w.round[:0]
	for _, lane := range lanes[:width] {
		w.round = append(w.round, instruments[lane])
	}
	if readings == 0 || !w.mayTakeTurns(w.round, at) {
		return 0
	}
	for i, one := range w.round {
		count := inRounds(readings, width, i)
		w.instruments[one].ascend(at[i], at[i+(count-1)*width], count)
	}
	w.pending.addRounds(w.round, readings)
	return readings
}

// goOn reports whether readings go on with the rounds that were added last, and adds them to those. The instruments are told of
// them later, all at once.
func (w *Writer) goOn(instruments, lanes []int32, at []int64, ascend bool) bool {
	b := w.pending
	last := len(b.spans) - 1
	if last < 0 || b.spans[last].instrument >= 0 {
		return false
	}
	s := &b.spans[last]
	width := int(-s.instrument)
	turns, before, next := b.turns[len(b.turns)-width:], b.at[len(b.at)-width:], int(s.count)%width
	for i, lane := range lanes[:min(width, len(lanes))] {
		if instruments[lane] != turns[next] || at[i] < before[i] {
			return false
		}
		if next++; next == width {
			next = 0
		}
	}
	if inTurn(lanes, at, width, ascend) < len(lanes) {
		return false
	}
	s.count += int32(len(lanes))
	w.untold += len(lanes)
	return true
}

// tellInstruments takes note of the readings that went on in rounds. At the end nobody asks for it: what goes on stands behind
// no later reading.
func (w *Writer) tellInstruments() {
	if w.untold == 0 {
		return
	}
	b := w.pending
	s := b.spans[len(b.spans)-1]
	width, at := int(-s.instrument), b.at[len(b.at)-w.untold:]
	turns, first := b.turns[len(b.turns)-width:], int(s.count)-w.untold
	for i := range min(width, len(at)) {
		count := inRounds(len(at), width, i)
		w.instruments[turns[(first+i)%width]].ascend(at[i], at[i+(count-1)*width], count)
	}
	w.untold = 0
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
