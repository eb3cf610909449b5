package infer

import (
	"maps"
	"math"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
)

// adding is the readings of one place, added up in the order of the rows, so that the same file gives the same.
type adding struct {
	of    map[int32]map[int64]float64
	sum   map[int32]float64
	total map[int64]float64
	rows  map[int64]int
	full  int // rows of most times
}

func (g *sample) addedUp(rows []int, column, value int) *adding {
	t := &adding{of: map[int32]map[int64]float64{}, sum: map[int32]float64{}, total: map[int64]float64{},
		rows: map[int64]int{}}
	for _, row := range rows {
		word, at, reading := g.cells[column].words[row], g.at[row], g.cells[value].numbers[row]
		if math.IsNaN(reading) {
			continue
		}
		if t.of[word] == nil {
			t.of[word] = map[int64]float64{}
		}
		t.of[word][at] += reading
		t.sum[word] += reading
		t.total[at] += reading
		t.rows[at]++
	}
	times := map[int]int{}
	for _, n := range t.rows {
		times[n]++
	}
	for n, often := range times {
		if often > times[t.full] || often == times[t.full] && n > t.full {
			t.full = n
		}
	}
	return t
}

// held returns at how many times a word is the sum of all others. A time at which one is missing shows nothing, unless
// the others are the sum.
func (t *adding) held(word int32) (held, times int) {
	for at, is := range t.of[word] {
		switch off := math.Abs(2*is - t.total[at]); {
		case is == 0:
		case off <= roundedSum*math.Abs(is):
			held++
			times++
		case t.rows[at] >= t.full:
			times++
		}
	}
	return held, times
}

func (t *adding) rare(word int32) bool {
	most := 0
	for _, readings := range t.of {
		most = max(most, len(readings))
	}
	return !mostly(len(t.of[word]), most)
}

func mostly(so, times int) bool { return so > 0 && 10*so >= 9*times }

// addUp returns why words that are called sums are, of so many words; empty if they are not.
func addUp(all []*adding, sums map[int32]bool, words int) string {
	heldAt := 0
	for _, t := range all {
		for word := range t.of {
			if !sums[word] || len(t.of) == 1 {
				continue
			}
			held, times := t.held(word)
			if !mostly(held, times) && times > 0 {
				return ""
			}
			heldAt += held
		}
	}
	if heldAt == 0 || words < 3 && heldAt < fewestAlike {
		return ""
	}
	return rowsOfSum
}

// meansHold says the same if they are nowhere less than their parts on the whole, nor more by a part of these; 0 for
// any.
func meansHold(all []*adding, sums map[int32]bool, words int, more float64) string {
	compared := false
	for _, t := range all {
		whole, parts := 0.0, 0.0
		for _, word := range slices.Sorted(maps.Keys(t.of)) {
			if mean := t.sum[word] / float64(len(t.of[word])); sums[word] {
				whole = mean
			} else {
				parts += mean
			}
		}
		if whole == 0 || parts == 0 {
			continue
		}
		if whole < parts*(1-roundedSum) || more > 0 && whole > parts*(1+more) {
			return ""
		}
		compared = true
	}
	if !compared || words < 3 {
		return ""
	}
	return rowsCalledSum
}

func sumsByNumbers(all []*adding) map[int32]bool {
	sums := map[int32]bool{}
	for _, t := range all {
		best, most := int32(-1), 0
		for word, readings := range t.of {
			held, times := t.held(word)
			if word < 0 || len(t.of) < 3 || !mostly(held, times) || 2*held < len(readings) {
				continue
			}
			if held > most || held == most && word < best {
				best, most = word, held
			}
		}
		if best >= 0 {
			sums[best] = true
		}
	}
	return sums
}

// provenSum says whether numbers alone prove each of some words to be a sum: it and its parts have to vary by
// themselves.
func provenSum(all []*adding, sums map[int32]bool) string {
	why := rowsOfSum
	for word := range sums {
		var p proof
		for _, t := range all {
			if len(t.of[word]) == 0 || len(t.of) == 1 {
				continue
			}
			if held, times := t.held(word); !mostly(held, times) {
				return ""
			}
			p.add(t, word)
		}
		switch {
		case !p.proves():
			return ""
		case !mostly(p.exact, p.samples):
			why = rowsNearSum
		}
	}
	return why
}

type proof struct {
	samples, exact  int
	changes, strays []float64 // from time to time, of the sum and of what it is off
	// by how much it is off the sum, and what the largest part would be if it were all, in all
	off, offOfOne float64
}

// beside is a sum at a time, how far it is off, and its largest part.
type beside struct{ whole, off, part float64 }

func (p *proof) add(t *adding, word int32) {
	samples, rising := t.samplesOf(word)
	tolerance := t.resolution()
	if rising { // of counters, what they counted in between
		for i := len(samples) - 1; i > 0; i-- {
			a, b := samples[i-1], samples[i]
			samples[i] = beside{b.whole - a.whole, b.off - a.off, b.part - a.part}
		}
		samples, tolerance = samples[min(1, len(samples)):], 2*tolerance
	}
	whole, part := 0.0, 0.0
	for _, s := range samples {
		whole, part = whole+s.whole, part+s.part
	}
	for i, s := range samples {
		p.samples++
		p.exact += celltext.CountIf(math.Abs(s.off) <= max(alike*math.Abs(s.whole), tolerance))
		p.off += math.Abs(s.off)
		share := 0.0
		if part != 0 { // a counter may stand still
			share = s.part * whole / part
		}
		p.offOfOne += math.Abs(s.whole - share)
		if i == 0 {
			continue
		}
		change, stray := math.Abs(s.whole-samples[i-1].whole), math.Abs(s.off-samples[i-1].off)
		if change > 0 || stray > 0 {
			p.changes, p.strays = append(p.changes, change), append(p.strays, stray)
		}
	}
}

func (t *adding) samplesOf(word int32) (samples []beside, rising bool) {
	largest, most := int32(-1), 0.0
	for other, sum := range t.sum {
		if other != word && (sum > most || sum == most && other < largest) {
			largest, most = other, sum
		}
	}
	rising = true
	for _, at := range slices.Sorted(maps.Keys(t.of[word])) {
		part, met := t.of[largest][at]
		if !met || t.rows[at] < t.full {
			continue
		}
		whole := t.of[word][at]
		rising = rising && (len(samples) == 0 || whole >= samples[len(samples)-1].whole)
		samples = append(samples, beside{whole, 2*whole - t.total[at], part})
	}
	return samples, rising
}

// proves reports whether a sum follows its parts, and none of these alone explains it, as among machines that do the
// same.
func (p *proof) proves() bool {
	return p.samples >= fewestAlike && len(p.changes) >= fewestAlike &&
		middle(p.strays) <= middle(p.changes)/2 && p.offOfOne > 0 && p.off <= p.offOfOne/2
}

func (t *adding) resolution() (resolution float64) {
	for _, word := range slices.Sorted(maps.Keys(t.of)) {
		resolution += writtenTo(t.of[word])
	}
	return resolution
}

const finest = 9

func writtenTo(readings map[int64]float64) float64 {
	for step, decimals := 1.0, 0; decimals < finest; step, decimals = step/10, decimals+1 {
		coarser := false
		for _, reading := range readings {
			in := reading / step
			coarser = coarser || math.Abs(in-math.Round(in)) > max(1e-6, 1e-12*math.Abs(in))
		}
		if !coarser {
			return step
		}
	}
	return 0
}
