package table

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/power"
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

const maxKnown = 1000 // bounds the values of a column that are remembered: what identifies meters has fewer

func newFilter(name string, column int, allowed []string) Filter {
	f := Filter{name: name, Column: column, Allowed: allowed, Texts: map[string]bool{}, numbers: map[float64]bool{},
		known: map[string]bool{}}
	for _, text := range allowed {
		f.Texts[text] = true
		if number, plain := celltext.PlainNumber([]byte(text)); plain {
			f.numbers[number] = true
		}
	}
	return f
}

// Admits reports whether a cell is one of the allowed values, as text or as a number: 245 admits 245.0.
func (f *Filter) Admits(cell []byte) bool {
	if admitted, met := f.known[string(cell)]; met {
		return admitted
	}
	admitted := f.Texts[string(cell)]
	if !admitted && len(f.numbers) > 0 {
		number, plain := celltext.PlainNumber(cell)
		admitted = plain && f.numbers[number]
	}
	if len(f.known) >= maxKnown && !(admitted && len(f.known) < maxKnown+len(f.Allowed)) {
		f.more = true
		return admitted
	}
	f.known[string(cell)] = admitted
	f.fresh = append(f.fresh, string(cell))
	return admitted
}

func (f *Filter) rejected() (some []string) {
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

// absentValue is the error of a value that no row has: a mistyped rack would lose its power. Of continued files, only
// the caller can tell.
func (s *Selection) absentValue() *power.InputError {
	for i := range s.Filters {
		f := &s.Filters[i]
		absent := f.absent()
		if len(s.Series.Files()) > 1 || len(absent) == 0 {
			continue
		}
		remedy := "the log has no other than those that the series takes"
		if len(f.rejected()) > 0 {
			near := slices.SortedStableFunc(slices.Values(f.left()),
				func(a, b string) int { return distance(absent[0], a) - distance(absent[0], b) })
			remedy = "the log also has " + celltext.Listed(near)
		}
		return s.Refuse(0, "where", "no row has "+f.name+" = "+celltext.Listed(absent),
			"correct the value or leave it out; "+remedy)
	}
	return nil
}

func (f *Filter) absent() (absent []string) {
	if len(f.known) >= maxKnown+len(f.Allowed) {
		return nil // some are not remembered
	}
	met, numbers := map[string]bool{}, map[float64]bool{}
	for value, admitted := range f.known {
		if admitted {
			met[value] = true
			if number, plain := celltext.PlainNumber([]byte(value)); plain {
				numbers[number] = true
			}
		}
	}
	for _, value := range f.Allowed {
		number, plain := celltext.PlainNumber([]byte(value))
		if !met[value] && !(plain && numbers[number]) {
			absent = append(absent, value)
		}
	}
	return absent
}

func (f *Filter) left() (left []string) {
	for value, admitted := range f.known {
		if text := strings.TrimSpace(celltext.Latin1([]byte(value))); !admitted && text != "" {
			left = append(left, text)
		}
	}
	slices.SortFunc(left, naturally)
	return slices.Compact(left)
}

// distance counts the characters by which two texts differ: those to be replaced, put in or taken out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			corner, row[j+1] = row[j+1], min(corner+celltext.CountIf(a[i] != b[j]), row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func (s *Selection) choices() (all []power.Choice) {
	for i := range s.Filters {
		f := &s.Filters[i]
		one := power.Choice{File: s.Table.Name, Column: f.name}
		ofKinds := len(s.Mixed.Kinds) > 0 && f.Column == s.Mixed.Column
		if !f.more && !ofKinds && (slices.Contains(s.KeyAt, f.Column) || columnname.IsID(f.name)) {
			one = f.choice(s.Table.Name)
		}
		if len(s.Series.Files()) > 1 {
			one.Absent = f.absent()
		}
		if one.Count > 1 || len(one.Absent) > 0 {
			all = append(all, one)
		}
	}
	if one := s.columnChoice(); one.Count > 1 {
		all = append(all, one)
	}
	return all
}

func (f *Filter) choice(file string) power.Choice {
	taken, kinds := map[string]bool{}, map[string]bool{}
	var names []string
	for value, admitted := range f.known {
		if text := celltext.Latin1([]byte(value)); admitted && !taken[text] {
			taken[text], kinds[power.MaskDigits(text)] = true, true
			names = append(names, text)
		}
	}
	for _, name := range f.left() {
		if kinds[power.MaskDigits(name)] && !taken[name] {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, naturally)
	return power.NewChoice(file, f.name, names, func(name string) bool { return taken[name] })
}

func (s *Selection) columnChoice() (none power.Choice) {
	own := s.Names[s.ValuesAt[0]]
	mask := power.MaskDigits(own)
	if len(s.KeyAt) > 0 || mask == own || mask == power.MaskDigits(fmt.Sprintf("column %d", 1)) {
		return none
	}
	var names []string
	taken := map[string]bool{}
	for i, name := range s.Names {
		of, unit := slices.Contains(s.ValuesAt, i), s.Means[i].Unit
		if power.MaskDigits(name) != mask ||
			!of && (!s.Numeric[i] || i == s.TimeAt || unit != "" && !SameQuantity(unit, s.Series.Unit)) {
			continue
		}
		taken[name] = taken[name] || of
		names = append(names, name)
	}
	return power.NewChoice(s.Table.Name, "", names, func(name string) bool { return taken[name] })
}
