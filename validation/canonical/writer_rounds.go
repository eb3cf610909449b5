package canonical

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

// goOn reports whether readings go on with the rounds that were added last, and adds them to those. The instruments are passed
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
