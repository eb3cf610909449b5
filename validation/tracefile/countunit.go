package tracefile

// countInUnit reads a count of time that tells its unit, such as 5.19739 ms; ok is false where text is none.
func (c *clock) countInUnit(text []byte) (at int64, f *fault, ok bool) {
	number, unit := withUnit(text)
	tick, known := tickNames[latin1(unit)]
	t, ok := tallyOf(number)
	if !known || !ok {
		return 0, nil, false
	}
	of := clock{timing: c.timing, tick: int64(tick)}
	at, f = of.count(t)
	return at, f, true
}
