package tracefile

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
)

// anyText stands for any run of characters, or none, in a series' value: "node*_watts" takes every
// column it fits, each as an instrument.
const anyText = "*"

// valueColumns returns the columns of the readings: the one that a series names or that is left for
// it, or all that its pattern fits, in the order of the file. A column that is called exactly as
// the pattern is written is meant itself.
func (t *table) valueColumns(series *power.Series, taken []int) ([]int, *power.InputError) {
	named := slices.Contains(t.raw, series.Value) || slices.Contains(t.names, oneLine(series.Value))
	if named || !strings.Contains(series.Value, anyText) {
		one, trouble := t.valueColumn(series, taken)
		return []int{one}, trouble
	}
	pattern := oneLine(series.Value)
	fitting := t.columnsWhere(func(i int) bool {
		return !slices.Contains(taken, i) && t.numeric[i] && (fits(t.names[i], pattern) || fits(oneLine(t.raw[i]), pattern))
	})
	if len(fitting) == 0 {
		return nil, t.refuse(0, "value", fmt.Sprintf("no column of numbers fits %q", series.Value), "the file has "+listed(t.names))
	}
	return fitting, t.unlike(fitting)
}

// unlike refuses columns that can't be told apart as instruments.
func (t *table) unlike(columns []int) *power.InputError {
	met := map[string]bool{}
	for _, i := range columns {
		if met[t.names[i]] {
			return t.refuse(0, "value", fmt.Sprintf("several columns are called %q", t.names[i]), "give each column of the file its own name")
		}
		met[t.names[i]] = true
	}
	return nil
}

// fits reports whether a name is what a pattern describes.
func fits(name, pattern string) bool {
	first, rest, some := strings.Cut(pattern, anyText)
	if !some {
		return name == pattern
	}
	name, begins := strings.CutPrefix(name, first)
	if !begins {
		return false
	}
	for {
		piece, after, more := strings.Cut(rest, anyText)
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
