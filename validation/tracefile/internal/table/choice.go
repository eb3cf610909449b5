package table

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/leftout"
	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// absentValue is the error of a value of a filter that no row has: a mistyped rack would lose its power. Of
// files that continue each other, only the caller can tell.
func (s *Selection) absentValue() *power.InputError {
	if len(s.Series.Files()) > 1 {
		return nil
	}
	for i := range s.Filters {
		if absent := s.Filters[i].absent(); len(absent) > 0 {
			return s.Filters[i].refuseAbsent(s, absent)
		}
	}
	return nil
}

func (f *Filter) refuseAbsent(s *Selection, absent []string) *power.InputError {
	problem := "no row has " + f.name + " = " + celltext.Listed(absent)
	if others := f.rejected(); len(others) > 0 {
		near := slices.SortedStableFunc(slices.Values(f.left()), func(a, b string) int { return distance(absent[0], a) - distance(absent[0], b) })
		return s.Refuse(0, "where", problem, "correct the value or leave it out; the log also has "+celltext.Listed(near))
	}
	return s.Refuse(0, "where", problem, "correct the value or leave it out; the log has no other than those that the series takes")
}

// absent returns the allowed values that no row has, among those that the filters before admit.
func (f *Filter) absent() []string {
	if len(f.known) >= maxKnown+len(f.Allowed) {
		return nil // some are not remembered
	}
	met, numbers := map[string]bool{}, map[float64]bool{}
	for value, admitted := range f.known {
		if !admitted {
			continue
		}
		met[value] = true
		if number, plain := celltext.PlainNumber([]byte(value)); plain {
			numbers[number] = true
		}
	}
	var absent []string
	for _, value := range f.Allowed {
		number, plain := celltext.PlainNumber([]byte(value))
		if !met[value] && !(plain && numbers[number]) {
			absent = append(absent, value)
		}
	}
	return absent
}

// left returns the values that were turned away, in natural order.
func (f *Filter) left() []string {
	var left []string
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
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			corner, row[j+1] = row[j+1], min(corner+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// choices are what the series takes of alike columns, and of the values of its filters that tell instruments apart.
func (s *Selection) choices() []leftout.Choice {
	var all []leftout.Choice
	for i := range s.Filters {
		f := &s.Filters[i]
		one := leftout.Choice{File: s.Table.Name, Column: f.name}
		if !f.more && s.tellsInstruments(f) {
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

// tellsInstruments reports whether the values of a filter are instruments, and not kinds of readings.
func (s *Selection) tellsInstruments(f *Filter) bool {
	if len(s.Mixed.Kinds) > 0 && f.Column == s.Mixed.Column {
		return false
	}
	return slices.Contains(s.KeyAt, f.Column) || columnname.IsID(f.name)
}

// choice is that among the values of the same kind as those that are taken.
func (f *Filter) choice(file string) leftout.Choice {
	taken, kinds := map[string]bool{}, map[string]bool{}
	for value, admitted := range f.known {
		if admitted {
			text := celltext.Latin1([]byte(value))
			taken[text], kinds[leftout.MaskDigits(text)] = true, true
		}
	}
	var names []string
	for name := range taken {
		names = append(names, name)
	}
	for _, name := range f.left() {
		if kinds[leftout.MaskDigits(name)] && !taken[name] {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, naturally)
	return leftout.NewChoice(file, f.name, names, func(name string) bool { return taken[name] })
}

// columnChoice is that among columns of numbers that are named like the one that the series takes.
func (s *Selection) columnChoice() (none leftout.Choice) {
	own := s.Names[s.ValuesAt[0]]
	mask := leftout.MaskDigits(own)
	if len(s.KeyAt) > 0 || mask == own || mask == leftout.MaskDigits(fmt.Sprintf("column %d", 1)) {
		return none
	}
	var names []string
	taken := map[string]bool{}
	for i, name := range s.Names {
		of := slices.Contains(s.ValuesAt, i)
		if leftout.MaskDigits(name) != mask || !of && (!s.Numeric[i] || i == s.TimeAt || !s.alikeMeaning(i)) {
			continue
		}
		taken[name] = taken[name] || of
		names = append(names, name)
	}
	return leftout.NewChoice(s.Table.Name, "", names, func(name string) bool { return taken[name] })
}

// alikeMeaning reports whether a column may hold the same quantity as the one that the series takes.
func (s *Selection) alikeMeaning(column int) bool {
	unit := s.Means[column].Unit
	return unit == "" || SameQuantity(unit, s.Series.Unit)
}
