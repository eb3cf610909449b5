package timestamp

import "green500/validation/logs/tracefile/internal/celltext"

// Order is where a column stands near a change of the clocks: the order of rows tells which of two equal hours is
// meant.
type Order struct {
	known  bool
	local  int64 // of the row before, in seconds
	step   int64 // between the last two different times, 0 if not known
	pass   pass
	length int64 // of what happens twice
	count  int   // of rows with this time
	prior  int   // of rows with the time before
}

type pass int8

const (
	outside pass = iota
	first
	second
)

// Of the time that happens twice, back by this part of it is not disorder but the clocks that went back.
const jumpOfLength = 6

func (c *Clock) ordered(m Moment) (int64, *celltext.Error) {
	if f := c.enterRegion(m); f != nil {
		return 0, f
	}
	if m.Zoned || c.Zones.Zone == nil {
		return c.Zones.Instant(m)
	}
	if _, far := c.Zones.usual(m.Seconds); far {
		return c.Zones.Instant(m)
	}
	before, after, twice := c.Zones.twice(m.Seconds)
	if !twice {
		return c.once(m)
	}
	o := &c.order
	o.length = before - after
	if in := c.Zones.saidBy(m.word, m.Seconds-before, m.Seconds-after); in != outside {
		o.stand(m.Seconds, in)
	} else if !o.enter(m.Seconds) {
		c.unsettled = c.unsettled || !o.known
		return 0, c.Zones.unclear(m.Seconds, "happens twice")
	}
	m.Zoned, m.offset = true, before
	if o.pass == second {
		m.offset = after
	}
	return c.Zones.Instant(m)
}

// once reads a moment that happens once: after the first of two hours the second has to come, unless rows are too far
// apart.
func (c *Clock) once(m Moment) (int64, *celltext.Error) {
	at, f := c.Zones.Instant(m)
	if f != nil {
		return at, f
	}
	o := &c.order
	onward := m.Seconds - o.local
	if o.known && o.pass == first && onward > 0 && onward <= o.length && 2*(onward+o.length) > 3*o.step {
		return 0, c.Zones.unclear(o.local, "happens twice")
	}
	o.stand(m.Seconds, outside)
	return at, nil
}

func (o *Order) enter(local int64) (ok bool) {
	back := o.local - local
	switch jump := back*jumpOfLength >= o.length; {
	case !o.known:
		return false
	case o.pass == outside:
		if back > 0 || o.rowsMissing(-back) {
			return false
		}
		o.stand(local, first)
	case o.pass == first && (jump || back == 0 && o.again()):
		o.step = max(o.length-back, 1)
		o.local, o.prior, o.count, o.pass = local, o.count, 1, second
	case o.pass == first:
		o.stand(local, first)
	case jump:
		return false // a third time
	case o.step*jumpOfLength < o.length && -back*jumpOfLength >= (jumpOfLength-1)*o.length:
		o.local, o.count, o.pass = local, 1, first // a meter whose row comes late
	default:
		o.stand(local, second)
	}
	return true
}

// rowsMissing reports whether a row comes later than by the usual interval: then nobody knows the hour of those
// between.
func (o *Order) rowsMissing(later int64) bool {
	if o.step == 0 {
		return later >= o.length
	}
	return later > max(2*o.step, 60)
}

// again reports whether rows of one time per hour have the same time once more.
func (o *Order) again() bool { return o.step >= o.length && o.count >= o.prior }

func (o *Order) stand(local int64, in pass) {
	switch {
	case !o.known:
		o.step, o.prior, o.count = 0, 0, 1
	case local == o.local:
		o.count++
	default:
		if local > o.local {
			o.step = local - o.local
		}
		o.prior, o.count = o.count, 1
	}
	o.known, o.local, o.pass = true, local, in
}

// repeated counts a row whose time is written as that of the row before; ok is false if it may be the second of two.
func (o *Order) repeated() (ok bool) {
	if o.pass == first && o.again() {
		return false
	}
	o.count++
	return true
}

func (w *zoneResolver) twice(local int64) (before, after int64, is bool) {
	before, after = w.offsetAt(local-margin), w.offsetAt(local+margin)
	return before, after, before > after && w.offsetAt(local-before) == before && w.offsetAt(local-after) == after
}

// Standing returns where the clocks stand.
func (c Clocks) Standing() []Order {
	all := make([]Order, len(c))
	for i := range c {
		all[i] = c[i].clock.order
	}
	return all
}

// Resume lets the clocks go on from where others stood; with none, from nothing.
func (c Clocks) Resume(from []Order) {
	for i := range c {
		clock := c[i].clock
		clock.order, clock.unsettled, clock.text = Order{}, false, clock.text[:0]
		if i < len(from) {
			clock.order = from[i]
		}
	}
}

// Unsettled reports whether a time could not be read for want of the rows before.
func (c Clocks) Unsettled() bool {
	for i := range c {
		if c[i].clock.unsettled {
			return true
		}
	}
	return false
}
