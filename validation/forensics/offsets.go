package forensics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Offset is an instrument whose power rises and falls as that of most others does, at other times.
type Offset struct {
	Instrument int           // place in Facts
	By         time.Duration // positive is later than the others
}

const mostReferences = 8

// offsets finds the instruments that fit the others only at other times. They come in the order of the document;
// others counts those that they are held to.
func (c courses) offsets() (off []Offset, others int) {
	shown := slices.DeleteFunc(slices.Clone(c.of), func(o course) bool { return !o.shows() })
	if len(shown) < 2 {
		return nil, 0
	}
	reference := c.reference(shown)
	lags := make([]int, 0, len(shown))
	var fit []course
	for _, one := range shown {
		if lag, ok := c.lag(one, reference, max(2, int(c.within/c.step))); ok {
			fit, lags = append(fit, one), append(lags, lag)
		}
	}
	usual, within := commonest(lags), max(2, int(c.within/c.step))
	for k, one := range fit {
		if by := lags[k] - usual; by > within || by < -within {
			off = append(off, Offset{one.at, time.Duration(by) * c.step})
		}
	}
	return off, len(fit) - len(off)
}

func (c courses) reference(shown []course) course {
	some := spread(shown, mostReferences)
	best, most := some[0], -1.0
	for _, one := range some {
		likeness := 0.0
		for _, other := range some {
			r, _ := correlation(one.watts, other.watts, 0)
			likeness += r
		}
		if likeness > most {
			best, most = one, likeness
		}
	}
	return best
}

func spread[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	some := make([]T, most)
	for i := range some {
		some[i] = all[i*len(all)/most]
	}
	return some
}

// lag is by how many cells a course is later than another; ok is false if it fits at no time.
func (c courses) lag(one, reference course, within int) (lag int, ok bool) {
	here, all := correlation(reference.watts, one.watts, 0)
	before, _ := correlation(reference.watts, one.watts, -within)
	after, _ := correlation(reference.watts, one.watts, within)
	if here >= max(before, after, methodology.SameCourse) {
		return 0, true
	}
	best := here
	for by := -c.perCore; by <= c.perCore; by++ {
		if r, shared := correlation(reference.watts, one.watts, by); 2*shared >= all && r > best {
			lag, best = by, r
		}
	}
	if best < methodology.SameCourse || lag != 0 && 1-best > methodology.LessUnlike*(1-here) {
		return 0, here >= methodology.SameCourse
	}
	return lag, true
}

func correlation(a, b []float64, later int) (r float64, shared int) {
	var sa, sb, saa, sbb, sab, n float64
	for i := max(0, -later); i < len(a) && i+later < len(b); i++ {
		x, y := a[i], b[i+later]
		if math.IsNaN(x) || math.IsNaN(y) {
			continue
		}
		n++
		sa, sb, saa, sbb, sab = sa+x, sb+y, saa+x*x, sbb+y*y, sab+x*y
	}
	va, vb := saa*n-sa*sa, sbb*n-sb*sb
	if n < 2 || va <= 1e-12*saa*n || vb <= 1e-12*sbb*n {
		return 0, int(n)
	}
	return (sab*n - sa*sb) / math.Sqrt(va*vb), int(n)
}

// commonest is the value that most lie near; of equally common ones the one nearest to 0.
func commonest(lags []int) int {
	count := map[int]int{}
	for _, lag := range lags {
		for near := lag - 1; near <= lag+1; near++ {
			count[near]++
		}
	}
	best := 0
	for _, lag := range slices.SortedFunc(slices.Values(lags), func(a, b int) int {
		return cmp.Or(cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(a, b))
	}) {
		if count[lag] > count[best] {
			best = lag
		}
	}
	return best
}

// Edge is a rise or a fall of the load.
type Edge struct {
	At    time.Time
	Rises bool
}

// How closely the clocks of instruments are compared at one edge. No rule looks at these: they are for a run that is
// still going on, of which a whole core phase cannot be compared.
const (
	edgeReach          = 30 * time.Second // on either side of the edge
	edgeReachIntervals = 12
	edgeApart          = 2 * time.Second // that instruments may see it apart
	edgeApartIntervals = 1.5
	cellsOfInterval    = 2
)

// EdgeReach is how long on either side of an edge clocks are compared.
func EdgeReach(interval time.Duration) time.Duration {
	return max(edgeReach, edgeReachIntervals*interval)
}

// EdgeOffsets finds the instruments that see one edge of the load at another time than most others, from two seconds or
// one and a half intervals on: a closer look than that of a whole run. It counts the instruments that the others are
// held to.
func EdgeOffsets(m *power.Measurement, edge Edge, reach time.Duration) (off []Offset, usual int) {
	near := *m
	near.Core = power.NewSpan(edge.At, edge.At.Add(reach))
	if !edge.Rises {
		near.Core = power.NewSpan(edge.At.Add(-reach), edge.At)
	}
	var all []Instrument
	files := FilesOf(m)
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			all = append(all, inspect(&near, files, part, t, Recordings{}))
		}
	}
	some := worked(&near, all)
	var interval time.Duration
	for _, i := range some {
		interval = max(interval, all[i].MedianStep, all[i].Update)
	}
	if interval <= 0 || edgeReachIntervals/2*interval > reach {
		return nil, 0
	}
	c := courses{core: near.Core, step: interval / cellsOfInterval,
		within: max(edgeApart, time.Duration(edgeApartIntervals*float64(interval)))}
	c.perCore = int(reach / c.step)
	c.read(all, some)
	return c.offsets()
}

// Recordings are the times at which the middle one of the instruments that have readings in the core phase starts and
// ends.
type Recordings struct {
	some       bool
	start, end time.Time
}

// RecordingsOf looks at all instruments of a measurement.
func RecordingsOf(m *power.Measurement) Recordings {
	var starts, ends []time.Time
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if shared, ok := t.Span().Intersect(m.Core); t.Len() > 0 && ok && !shared.IsZero() {
				starts, ends = append(starts, t.Span().Start.Time), append(ends, t.Span().End.Time)
			}
		}
	}
	if len(starts) == 0 {
		return Recordings{}
	}
	slices.SortFunc(starts, time.Time.Compare)
	slices.SortFunc(ends, time.Time.Compare)
	return Recordings{true, starts[len(starts)/2], ends[len(ends)/2]}
}

const farApart = 48 * time.Hour

// Apart says how much earlier or later an instrument was recorded than those that have readings in
// the core phase; it is empty if there is no other, or if that explains nothing.
func (r Recordings) Apart(t *power.Trace) string {
	if !r.some || t.Len() == 0 {
		return ""
	}
	byStart, byEnd := t.Span().Start.Sub(r.start), t.Span().End.Sub(r.end)
	words := "earlier"
	if byStart > 0 {
		words = "later"
	}
	size := byStart.Abs()
	near := func(d time.Duration, steps float64) bool {
		return (d - time.Duration(steps)*methodology.ZoneStep).Abs() <= methodology.ZoneError
	}
	switch steps := math.Round(float64(size) / float64(methodology.ZoneStep)); {
	case size >= farApart:
		return fmt.Sprintf("%.0f days %s than the other instruments", size.Hours()/24, words)
	case steps > 0 && near(size, steps) && near(byEnd.Abs(), steps):
		return fmt.Sprintf("%v h %s than the other instruments", steps*methodology.ZoneStep.Hours(), words)
	}
	return ""
}
