package infer

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

// found keeps the columns that fit.
func (g *sample) found(kept **[]int, fits func(i int) bool) []int {
	if *kept == nil {
		columns := g.ColumnsWhere(fits)
		*kept = &columns
	}
	return **kept
}

// otherEnd is what otherEnd returns.
type otherEnd struct {
	column       int
	stamp, where string
}
