package tracefile

import (
	"slices"
	"strings"
)

// filter admits rows by one column of a series' where.
type filter struct {
	name    string
	column  int
	allowed []string
	texts   map[string]bool
	numbers map[float64]bool
	met     []string // some of the values that were turned away, for the error
}

func newFilter(name string, column int, allowed []string) filter {
	f := filter{name: name, column: column, allowed: allowed, texts: map[string]bool{}, numbers: map[float64]bool{}}
	for _, text := range allowed {
		f.texts[text] = true
		if number, plain := plainNumber([]byte(text)); plain {
			f.numbers[number] = true
		}
	}
	return f
}

// admits reports whether a cell is one of the allowed values, as text or as a number: 245 admits
// a 245.0 of a program that made every column a float.
func (f *filter) admits(cell []byte) bool {
	if f.texts[string(cell)] {
		return true
	}
	if len(f.numbers) > 0 {
		if number, plain := plainNumber(cell); plain && f.numbers[number] {
			return true
		}
	}
	f.meet(latin1, cell)
	return false
}

func (f *filter) meet(read func([]byte) string, cell []byte) {
	if len(f.met) > maxListed || len(f.met) > 0 && f.met[len(f.met)-1] == string(cell) {
		return
	}
	if value := read(cell); !slices.Contains(f.met, value) {
		f.met = append(f.met, value)
	}
}

// merge adds what a filter of the same series met later in the file.
func (f *filter) merge(met []string) {
	for _, value := range met {
		f.meet(func([]byte) string { return value }, []byte(value))
	}
}

// asked says in words what the filter admits.
func (f *filter) asked() string { return f.name + " = " + strings.Join(f.allowed, " or ") }

// others says what the column held instead.
func (f *filter) others() string {
	return f.name + " holds " + listed(slices.Sorted(slices.Values(f.met)))
}
