package table

import (
	"slices"

	"green500/validation/tracefile/internal/timestamp"
)

// KindIn is the kind of a cell of a column that is called so: 40-01-05 is a place where such stand, and no day of 2040.
func KindIn(name string, cell []byte) Kind {
	k := KindOf(cell)
	if k != DateOnly || !timestamp.NamesPlace(name) {
		return k
	}
	if p, _, _, ok := timestamp.PartsOf(cell); ok && !slices.ContainsFunc(p[:], func(one timestamp.Part) bool { return one.Month || one.Digits > 2 }) {
		return Words
	}
	return k
}
