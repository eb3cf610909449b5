package logwarnings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/forensics"
	"green500/validation/power"
)

// What readings look like of meters that are written in turn, at different times, in one column that no other one
// identifies.
const (
	// mostInTurn is how many meters take turns at most.
	mostInTurn = 16
	// roundsOfBlock is how many rounds are compared with each other: the load may change after them.
	roundsOfBlock = 6
	// fewestBlocks is how many blocks show it, and fewestOfBlocks is which part of them all: meters may draw as much as
	// each other at rest.
	fewestBlocks, fewestOfBlocks = 6, 0.5
	// levelsApart is how far the readings of some meters lie above those of all others, as a part of the mean.
	levelsApart = 0.05
	// mostShifts is how often the order begins at another place, as a part of the blocks: rows may be lost. A load that
	// comes and goes drifts against the rows.
	mostShifts = 0.05
	// closerBy is how much closer the readings of each meter lie if the meters are more.
	closerBy = 0.7

	// A log is looked at in stretches, if it is long.
	mostStretches, stretchReadings = 32, 4 * roundsOfBlock * mostInTurn
	// firstStretches are looked at before the others, which costs less if readings are steady.
	firstStretches = 4
)

type stretch struct {
	from  int
	value []int64
}

type alternation struct {
	period int
	means  []float64 // by the place in the period
	within float64   // how far the readings of one place lie apart
}

func (l *Log) alternating(one forensics.Instrument) string {
	t := one.Trace
	if t.Quantity != power.Power || one.Count < 2*roundsOfBlock*fewestBlocks ||
		min(t.Len(), mostStretches*stretchReadings) > l.most() {
		return ""
	}
	all := stretchesOf(t, firstStretches)
	if !jumping(all) {
		return ""
	}
	if all = stretchesOf(t, mostStretches); !jumping(all) {
		return ""
	}
	var found *alternation
	for period := 2; period <= mostInTurn; period++ {
		if a := alternationOf(all, period); a != nil && (found == nil || a.within < closerBy*found.within) {
			found = a
		}
	}
	if found == nil {
		return ""
	}
	return found.sentence()
}

func stretchesOf(t *power.Trace, count int) []stretch {
	if t.Len() <= mostStretches*stretchReadings {
		whole := make([]int64, 0, t.Len())
		for _, value := range t.Each() {
			whole = append(whole, value...)
		}
		return []stretch{{value: whole}}
	}
	all := make([]stretch, count)
	for i := range all {
		all[i].from = (t.Len() - stretchReadings) / (count - 1) * i
		all[i].value = make([]int64, 0, stretchReadings)
		for _, value := range t.Between(all[i].from, all[i].from+stretchReadings) {
			all[i].value = append(all[i].value, value...)
		}
	}
	return all
}

func jumping(all []stretch) bool {
	const fewest = 2 * fewestOfBlocks / mostInTurn // up and down, in each round
	large, steps := 0, 0
	for _, s := range all {
		for i := 1; i < len(s.value); i++ {
			if step, sum := s.value[i]-s.value[i-1],
				s.value[i]+s.value[i-1]; 2*math.Abs(float64(step)) >= levelsApart*math.Abs(float64(sum)) {
				large++
			}
			steps++
		}
	}
	return float64(large) >= fewest*float64(steps)
}

func alternationOf(all []stretch, period int) *alternation {
	var found [][]float64 // the means of blocks whose places differ
	a, blocks := &alternation{period: period, means: make([]float64, period)}, 0
	for _, s := range all {
		for from := 0; from+roundsOfBlock*period <= len(s.value); from += roundsOfBlock * period {
			blocks++
			if b := blockOf(s.value[from:from+roundsOfBlock*period], s.from+from, period); b.apart() {
				found, a.within = append(found, b.mean), a.within+b.within()
			}
		}
	}
	if len(found) < fewestBlocks || float64(len(found)) < fewestOfBlocks*float64(blocks) {
		return nil
	}
	shifts, before := 0, 0
	for _, mean := range found {
		turn := turnOf(found[0], mean)
		if turn != before {
			shifts, before = shifts+1, turn
		}
		for i := range mean {
			a.means[i] += mean[(i+turn)%period]
		}
	}
	if float64(shifts) > mostShifts*float64(len(found)) {
		return nil
	}
	for i := range a.means {
		a.means[i] /= float64(len(found))
	}
	a.within /= float64(len(found))
	return a
}

