package forensics

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// replicas finds instruments whose noise is that of another: scaled copies, copies at another time, copies of a part
// of the core phase, and copies with some noise of their own. Each is told as a twin of the first of its kind. It also
// returns the instruments that copy themselves.
func replicas(m *power.Measurement, all []Instrument, single []int) (found []Twins, again []Replay) {
	of := map[power.Covers][]int{}
	var kinds []power.Covers
	for _, i := range single {
		covers := all[i].Part.Series.Covers
		if of[covers] == nil {
			kinds = append(kinds, covers)
		}
		of[covers] = append(of[covers], i)
	}
	var pairs []Twins
	for _, covers := range kinds {
		x := texturesOf(all, of[covers], m.Core)
		again = append(again, x.replays(m.Core)...)
		for i, a := range x.of {
			for _, b := range x.of[i+1:] {
				if r, same := x.same(a, b); same {
					pairs = append(pairs, Twins{First: a.at, Second: b.at, Likeness: r})
				}
			}
		}
		pairs = append(pairs, x.shifted()...)
	}
	found = append(withoutFeeds(m, all, pairs), multiples(m, all, of, kinds)...)
	slices.SortStableFunc(found, func(a, b Twins) int {
		return cmp.Or(cmp.Compare(a.Second, b.Second), cmp.Compare(a.First, b.First))
	})
	return slices.CompactFunc(found, func(a, b Twins) bool { return a.Second == b.Second }), again
}

// mostOfKind is how many instruments of a subsystem or node set are compared with those of others.
const mostOfKind = 16

// multiples finds instruments of different parts of the machine of which one is the other times a constant.
func multiples(m *power.Measurement, all []Instrument, of map[power.Covers][]int, kinds []power.Covers) (
	found []Twins) {
	var some []int
	for _, covers := range kinds {
		some = append(some, spread(of[covers], mostOfKind)...)
	}
	x := texturesOf(all, some, m.Core)
	for i, a := range x.of {
		for _, b := range x.of[i+1:] {
			if all[a.at].Part.Series.Covers != all[b.at].Part.Series.Covers && x.scaled(a, b) {
				found = append(found, Twins{First: min(a.at, b.at), Second: max(a.at, b.at), Likeness: 1})
			}
		}
	}
	return found
}

const piecesOfCopy = 64

// same reports whether two instruments have the same noise at the same time, all through the core phase or in several
// parts of it.
func (x textures) same(a, b texture) (r float64, is bool) {
	if x.scaled(a, b) {
		return 1, true
	}
	if len(x.of) < methodology.FewestOfCommon || !mayBeLike(a.noise, b.noise) {
		return 0, false
	}
	r, _ = likeness(a.noise, b.noise, 0, 0, len(a.watts))
	if r >= methodology.SameNoise || r < methodology.SameNoise/8 { // of the latter, no two parts are the same
		return r, r >= methodology.SameNoise
	}
	parts, sum := 0, 0.0
	for from := 0; from+piecesOfCopy <= len(a.watts); from += piecesOfCopy {
		if part, _ := likeness(a.noise, b.noise, 0, from, from+piecesOfCopy); part >= methodology.SameNoiseInPart {
			parts, sum = parts+1, sum+part
		}
	}
	return sum / float64(max(1, parts)), parts >= methodology.PartsOfCopy
}

// mayBeLike reports whether some part of two trails changes the same way often enough for them to be alike there.
// Less than a fiftieth of all pairs that have nothing in common pass.
func mayBeLike(a, b trail) bool {
	for k := 0; k+piecesOfCopy <= len(a.signs); k += piecesOfCopy {
		if bits.OnesCount64(a.signs[k]^b.signs[k]) <= mostUnlikeSigns {
			return true
		}
	}
	return len(a.signs) < piecesOfCopy
}

// scaled reports whether the proportion of two instruments changes far less from cell to cell than their power does. If
// all instruments are copies of one, or if these are few, nothing is left when what all have in common is taken away.
func (x textures) scaled(a, b texture) bool {
	own, apart := a.power.squares, 0.0
	limit := methodology.SameProportion * methodology.SameProportion * own
	for k, step := range a.power.clipped {
		if apart += (b.power.clipped[k] - step) * (b.power.clipped[k] - step); apart > limit {
			return false
		}
	}
	return own > 0
}

const mostShifted = 64

func (x textures) shifted() []Twins {
	var found []Twins
	some := spread(x.of, mostShifted)
	taken := map[int]bool{}
	for i, a := range some {
		for _, b := range some[i+1:] {
			if taken[b.at] {
				continue
			}
			if later, r := x.later(a, b); later != 0 {
				taken[b.at] = true
				found = append(found,
					Twins{First: a.at, Second: b.at, Likeness: r, Offset: time.Duration(later) * x.step})
			}
		}
	}
	return found
}

