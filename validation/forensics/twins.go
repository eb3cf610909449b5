package forensics

import (
	"cmp"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Twins are two instruments, by their place in Facts, whose readings are equal or nearly.
type Twins struct {
	First, Second int
	Equal         bool
	Likeness      float64       // correlation of their noise, if it is that which is the same; 0 for others
	Offset        time.Duration // of the second's clock, if it holds the first's readings at other times
}

// twins finds instruments that read the same inside the core phase. Those that hardly change prove
// nothing. Of several equal ones each is reported as a twin of the first.
func twins(m *power.Measurement, all []Instrument) (found []Twins, again []Replay) {
	core := m.Core
	var lively []int
	for i, one := range all {
		if changes := one.Count - 1 - one.Repeats; changes >= methodology.SuspectReadings {
			lively = append(lively, i)
		}
	}
	if len(lively) == 0 {
		return nil, nil
	}
	c := comparison{all: all, core: core}
	found, single := c.copies(lively)
	near := c.alike(single)
	found = append(found, near...)
	others, again := replicas(m, all, single)
	for _, t := range others {
		if !slices.ContainsFunc(near, func(other Twins) bool { return other.Second == t.Second }) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b Twins) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	return found, again
}

// comparison's work grows with the number of instruments and not with that of their pairs.
type comparison struct {
	all   []Instrument
	core  power.Span
	looks int // at pieces of the core phase, and at pairs of profiles
}

// signature is what readings that were copied have in common, whatever their times.
type signature struct {
	quantity    power.Quantity
	count       int
	first, last int64
}

// copies finds instruments with the same readings, in the whole file at any time or in the core phase; and the others.
func (c *comparison) copies(lively []int) (found []Twins, single []int) {
	met := map[signature]*sameSignature{}
	for _, i := range lively {
		one := c.all[i]
		start := one.Trace.Span().Start.Time
		keys := []signature{
			{one.Trace.Quantity, one.Trace.Len(), one.Trace.Reading(0).Value,
				one.Trace.Reading(one.Trace.Len() - 1).Value},
			{one.Trace.Quantity, -one.Count, one.First.Value, one.Last.Value},
		}
		twin := Twins{First: -1}
		for _, key := range keys {
			if met[key] == nil {
				met[key] = &sameSignature{}
			}
			if twin.First < 0 {
				twin = met[key].twinOf(c, i, key.count > 0)
			}
		}
		if twin.First >= 0 {
			found = append(found, twin)
			continue
		}
		single = append(single, i)
		met[keys[0]].at(start).add(c, i)
		met[keys[1]].at(time.Time{}).add(c, i)
	}
	return found, single
}

type sameSignature struct {
	starts []time.Time
	same   []*branch
}

// mostStarts bounds at how many times copies of one signature are looked for. More files with a signature in common
// than start at different times have few readings, or coarse ones.
const mostStarts = 16

func (s *sameSignature) at(start time.Time) *branch {
	k := slices.IndexFunc(s.starts, start.Equal)
	if k < 0 {
		s.starts, s.same = append(s.starts, start), append(s.same, &branch{one: none})
		k = len(s.starts) - 1
	}
	return s.same[k]
}

func (s *sameSignature) twinOf(c *comparison, i int, later bool) Twins {
	twin := Twins{First: -1}
	for k, same := range s.same[:min(mostStarts, len(s.same))] {
		offset := time.Duration(0)
		if later {
			offset = c.all[i].Trace.Span().Start.Sub(s.starts[k])
		}
		if j := same.find(c, i, offset); j >= 0 && (twin.First < 0 || j < twin.First) {
			twin = Twins{First: j, Second: i, Equal: true, Offset: offset}
		}
	}
	return twin
}

const pieces = 64

type held struct {
	count                 int
	first, last, min, max int64
	// 0 for totals, whose average divides by times: an offset may round their differences
	mean power.Watts
}

func (c *comparison) held(i, k int, offset time.Duration) held {
	c.looks++
	t := c.all[i].Trace
	w := t.Window(piece(c.core, k, pieces).Trim(offset, -offset))
	h := held{count: w.Count, first: w.First.Value, last: w.Last.Value, min: w.Min, max: w.Max}
	if t.Quantity == power.Power {
		h.mean, _ = w.Average()
	}
	return h
}

// branch is instruments that hold the same in the first pieces of the core phase. It parts them by the next piece as
// soon as there are two, so that each is looked at in as many pieces as it takes to tell it from the others.
type branch struct {
	one  int // the only instrument; none if there is none or are more
	next map[held]*branch
}

const none = -1

func (b *branch) add(c *comparison, i int) {
	for k := 0; ; k++ {
		if b.next == nil && b.one == none {
			b.one = i
			return
		}
		if k == pieces {
			return // equal to another
		}
		of := c.held(i, k, 0)
		if b = b.part(c, k); b.next[of] == nil {
			b.next[of] = &branch{one: none}
		}
		b = b.next[of]
	}
}

func (b *branch) part(c *comparison, k int) *branch {
	if b.one != none {
		b.next = map[held]*branch{c.held(b.one, k, 0): {one: b.one}}
		b.one = none
	}
	return b
}

func (b *branch) find(c *comparison, i int, offset time.Duration) int {
	for k := range pieces {
		if b.one == none && b.next == nil {
			return none
		}
		next := b.part(c, k).next[c.held(i, k, offset)]
		if next == nil {
			return none
		}
		b = next
	}
	return b.one
}

// moments is how many short stretches of the core phase instruments are compared over; long ones
// would only show that all nodes work on the same problem.
const (
	moments        = 16
	updatesAMoment = 4
)

type profile struct {
	at    int // place of the instrument
	power []float64
	mean  float64
	swing float64
}

func (c *comparison) alike(single []int) []Twins {
	var profiles []profile
	update := time.Duration(0)
	for _, i := range single {
		update = max(update, c.all[i].Trace.Grain(c.all[i].MedianStep), c.all[i].Update)
	}
	// Stretches that hold one update or two show the rhythm of the meters, which may be the same.
	length := min(updatesAMoment*update, c.core.Duration()/(2*moments))
	if length < updatesAMoment/2*update {
		return nil
	}
	for _, i := range single {
		if p, ok := profileOf(c.all[i].Trace, c.core, length); ok {
			p.at = i
			profiles = append(profiles, p)
		}
	}
	slices.SortFunc(profiles,
		func(a, b profile) int { return cmp.Or(cmp.Compare(a.mean, b.mean), cmp.Compare(a.at, b.at)) })
	return c.nearTwins(profiles)
}

// mostNeighbours is how many instruments of the next larger means one is compared with. A copy has the mean of its
// original, but for what was added.
const mostNeighbours = 256

func (c *comparison) nearTwins(profiles []profile) []Twins {
	var found []Twins
	taken := make([]bool, len(profiles))
	for i, a := range profiles {
		limit := methodology.NearTwins * a.swing
		group := []int{a.at}
		compared := 0
		for k := i + 1; k < len(profiles) && profiles[k].mean-a.mean <= limit && compared < mostNeighbours; k++ {
			if taken[k] {
				continue
			}
			c.looks, compared = c.looks+1, compared+1
			if b := profiles[k]; a.near(b, min(limit, methodology.NearTwins*b.swing)) {
				group = append(group, b.at)
				taken[k] = true
			}
		}
		first := slices.Min(group)
		for _, at := range group {
			if at != first {
				found = append(found, Twins{First: first, Second: at})
			}
		}
	}
	return found
}

func profileOf(t *power.Trace, core power.Span, length time.Duration) (p profile, ok bool) {
	var swings []float64
	for k := range moments {
		start := piece(core, k, moments).Start.Time
		var pair [2]float64
		for j := range pair {
			from := start.Add(time.Duration(j) * length)
			watts, known := t.Mean(power.NewSpan(from, from.Add(length)))
			if !known {
				return p, false
			}
			pair[j] = float64(watts)
			p.mean += pair[j] / (2 * moments)
		}
		p.power = append(p.power, pair[:]...)
		swings = append(swings, math.Abs(pair[1]-pair[0]))
	}
	slices.Sort(swings)
	p.swing = swings[moments/2]
	return p, p.swing > 0
}

func (p profile) near(other profile, limit float64) bool {
	for k, watts := range p.power {
		if math.Abs(watts-other.power[k]) > limit {
			return false
		}
	}
	return true
}
