package timestamp

import (
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// countInUnit reads a count of time that states its unit, such as 5.19739 ms; ok is false if text is none.
func (c *Clock) countInUnit(text []byte) (at int64, f *celltext.Error, ok bool) {
	number, unit := celltext.WithUnit(text)
	tick, known := columnname.TickNames[celltext.Latin1(unit)]
	t, ok := TallyOf(number)
	if !known || !ok {
		return 0, nil, false
	}
	of := Clock{timing: c.timing, Tick: int64(tick)}
	at, f = of.Count(t)
	return at, f, true
}
