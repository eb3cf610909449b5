package power

import (
	"slices"
	"time"

	"green500/validation/power/internal/integers"
)

// Unread is what the readings of an instrument leave open of its average over a span.
type Unread struct {
	Mean   Watts      // of the readings that count, each weighted by the time it stands for; gaps are filled
	Ends   [2]EndTime // at the start and at the end of the span
	Gaps   Filled     // time without a reading, inside
	Coded  Filled     // readings that are codes for "no reading"
	Inside float64    // seconds that the readings which count stand for, with the gaps
}

// EndTime is the time at an end of a span that no reading which counts stands for. If power rises or falls steadily
// there, its mean in that time lies between Beside and Partly.
type EndTime struct {
	Seconds float64 // negative if a reading that counts reaches over the end
	Beside  Watts   // the reading inside
	Partly  Watts   // the reading that lies partly in the span, or the one outside
}

// Filled is what readings before and after stretches without a reading tell of these.
type Filled struct {
	Seconds float64
	Change  Watts // of the average, if each stretch has the mean of its neighbours
	Half    Watts // how far that may be off, if power in each stretch lies between its neighbours
}

// Unread looks at what the readings leave open of the average over a span; codes are values that stand for "no
// reading".
func (p Part) Unread(t *Trace, s Span, codes []int64) Unread {
	w := p.window(t, s)
	interval := p.Interval(t, s)
	if w.Count == 0 || interval <= 0 {
		return Unread{}
	}
	first, last := NewSpan(w.First.At, w.First.At), NewSpan(w.Last.At, w.Last.At)
	if t.Quantity == Power {
		first, last = p.standsFor(w.First.At, interval), p.standsFor(w.Last.At, interval)
	}
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	c0, c1, d := first.Start.UnixNano(), last.End.UnixNano(), int64(interval)
	u := Unread{Inside: time.Duration(c1 - c0).Seconds()}
	if c1 <= c0 {
		return Unread{}
	}
	ends := p.means(t, d, [2]int64{c0, c1}, [2]int64{c0, min(c1, c0+d)}, outside(min(start, c0), c0, -d),
		[2]int64{max(c0, c1-d), c1}, outside(c1, max(c1, end), d))
	u.Mean = ends[0]
	u.Ends = [2]EndTime{
		{time.Duration(c0 - start).Seconds(), ends[1], ends[2]},
		{time.Duration(end - c1).Seconds(), ends[3], ends[4]},
	}
	recorded := p.stoodFor(t, interval)
	for i, unrecorded := range []bool{start < recorded.Start.UnixNano(), end > recorded.End.UnixNano()} {
		if unrecorded {
			u.Ends[i].Partly = w.least(u.Ends[i].Beside)
		}
	}
	if t.Quantity == Power && (w.LongestStep > missingAfter(interval) || len(codes) > 0) {
		u.fill(p, t, s, codes)
	}
	return u
}

func (p Part) means(t *Trace, interval int64, between ...[2]int64) []Watts {
	stamp, later := p.Series.Stamp, int64(0)
	if stamp == "middle" { // as if it stood at the begin, half an interval earlier
		stamp, later = "begin", interval/2
	}
	var all []Watts
	for _, one := range between {
		energies := t.energyTo([]int64{one[0] + later, one[1] + later}, stamp)
		all = append(all, Watts(energies[1]/time.Duration(max(1, one[1]-one[0])).Seconds()))
	}
	return all
}

// missingAfter is the longest step without a missing reading; whole seconds make one up to a second too long.
func missingAfter(interval time.Duration) time.Duration {
	return interval + max(interval/2, 3*time.Second/2)
}

// outside is the time from one instant to another, or an interval beyond if they are the same.
func outside(from, to, interval int64) [2]int64 {
	switch {
	case from != to:
		return [2]int64{from, to}
	case interval < 0:
		return [2]int64{to + interval, to}
	}
	return [2]int64{from, from + interval}
}

func (w Window) least(otherwise Watts) Watts {
	if w.quantity != Power {
		return min(0, otherwise)
	}
	return Reading{Value: w.Min}.Watts()
}

func (p Part) standsFor(at time.Time, interval time.Duration) Span {
	switch p.Series.Stamp {
	case "end":
		return NewSpan(at.Add(-interval), at)
	case "middle":
		return NewSpan(at.Add(-interval/2), at.Add(interval-interval/2))
	}
	return NewSpan(at, at.Add(interval))
}

// fill looks for gaps and codes. It reads blocks that have some, and no others.
func (u *Unread) fill(p Part, t *Trace, s Span, codes []int64) {
	f := filler{u: u, codes: codes, stamp: p.Series.Stamp, interval: int64(p.Interval(t, s)),
		bound: int64(missingAfter(p.Interval(t, s)))}
	needs := func(n *node, _, _ int) bool {
		return n.longest > f.bound || slices.ContainsFunc(codes, func(v int64) bool { return n.min <= v && v <= n.max })
	}
	some := func(h held) {
		for i := range h.at {
			f.visit(h.point(i))
		}
	}
	c := t.cut(p.counted(t, s))
	c.each(parts{
		between: func(point, point) {},
		some:    some,
		whole: func(n *node, from, to int) {
			if needs(n, from, to) {
				at, value := t.readings.block(from)
				some(held{at: at, value: value})
				return
			}
			f.visit(n.first)
			f.good, f.before = n.last, n.last
		},
		closer: needs,
	})
	f.close(f.good)
	u.Mean += u.Gaps.Change
}

type filler struct {
	u               *Unread
	codes           []int64
	stamp           string
	interval, bound int64
	some            bool
	good, before    point // the last reading that is no code, and the last one
	pending         int   // codes since
	held            int64 // sum of these
	lost            int64 // time without a reading since the last that is no code
	lostHeld        float64
}

func (f *filler) visit(p point) {
	coded := slices.Contains(f.codes, p.value)
	if !f.some {
		f.some, f.good, f.before = true, p, p
	}
	if step := p.at - f.before.at; step > f.bound {
		value := f.before.value
		if f.stamp == "end" {
			value = p.value
		}
		f.lost += step - f.interval
		f.lostHeld += float64(float64(value) * float64(step-f.interval))
	}
	if coded {
		f.pending++
		f.held += p.value
	} else {
		f.close(p)
		f.good = p
	}
	f.before = p
}

// close ends a stretch of codes and gaps; if it is the first or the last of all, the one neighbour tells of it.
func (f *filler) close(after point) {
	if slices.Contains(f.codes, f.good.value) {
		f.good = after
	}
	if f.pending > 0 {
		f.add(&f.u.Coded, after, int64(f.pending)*f.interval, float64(f.held)/float64(f.pending))
	}
	if f.lost > 0 {
		f.add(&f.u.Gaps, after, f.lost, f.lostHeld/float64(f.lost))
	}
	f.pending, f.held, f.lost, f.lostHeld = 0, 0, 0, 0
}

func (f *filler) add(to *Filled, after point, length int64, held float64) {
	seconds := time.Duration(length).Seconds()
	part := seconds / f.u.Inside / microwattsPerWatt
	middle := (float64(f.good.value) + float64(after.value)) / 2
	to.Seconds += seconds
	to.Change += Watts(part * (middle - held))
	to.Half += Watts(part * float64(integers.Distance(f.good.value, after.value)) / 2)
}
