package table

import (
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
)

// Filter admits rows by one column of a series' where.
type Filter struct {
	name     string
	Column   int
	Allowed  []string
	Texts    map[string]bool
	numbers  map[float64]bool
	rejected []string // some of the values that were turned away, for the error
}

func newFilter(name string, column int, allowed []string) Filter {
	f := Filter{name: name, Column: column, Allowed: allowed, Texts: map[string]bool{}, numbers: map[float64]bool{}}
	for _, text := range allowed {
		f.Texts[text] = true
		if number, plain := celltext.PlainNumber([]byte(text)); plain {
			f.numbers[number] = true
		}
	}
	return f
}

// Admits reports whether a cell is one of the allowed values, as text or as a number: 245 admits
// a 245.0 of a program that made every column a float.
func (f *Filter) Admits(cell []byte) bool {
	if f.Texts[string(cell)] {
		return true
	}
	if len(f.numbers) > 0 {
		if number, plain := celltext.PlainNumber(cell); plain && f.numbers[number] {
			return true
		}
	}
	f.reject(celltext.Latin1, cell)
	return false
}

func (f *Filter) reject(read func([]byte) string, cell []byte) {
	if len(f.rejected) > celltext.MaxListed || len(f.rejected) > 0 && f.rejected[len(f.rejected)-1] == string(cell) {
		return
	}
	if value := read(cell); !slices.Contains(f.rejected, value) {
		f.rejected = append(f.rejected, value)
	}
}

// merge adds what a filter of the same series met later in the file.
func (f *Filter) merge(met []string) {
	for _, value := range met {
		f.reject(func([]byte) string { return value }, []byte(value))
	}
}

// asked says in words what the filter admits.
func (f *Filter) asked() string { return f.name + " = " + strings.Join(f.Allowed, " or ") }

// others says what the column held instead.
func (f *Filter) others() string {
	return f.name + " holds " + celltext.Listed(slices.Sorted(slices.Values(f.rejected)))
}

// ByMember takes the filter by the names of members off a selection; nil if it has none.
func (s *Selection) ByMember(file int) *Filter {
	for i := range s.Filters {
		if s.Filters[i].Column == file {
			one := s.Filters[i]
			s.Filters = slices.Delete(s.Filters, i, i+1)
			return &one
		}
	}
	return nil
}