// later looks for stretches of each block of one instrument in the same block of another, and returns by how many cells
// they are later there, if all that both have is the same then: what is left of them, or all of their power, which
// takes with it what all instruments had in common at the time.
func (x textures) later(a, b texture) (later int, r float64) {
	for block := range x.blocks {
		first := block * x.cells
		for k, part := range []float64{0.3, 0.8} {
			if x.blocks > 1 && block%2 != k {
				continue // what is copied from another time is so in every block
			}
			from := first + 1 + int(part*float64(x.cells-1-cellsOfProbe))
			if later, r := x.laterFrom(a.noise, b.noise, from, first, methodology.SameNoise); later != 0 {
				return later, r
			}
			if later, r := x.laterFrom(a.power, b.power, from, first, methodology.SameShifted); later != 0 {
				return later, r
			}
		}
	}
	return 0, 0
}

func (x textures) laterFrom(a, b trail, from, first int, least float64) (later int, r float64) {
	end := first + x.cells
	at, r := probe(a, b, from, first, end, 1)
	if r < least {
		return 0, 0
	}
	r, shared := likeness(a, b, at, first+1+max(0, -at), end-max(0, at))
	if r < least || shared < methodology.FewestOfNoise {
		return 0, 0
	}
	if len(x.of) < methodology.FewestOfCommon { // what these have in common may come again by itself, or be of one time
		now, _ := likeness(a, b, 0, first+1, end)
		itself, _ := likeness(a, a, at, first+1+max(0, -at), end-max(0, at))
		if r < max(now, itself)+methodology.SameOnlyLater {
			return 0, 0
		}
	}
	return at, r
}

// withoutFeeds leaves out instruments that may see the same node: feeds of its supplies, and phases of a feed.
func withoutFeeds(m *power.Measurement, all []Instrument, pairs []Twins) []Twins {
	_, nodes := m.Entry.Nodes()
	instruments := 0
	for _, one := range all {
		if one.Part.Series.Covers.Subsystem == power.Compute {
			instruments++
		}
	}
	most := methodology.FeedsOfRack // of one rack
	if instruments == nodes {
		most = 1
	} else if instruments > nodes && nodes > 0 {
		most = max(most, (instruments+nodes-1)/nodes)
	}
	group := joinedBy(pairs)
	size := map[int]int{}
	for _, first := range group {
		size[first]++
	}
	return slices.DeleteFunc(pairs, func(t Twins) bool { return t.Offset == 0 && size[group[t.First]] <= most })
}

func joinedBy(pairs []Twins) map[int]int {
	first := map[int]int{}
	var root func(int) int
	root = func(i int) int {
		up, known := first[i]
		if !known || up == i {
			first[i] = i
			return i
		}
		return root(up)
	}
	for _, t := range pairs {
		a, b := root(t.First), root(t.Second)
		first[max(a, b)] = min(a, b)
	}
	for i := range first {
		first[i] = root(i)
	}
	return first
}

// Replay is a stretch of an instrument's readings that stands in its log twice.
type Replay struct {
	Instrument int // place in Facts
	At, Again  power.Span
}

const probesOfBlock = 4

func (x textures) replays(core power.Span) []Replay {
	var found []Replay
	for _, one := range x.of {
		if at, later, ok := x.again(one); ok {
			begin := x.start(core, at/x.cells).Add(time.Duration(at%x.cells) * x.step).In(core.Start.Location())
			span := power.NewSpan(begin, begin.Add(cellsOfProbe*x.step))
			by := time.Duration(later) * x.step
			found = append(found, Replay{one.at, span, span.Trim(by, -by)})
		}
	}
	return found
}

func (x textures) again(one texture) (at, later int, ok bool) {
	for first := 0; first < len(one.watts); first += x.cells {
		for k := range probesOfBlock {
			from := first + 1 + (2*k+1)*(x.cells-1-cellsOfProbe)/(2*probesOfBlock)
			later, r := probe(one.power, one.power, from, first+1, first+x.cells, cellsOfProbe/2)
			if r >= methodology.SameReadings && various(one.power.changes[from:from+cellsOfProbe]) {
				return from, later, true
			}
		}
	}
	return 0, 0, false
}

// various reports whether changes are of many sizes: a meter of coarse resolution repeats itself.
func various(changes []float64) bool {
	met := map[float64]bool{}
	for _, change := range changes {
		met[math.Round(change*1e7)] = true
	}
	return len(met) > len(changes)/2
}
