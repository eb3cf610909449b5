package infer

import (
	"cmp"
	"math"
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

const (
	fewestMoved  = 5 // times at which meters have to change alike at least to be taken for one
	fewestLevels = 4 // different readings that they show at least then
)

// repeated finds the columns of meters that all show the same at the same times. Machines are counted each, though they do the same.
func (g *sample) repeated(c *candidate) (found []*disjoint) {
	if len(g.Keys) > 0 {
		return nil
	}
	for _, key := range c.keys {
		texts := g.cells[key].texts
		if key == c.value || len(texts) < 2 || c.where[key] != nil || columnname.Says(g.Names[key], hostWords) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(c.keys), func(i int) bool { return i == key })
		r := repeating{of: g.cells[c.value].numbers, words: g.cells[key].words, rows: map[int32]int{}}
		if slices.ContainsFunc(g.groups(others, c.where), func(rows []int) bool { return !r.add(g.at, rows) }) || r.agreed < fewestAlike || r.moved < fewestMoved || len(r.levels) < fewestLevels {
			continue
		}
		most := int32(0) // the meter that has most of the readings
		for word := range texts {
			if r.rows[int32(word)] > r.rows[most] {
				most = int32(word)
			}
		}
		if mostly(r.rows[most], r.times) {
			found = append(found, &disjoint{column: key, words: []string{texts[most]}, why: repeatedOnce})
		} else {
			found = append(found, &disjoint{column: key, open: true, why: repeatedApart})
		}
	}
	return found
}

type repeating struct {
	of     []float64
	words  []int32
	rows   map[int32]int // of each meter
	times  int           // of all groups
	agreed int           // readings that another one shows, too, at times at which it shows other than before
	levels []float64     // different readings, the first few
	moved  int           // such times: all parts of a machine go from rest to their cap and back at once
}

func (r *repeating) add(at []int64, rows []int) bool {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row int) bool { return math.IsNaN(r.of[row]) })
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	changed := true
	for i, row := range rows {
		r.rows[r.words[row]]++
		switch {
		case i == 0 || at[row] != at[rows[i-1]]:
			r.times++
			changed = i == 0 || r.of[row] != r.of[rows[i-1]]
			r.moved += celltext.CountIf(changed)
			if len(r.levels) < fewestLevels && !slices.Contains(r.levels, r.of[row]) {
				r.levels = append(r.levels, r.of[row])
			}
		case r.of[row] != r.of[rows[i-1]]:
			return false
		case changed && r.words[row] != r.words[rows[i-1]]:
			r.agreed++
		}
	}
	return true
}
