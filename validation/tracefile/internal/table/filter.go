package table

import (
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
)

// Filter admits rows by one column of a series' where.
type Filter struct {
	name    string
	Column  int
	Allowed []string
	Texts   map[string]bool
	numbers map[float64]bool
	known   map[string]bool // the values met, and whether they are admitted
	fresh   []string        // the same in their order; of a branch, since its batch began
	more    bool            // other values were met than can be known
}

// maxKnown bounds the values of a column that are remembered: what identifies meters has fewer.
const maxKnown = 1000

func newFilter(name string, column int, allowed []string) Filter {
	f := Filter{name: name, Column: column, Allowed: allowed, Texts: map[string]bool{}, numbers: map[float64]bool{}, known: map[string]bool{}}
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
	if admitted, met := f.known[string(cell)]; met {
		return admitted
	}
	return f.meet(cell)
}

// meet decides on a value and remembers it.
func (f *Filter) meet(cell []byte) (admitted bool) {
	admitted = f.allows(cell)
	if len(f.known) >= maxKnown && !(admitted && len(f.known) < maxKnown+len(f.Allowed)) {
		f.more = true
		return admitted
	}
	f.known[string(cell)] = admitted
	f.fresh = append(f.fresh, string(cell))
	return admitted
}

func (f *Filter) allows(cell []byte) bool {
	if f.Texts[string(cell)] {
		return true
	}
	if len(f.numbers) == 0 {
		return false
	}
	number, plain := celltext.PlainNumber(cell)
	return plain && f.numbers[number]
}

// merge adds what a filter of the same series met later in the file.
func (f *Filter) merge(met []string, more bool) {
	f.more = f.more || more
	for _, value := range met {
		f.Admits([]byte(value))
	}
}

// asked says in words what the filter admits.
func (f *Filter) asked() string { return f.name + " = " + strings.Join(f.Allowed, " or ") }

// others says what the column held instead.
func (f *Filter) others() string {
	return f.name + " holds " + celltext.Listed(slices.Sorted(slices.Values(f.rejected())))
}

// rejected returns some of the values that were turned away, for the error.
func (f *Filter) rejected() []string {
	var some []string
	for _, value := range f.fresh {
		if f.known[value] || len(some) > celltext.MaxListed {
			continue
		}
		if text := celltext.Latin1([]byte(value)); !slices.Contains(some, text) {
			some = append(some, text)
		}
	}
	return some
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
