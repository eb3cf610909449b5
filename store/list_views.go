// This file owns views of lists: which lines, in which order.

package store

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"green500/store/vocabulary"
	"green500/validation/listing"
)

// viewed is what a view leaves of lists.
type viewed struct {
	packs    *columnCache
	lists    []catalogueRow // the newest edition first
	packed   []*listColumns // beside lists
	words    vocabulary.Wording
	matching int          // lines
	first    []viewedLine // of them in the order of the view, as many as were asked for, in no order themselves
	asked    int          // how many are
	last     *viewedLine  // no line after it is among them; nil where any may be
}

// viewedLine is a line by what a view orders it by. Lines of equal keys follow by rank, and then as their lists do.
type viewedLine struct {
	key  uint64
	rank uint32
	list uint32 // place in the lists
}

func (l viewedLine) compare(other viewedLine) int {
	return cmp.Or(cmp.Compare(l.key, other.key), cmp.Compare(l.rank, other.rank), cmp.Compare(l.list, other.list))
}

// show finds the lines of lists that a view shows, and of those the first so many in its order.
func (s *Store) show(ctx context.Context, lists []catalogueRow, view listing.View, first int) (*viewed, error) {
	v := &viewed{packs: s.columns, lists: lists, packed: make([]*listColumns, len(lists)), asked: first}
	slices.SortFunc(lists, func(a, b catalogueRow) int {
		return cmp.Or(strings.Compare(b.Edition, a.Edition), strings.Compare(a.Name, b.Name))
	})
	for i, list := range lists {
		var err error
		if v.packed[i], err = s.columnsOf(ctx, list); err != nil {
			return nil, err
		}
	}
	v.words = s.columns.vocabulary.Now() // now that it has all of theirs
	asked := v.askedBy(view)
	for i, p := range v.packed {
		if asked.list(lists[i]) {
			v.take(i, asked.tests(v.packs, p), v.key(i, view))
		}
	}
	return v, nil
}

func (v *viewed) askedBy(view listing.View) asked {
	var a asked
	if searched := tidy(view.Search); searched != "" {
		a.ofWords = append(a.ofWords, wordsAsked{searchedFields(), v.words.Containing(searched)})
	}
	for _, filter := range view.Filters {
		column := []string{filter.Column.Name}
		switch {
		case ofList(filter.Column):
			a.ofLists = append(a.ofLists, filter)
		case len(filter.Values) > 0 && worded(filter.Column):
			a.ofWords = append(a.ofWords, wordsAsked{column, v.words.Among(convert(filter.Values, text))})
		case filter.Part != "":
			a.ofWords = append(a.ofWords, wordsAsked{column, v.words.Containing(tidy(filter.Part))})
		default:
			a.ofNumber = append(a.ofNumber, filter)
		}
	}
	return a
}

// take counts the lines of a list that pass all tests, and notes those that may be among the first.
func (v *viewed) take(list int, tests []func(line int) bool, key func(line int) uint64) {
	ranks := v.packs.numbersOf(v.packed[list], rankField)
lines:
	for i, rank := range ranks {
		for _, passes := range tests {
			if !passes(i) {
				continue lines
			}
		}
		v.matching++
		v.note(viewedLine{key: key(i), rank: uint32(rank), list: uint32(list)})
	}
}

// minimumNoted is the least number of lines that are noted before some are dropped.
const minimumNoted = 4096

// note keeps a line that may be among the first, and drops those that are not whenever they are as many as those that are.
func (v *viewed) note(line viewedLine) {
	if v.last != nil && line.compare(*v.last) > 0 {
		return
	}
	v.first = append(v.first, line)
	if len(v.first) < max(minimumNoted, 2*v.asked) {
		return
	}
	sortWithin(v.first, v.asked-1, v.asked)
	v.first = v.first[:v.asked]
	v.last = new(v.first[v.asked-1])
}

// page are the lines from one place to before another, where those of the view are in order.
func (v *viewed) page(from, to int) []listing.Row {
	from, to = min(from, len(v.first)), min(to, len(v.first))
	sortWithin(v.first, from, to)
	return convert(v.first[from:to], v.row)
}

func (v *viewed) row(of viewedLine) listing.Row {
	p := v.packed[of.list]
	line, _ := slices.BinarySearch(v.packs.numbersOf(p, rankField), float64(of.rank))
	return v.packs.row(v.lists[of.list], p, v.words, line)
}

// fewLines are sorted at once.
const fewLines = 64

// sortWithin puts those lines where they belong that belong between two places. It leaves alone what lies beyond, which is
// most of it: a page of a million lines is not worth sorting them all.
func sortWithin(lines []viewedLine, from, to int) {
	for from < to {
		if len(lines) <= fewLines || to-from >= len(lines) {
			slices.SortFunc(lines, viewedLine.compare)
			return
		}
		middle := partition(lines)
		if from < middle {
			sortWithin(lines[:middle], from, min(to, middle))
		}
		lines, from, to = lines[middle+1:], max(0, from-middle-1), to-middle-1
	}
}

// partition moves lines before or after a pivot, and returns the index of the pivot. No two lines are equal.
func partition(lines []viewedLine) int {
	last := len(lines) - 1
	at := rand.IntN(len(lines)) //nolint:gosec // no order of lines is a bad one
	lines[at], lines[last] = lines[last], lines[at]
	pivot, middle := lines[last], 0
	for i, line := range lines[:last] {
		if line.compare(pivot) < 0 {
			lines[i], lines[middle] = lines[middle], line
			middle++
		}
	}
	lines[middle], lines[last] = lines[last], lines[middle]
	return middle
}

// key is what a view orders the lines of a list by: what is not known comes last.
func (v *viewed) key(list int, view listing.View) func(line int) uint64 {
	p, way := v.packed[list], uint64(0)
	if view.Descending {
		way = math.MaxUint64
	}
	column, _ := listing.ColumnOf(view.Sort) // Parse knows them
	switch {
	case column.Name == rankField && !view.Descending: // those without one are last of their list
		return constantKey(uint64(list))
	case ofList(column):
		return constantKey(way ^ v.placeOfList(list, column))
	case worded(column):
		places, words := v.packs.vocabulary.Places(v.words), v.packs.wordsOf(p, column.Name)
		if words == nil {
			return constantKey(math.MaxUint64)
		}
		return func(line int) uint64 {
			if words[line] == vocabulary.NoWords {
				return math.MaxUint64
			}
			return way ^ uint64(places[words[line]])
		}
	}
	numbers := v.packs.shownNumbers(p, column)
	if numbers == nil {
		return constantKey(math.MaxUint64)
	}
	return func(line int) uint64 {
		if math.IsNaN(numbers[line]) {
			return math.MaxUint64
		}
		return way ^ orderedBits(numbers[line])
	}
}

func constantKey(key uint64) func(int) uint64 { return func(int) uint64 { return key } }

// orderedBits returns bits that sort like the number.
func orderedBits(n float64) uint64 {
	const sign = 1 << 63
	bits := math.Float64bits(n + 0) // there is one zero
	if bits&sign != 0 {
		return ^bits
	}
	return bits | sign
}

// placeOfList is the place of a list where lists are in the order of a column.
func (v *viewed) placeOfList(list int, column listing.Column) uint64 {
	said := func(l catalogueRow) string { return listWord(l, column) }
	before := 0
	for _, other := range v.lists {
		if said(other) < said(v.lists[list]) {
			before++
		}
	}
	return uint64(before)
}