func turnOf(reference, mean []float64) (turn int) {
	middle, best := 0.0, math.Inf(-1)
	for _, one := range reference {
		middle += one / float64(len(reference))
	}
	for by := range mean {
		alike := 0.0
		for i, one := range reference {
			alike += (one - middle) * mean[(i+by)%len(mean)]
		}
		if alike > best {
			turn, best = by, alike
		}
	}
	return turn
}

type block struct{ mean, least, most []float64 }

func blockOf(value []int64, from, period int) block {
	b := block{make([]float64, period), make([]float64, period), make([]float64, period)}
	for i := range period {
		b.least[i], b.most[i] = math.Inf(1), math.Inf(-1)
	}
	for i, v := range value {
		at, v := (from+i)%period, float64(v)
		b.mean[at] += v / roundsOfBlock
		b.least[at], b.most[at] = min(b.least[at], v), max(b.most[at], v)
	}
	return b
}

func (b *block) apart() bool {
	sorted := slices.Sorted(slices.Values(b.mean))
	border, gap, sum := 0.0, 0.0, sorted[0]
	for i := 1; i < len(sorted); i++ {
		if sum += sorted[i]; sorted[i]-sorted[i-1] > gap {
			border, gap = sorted[i], sorted[i]-sorted[i-1]
		}
	}
	above, below := math.Inf(1), math.Inf(-1)
	for i, mean := range b.mean {
		if mean >= border {
			above = min(above, b.least[i])
		} else {
			below = max(below, b.most[i])
		}
	}
	return gap > 0 && above-below >= levelsApart*math.Abs(sum)/float64(len(sorted))
}

func (b *block) within() float64 {
	sum := 0.0
	for i := range b.mean {
		sum += b.most[i] - b.least[i]
	}
	return sum / float64(len(b.mean))
}

func (a *alternation) sentence() string {
	sorted, sum := slices.Sorted(slices.Values(a.means)), 0.0
	for _, mean := range sorted {
		sum += mean
	}
	var levels []string
	for from, i := 0, 1; i <= len(sorted); i++ {
		if i < len(sorted) && sorted[i]-sorted[i-1] < levelsApart*math.Abs(sum)/float64(len(sorted)) {
			continue
		}
		level := 0.0
		for _, mean := range sorted[from:i] {
			level += mean / float64(i-from)
		}
		levels, from = append(levels, micro(level)), i
	}
	return fmt.Sprintf("readings alternate between %d levels, whose means are %s, in a fixed order of %d rows, "+
		"as when %d meters are written in turn; if so, they draw %s together, and a column must identify the meter",
		len(levels), listed(levels), a.period, a.period, micro(sum))
}

func micro(value float64) string {
	return Watts(power.Reading{Value: int64(math.Round(value))}.Watts())
}

func listed(all []string) string {
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// What a log looks like that is written only if the value changes.
const (
	// fewestChanges is how many readings show it.
	fewestChanges = 20
	// mostRepeated is in which part of the readings it repeats the one before at most.
	mostRepeated = 0.02
	// smallChanges is which part of the changes is of one count, or two: at an even pace some values would be read
	// twice.
	smallChanges = 0.2
	// longHeld is how many usual intervals the longest one takes.
	longHeld = 5
)

// onChange says of an instrument that it may be written only when its value changes, and what its mean is if each
// reading holds until the next one; empty if not.
func (l *Log) onChange(one forensics.Instrument) string {
	t := one.Trace
	if t.Quantity != power.Power || one.Count < fewestChanges ||
		float64(one.Repeats) > mostRepeated*float64(one.Count) ||
		one.LongestStep < longHeld*one.MedianStep || one.Resolution == 0 || t.Len() > min(mostLookedThrough, l.most()) {
		return ""
	}
	at, value := t.Columns()
	small, held, over := 0, 0.0, 0.0
	for i := 1; i < len(at); i++ {
		if change := value[i] - value[i-1]; change != 0 && max(change, -change) <= 2*one.Resolution {
			small++
		}
		length := float64(at[i] - at[i-1])
		held, over = held+float64(value[i-1])*length, over+length
	}
	if float64(small) < smallChanges*float64(len(at)-1) || over <= 0 {
		return ""
	}
	mean := power.Reading{Value: int64(math.Round(held / over))}.Watts()
	return fmt.Sprintf("no value follows itself and the intervals differ, as in a log that is written only when the "+
		"value changes: if each reading holds until the next one, the mean is %s", Watts(mean))
}
