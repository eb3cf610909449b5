package infer

import (
	"slices"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// addMetric takes what the name of what is read states, where the column of the readings does not.
func (c *candidate) addMetric(g *sample, column int, name string) {
	if at := slices.IndexFunc(g.Mixed.Kinds, func(k table.ReadingKind) bool { return k.Name == name }); at >= 0 && g.Mixed.Column == column {
		c.means = g.Mixed.Kinds[at].Means
	}
	h, foreign := columnname.HintOf(name)
	if !foreign && h.Quantity != "" && (c.hint.Quantity == "" || c.hint.Unit == "" && c.hint.Quantity == h.Quantity) {
		c.hint, c.metric = h, name
	}
}

// disjoint is the words of a column whose readings hold nothing of each other; none if nothing says which.
type disjoint struct {
	column int
	words  []string
	why    string
	open   bool // a person has to say whether these are what is wanted
}

// candidate is a series that could be taken.
type candidate struct {
	value  int
	keys   []int
	where  map[int][]int32 // words by column
	hint   columnname.NameHint
	means  columnname.Meaning // what the format says about the readings that metric names
	metric string             // the first word that where asks for, or the only one there is; empty if no column names what is read

	rows     string    // why only those rows are taken that where asks for
	unsure   bool      // whether these are what is wanted
	sumRows  []summing // rows that are the sum of others, or the latter
	sums     int       // columns whose sum it is
	whole    bool      // metric was chosen among parts of the same machine
	estimate string    // the column of an estimate that another column adds to what was measured here
	sum      string    // that other column
	disjoint []*disjoint
	rank     int
}
