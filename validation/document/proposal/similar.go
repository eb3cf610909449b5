package proposal

import (
	"cmp"
	"slices"
	"time"

	"green500/validation/logs/contents"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Parts of one kind differ at most by such a part of the least; those below such a part of the whole log are all of the
// kind that hardly draws anything, such as outlets without a load.
const (
	sameKind   = 0.15
	nextToNone = 0.001
)

// Similar groups the parts of a log that have as many meters and draw nearly the same power, since they probably
// measure the same: racks of nodes, or feeds of a storage. Each part is in one group; groups and their parts are in the
// order of the log.
func Similar(parts []Part) [][]Part {
	var all power.Watts
	for _, p := range parts {
		if p.Known {
			all += p.Mean
		}
	}
	order := make([]int, 0, len(parts)) // of the parts with a mean, from the least
	for i, p := range parts {
		if p.Known {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[a].Mean, parts[b].Mean) })
	kind := make([]int, len(parts))
	for i := range kind {
		kind[i] = i
	}
	for n := 1; n < len(order); n++ {
		before, now := order[n-1], order[n]
		least := parts[order[slices.IndexFunc(order, func(i int) bool { return kind[i] == kind[before] })]]
		if alike(least, parts[now], all) {
			kind[now] = kind[before]
		}
	}
	return inOrder(parts, kind)
}

func alike(least, other Part, all power.Watts) bool {
	if least.Meters != other.Meters || least.Series.Quantity != other.Series.Quantity ||
		least.Series.Unit != other.Series.Unit {
		return false
	}
	return other.Mean < nextToNone*all || least.Mean > nextToNone*all && other.Mean <= (1+sameKind)*least.Mean
}

func inOrder(parts []Part, kind []int) [][]Part {
	var groups [][]Part
	at := map[int]int{}
	for i, p := range parts {
		n, known := at[kind[i]]
		if !known {
			n = len(groups)
			at[kind[i]] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], p)
	}
	return groups
}

// Instrument is what a log shows of the kind of instrument that wrote it.
type Instrument struct {
	Interval time.Duration // usual time between readings; 0 if it is not known
	count    int           // of columns
	columns  []string      // their names, without the digits that tell nodes and racks apart
}

// InstrumentOf returns what a log that was surveyed shows.
func InstrumentOf(s *contents.Survey) Instrument {
	shown := Instrument{count: len(s.Understanding.Columns)}
	for _, column := range s.Understanding.Columns {
		shown.columns = append(shown.columns, power.MaskDigits(column.Name))
	}
	slices.Sort(shown.columns)
	shown.columns = slices.Compact(shown.columns)
	var steps []time.Duration
	for _, one := range s.Instruments {
		if one.MedianStep > 0 {
			steps = append(steps, one.MedianStep)
		}
	}
	if slices.Sort(steps); len(steps) > 0 {
		shown.Interval = steps[len(steps)/2]
	}
	return shown
}

// IsLike reports whether two logs may be of one kind of instrument: they have the same columns and interval.
func (i Instrument) IsLike(other Instrument) bool {
	short, long := min(i.Interval, other.Interval), max(i.Interval, other.Interval)
	if short > 0 && long.Seconds() > methodology.DriftOfInterval*short.Seconds() {
		return false
	}
	if i.isNameless() || other.isNameless() { // as a part of a log that was rotated
		return i.count == other.count
	}
	return slices.Equal(i.columns, other.columns)
}

func (i Instrument) isNameless() bool { return slices.Equal(i.columns, []string{"column #"}) }
