package power

import (
	"math"
	"time"
)

// TraceDifference is what two recordings of an instrument differ in.
type TraceDifference struct {
	Added   int `json:"added"`
	Dropped int `json:"dropped"`
	Changed int `json:"changed"`
	// all readings are the same, with timestamps that are so much later
	MovedBy time.Duration   `json:"moved_by_ns,omitempty"`
	First   []ReadingChange `json:"first"` // the first that differ
	// where those that differ lie; those nearest to each other are one if they are many
	Spans []ChangedSpan `json:"spans"`
}

// ReadingChange is an instant at which two recordings differ, in watts or joules. A reading that is not there is nil.
type ReadingChange struct {
	At     Time     `json:"at"`
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
}

// ChangedSpan is a time in which readings differ, from the first of them to the last.
type ChangedSpan struct {
	Span
	Readings int `json:"readings"`
}

// Same reports whether nothing differs.
func (d *TraceDifference) Same() bool {
	return d.Added == 0 && d.Dropped == 0 && d.Changed == 0 && d.MovedBy == 0
}

// Limits of what is reported of a difference, so that a million changes need as much room as ten.
const (
	changesShown = 10
	spansShown   = 16
	nearReadings = 16 // as many readings that are the same between two that differ do not part a span
)

// Difference goes through two recordings of an instrument together, in bounded memory; see Err of the traces.
func (t *Trace) Difference(later *Trace) TraceDifference {
	if by, ok := t.movedBy(later); ok {
		return TraceDifference{MovedBy: by, Spans: []ChangedSpan{{t.Span().include(later.Span()), t.count}}}
	}
	d := differing{quantity: t.Quantity}
	before, after := cursor{t: t}, cursor{t: later}
	for before.left() > 0 && after.left() > 0 {
		if before.open() && after.open() {
			d.meet(&before, &after)
		}
	}
	d.rest(&before, &d.Dropped, func(p point) (*point, *point) { return &p, nil })
	d.rest(&after, &d.Added, func(p point) (*point, *point) { return nil, &p })
	return d.TraceDifference
}

// movedBy reports whether another recording holds the same readings with other timestamps, all as much later.
func (t *Trace) movedBy(later *Trace) (by time.Duration, moved bool) {
	if t.count != later.count || t.count == 0 {
		return 0, false
	}
	shift := later.readings.point(0).at - t.readings.point(0).at
	if shift == 0 || later.readings.point(t.count-1).at-t.readings.point(t.count-1).at != shift {
		return 0, false
	}
	before, after := cursor{t: t}, cursor{t: later}
	for before.open() && after.open() {
		n := min(len(before.at), len(after.at))
		for i := range n {
			if after.at[i]-before.at[i] != shift || after.value[i] != before.value[i] {
				return 0, false
			}
		}
		before.skip(n)
		after.skip(n)
	}
	return time.Duration(shift), before.left() == 0 && after.left() == 0
}

type cursor struct {
	t         *Trace
	i         int // the reading it stands at
	at, value []int64
}

func (c *cursor) left() int { return c.t.count - c.i }

// open has readings ready from where it stands; blocks that cannot be read are passed over.
func (c *cursor) open() bool {
	for len(c.at) == 0 && c.left() > 0 {
		at, value := c.t.readings.block(c.i / c.t.size)
		if within := c.i % c.t.size; len(at) > within {
			c.at, c.value = at[within:], value[within:]
			continue
		}
		c.i = min(c.t.count, (c.i/c.t.size+1)*c.t.size)
	}
	return len(c.at) > 0
}

func (c *cursor) skip(n int) {
	c.i += n
	if n >= len(c.at) {
		c.at, c.value = nil, nil
		return
	}
	c.at, c.value = c.at[n:], c.value[n:]
}

func (c *cursor) point() point { return point{c.at[0], c.value[0]} }

type differing struct {
	TraceDifference
	quantity Quantity
	since    int // readings that are the same since the last that differed
}

