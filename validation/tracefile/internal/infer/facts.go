package infer

import (
	"slices"

	"green500/validation/tracefile/internal/columnname"
)

// columnFacts are what is known of all columns together. Each is found once, not for every candidate: there may be as many candidates as
// columns.
type columnFacts struct {
	roles      []Role
	times      *[]int            // columns of times of their own
	marks      []string          // of the phase that each column is of by its name; empty for none
	intervals  *[]int            // columns that state how long an interval is
	source     *[2]int           // see findSource
	onlyMetric *int              // see findOnlyMetric
	dated      *[]int            // columns beside that of the times which hold times, too
	families   map[string]string // by pattern, see family
	ends       map[string]otherEnd
}

// roles says what every column is for. Nobody changes what it returns.
func (g *sample) roles() []Role {
	if g.known.roles == nil {
		g.known.roles = g.findRoles()
	}
	return g.known.roles
}

// found keeps the columns that fit.
func (g *sample) found(kept **[]int, fits func(i int) bool) []int {
	if *kept == nil {
		columns := g.ColumnsWhere(fits)
		*kept = &columns
	}
	return **kept
}

// timeColumns are those of times, and those that count times of their own.
func (g *sample) timeColumns() []int {
	roles := g.roles()
	return g.found(&g.known.times, func(i int) bool { return roles[i] == TimeRole || g.countsTime(i) || g.dates(i) })
}

// intervalColumns are those of numbers that state how long an interval is by their names.
func (g *sample) intervalColumns() []int {
	return g.found(&g.known.intervals, func(i int) bool { return g.cells[i].numbered() && columnname.Says(g.Names[i], intervalWords) })
}

// endColumns are those beside that of the times which hold times, too.
func (g *sample) endColumns() []int {
	return g.found(&g.known.dated, func(i int) bool { return i != g.timeAt && (g.dates(i) || g.clocklike(i)) })
}

// phaseMarks are the marks of the phases that columns are of by their names; empty for those of none.
func (g *sample) phaseMarks() []string {
	if g.known.marks == nil {
		g.known.marks = make([]string, len(g.Names))
		for i, name := range g.Names {
			_, g.known.marks[i], _ = markedPhase(name)
		}
	}
	return g.known.marks
}

// sourceColumn returns the column of a long table that distinguishes what was measured from what was computed from it,
// and the word of the former; -1 if none does.
func (g *sample) sourceColumn(roles []Role) (column int, word int32) {
	if g.known.source == nil {
		column, word := g.findSource(roles)
		g.known.source = &[2]int{column, int(word)}
	}
	return g.known.source[0], int32(g.known.source[1])
}

// onlyMetric returns a column that names power or energy by the same word in all rows; -1 if none does.
func (g *sample) onlyMetric(roles []Role) int {
	if g.known.onlyMetric == nil {
		only := g.findOnlyMetric(roles)
		g.known.onlyMetric = &only
	}
	return *g.known.onlyMetric
}

// mostKeys bounds the columns that may identify meters: no log that anybody showed has half as many.
const mostKeys = 32

// firstKeys are the columns that may identify meters: those whose names say so come first.
func (g *sample) firstKeys(columns []int) []int {
	if len(columns) <= mostKeys {
		return columns
	}
	named := slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return !g.called[i].ID })
	others := slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return g.called[i].ID })
	first := append(named, others...)[:mostKeys]
	slices.Sort(first)
	return first
}
