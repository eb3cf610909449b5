package table

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// valueColumns returns the columns of the readings: the one that a series names or that is left for
// it, or all that its pattern fits, in the order of the file. A column that is called exactly as
// the pattern is written is meant itself.
func (t *Table) valueColumns(series *power.Series, taken []int) ([]int, *power.InputError) {
	named := slices.Contains(t.Raw, series.Value) || slices.Contains(t.Names, celltext.OneLine(series.Value))
	if named || !strings.Contains(series.Value, columnname.AnyText) {
		one, inputErr := t.valueColumn(series, taken)
		return []int{one}, inputErr
	}
	pattern := celltext.OneLine(series.Value)
	fitting := t.ColumnsWhere(func(i int) bool {
		return !slices.Contains(taken, i) && t.Numeric[i] && (Fits(t.Names[i], pattern) || Fits(celltext.OneLine(t.Raw[i]), pattern))
	})
	if len(fitting) == 0 {
		return nil, t.Refuse(0, "value", fmt.Sprintf("no column of numbers fits %q", series.Value), "the file has "+celltext.Listed(t.Names))
	}
	return fitting, t.unlike(fitting)
}

// unlike refuses columns that can't be distinguished as meters.
func (t *Table) unlike(columns []int) *power.InputError {
	met := map[string]bool{}
	for _, i := range columns {
		if met[t.Names[i]] {
			return t.Refuse(0, "value", fmt.Sprintf("several columns are called %q", t.Names[i]), "give each column of the file its own name")
		}
		met[t.Names[i]] = true
	}
	return nil
}

// Fits reports whether a name is what a pattern describes.
func Fits(name, pattern string) bool {
	first, rest, some := strings.Cut(pattern, columnname.AnyText)
	if !some {
		return name == pattern
	}
	name, begins := strings.CutPrefix(name, first)
	if !begins {
		return false
	}
	for {
		piece, after, more := strings.Cut(rest, columnname.AnyText)
		if !more {
			return strings.HasSuffix(name, piece)
		}
		at := strings.Index(name, piece)
		if at < 0 {
			return false
		}
		name, rest = name[at+len(piece):], after
	}
}