func (d *differing) meet(before, after *cursor) {
	for len(before.at) > 0 && len(after.at) > 0 {
		if n := same(before, after); n > 0 {
			before.skip(n)
			after.skip(n)
			d.since += n
			continue
		}
		was, is := before.point(), after.point()
		switch {
		case was.at < is.at:
			d.Dropped++
			d.note(&was, nil)
			before.skip(1)
		case was.at > is.at:
			d.Added++
			d.note(nil, &is)
			after.skip(1)
		default:
			d.Changed++
			d.note(&was, &is)
			before.skip(1)
			after.skip(1)
		}
	}
}

func same(before, after *cursor) int {
	count := min(len(before.at), len(after.at))
	for i := range count {
		if before.at[i] != after.at[i] || before.value[i] != after.value[i] {
			return i
		}
	}
	return count
}

// rest notes what one has behind the end of the other. It reads no more than is shown.
func (d *differing) rest(c *cursor, count *int, sides func(point) (before, after *point)) {
	for len(d.First) < changesShown && c.open() {
		*count++
		d.note(sides(c.point()))
		c.skip(1)
	}
	left := c.left()
	if left == 0 {
		return
	}
	*count += left
	d.cover(c.t.readings.point(c.i).at, 1)
	d.cover(c.t.readings.point(c.t.count-1).at, left-1)
}

func (d *differing) note(before, after *point) {
	at := int64(math.MinInt64)
	for _, p := range []*point{before, after} {
		if p != nil {
			at = p.at
		}
	}
	if len(d.First) < changesShown {
		d.First = append(d.First, ReadingChange{Time{instant(at)}, d.figure(before), d.figure(after)})
	}
	d.cover(at, 1)
}

func (d *differing) figure(p *point) *float64 {
	if p == nil {
		return nil
	}
	unit := microwattsPerWatt
	if d.quantity == Energy {
		unit = millijoulesPerJoule
	}
	figure := float64(p.value) / unit
	return &figure
}

func (d *differing) cover(at int64, readings int) {
	if last := len(d.Spans) - 1; last >= 0 && d.since <= nearReadings {
		d.Spans[last].End = Time{instant(at)}
		d.Spans[last].Readings += readings
	} else {
		d.Spans = append(d.Spans, ChangedSpan{NewSpan(instant(at), instant(at)), readings})
	}
	d.since = 0
	if len(d.Spans) > spansShown {
		d.joinNearest()
	}
}

func (d *differing) joinNearest() {
	nearest, least := 0, time.Duration(math.MaxInt64)
	for i := range len(d.Spans) - 1 {
		if between := d.Spans[i+1].Start.Sub(d.Spans[i].End.Time); between < least {
			nearest, least = i, between
		}
	}
	d.Spans[nearest].End = d.Spans[nearest+1].End
	d.Spans[nearest].Readings += d.Spans[nearest+1].Readings
	d.Spans = append(d.Spans[:nearest+1], d.Spans[nearest+2:]...)
}

// EnergyOver returns the energy that an instrument of the part shows over a span, by the time its readings stand for.
func (p Part) EnergyOver(t *Trace, s Span) Joules {
	return Joules(t.energyTo([]int64{s.Start.UnixNano(), s.End.UnixNano()}, p.Series.Stamp)[1])
}

// Overlay returns what two measurements show over s in the same steps, so that one can be drawn over the other.
func Overlay(before, after *Measurement, s Span, steps int) (earlier, later Curve) {
	if !drawable(s) || steps <= 0 {
		return Curve{}, Curve{}
	}
	shortest := max(before.shortestInterval(s), after.shortestInterval(s))
	earlier.Borders = spacedBorders(s, steps, int64(shortest))
	later.Borders = earlier.Borders
	earlier.fillAll(before.asked(&earlier))
	later.fillAll(after.asked(&later))
	return earlier, later
}
