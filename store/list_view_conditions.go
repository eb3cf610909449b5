// This file owns the conditions that a view puts to lines.

package store

import (
	"slices"

	"green500/store/vocabulary"
	"green500/validation/listing"
)

// ofList reports whether a column says the same of all lines of a list.
func ofList(column listing.Column) bool { return column.Name == "edition" || column.Name == "kind" }

// listWord is what such a column says.
func listWord(list catalogueRow, column listing.Column) string {
	if column.Name == "edition" {
		return list.Edition
	}
	return string(list.Kind)
}

// worded reports whether lines hold words in a column.
func worded(column listing.Column) bool {
	return column.Sort == listing.Words || column.Sort == listing.Choice
}

// asked is what a view asks of lines. Words that fit are told by their number in the vocabulary.
type asked struct {
	ofLists  []listing.Filter
	ofWords  []wordsAsked
	ofNumber []listing.Filter
}

// wordsAsked are words that one of some columns has to hold.
type wordsAsked struct {
	columns []string
	fits    []bool
}

// list reports whether lines of a list can be of the view.
func (a asked) list(list catalogueRow) bool {
	return !slices.ContainsFunc(a.ofLists, func(f listing.Filter) bool { return !slices.Contains(f.Values, listWord(list, f.Column)) })
}

// tests are what the lines of a pack have to pass.
func (a asked) tests(packs *columnCache, p *listColumns) []func(line int) bool {
	var tests []func(line int) bool
	for _, words := range a.ofWords {
		tests = append(tests, words.test(packs, p))
	}
	for _, filter := range a.ofNumber {
		tests = append(tests, numberTest(filter, packs.shownNumbers(p, filter.Column)))
	}
	return tests
}

func (a wordsAsked) test(packs *columnCache, p *listColumns) func(line int) bool {
	var columns [][]uint32
	for _, name := range a.columns {
		if column := packs.wordsOf(p, name); column != nil {
			columns = append(columns, column)
		}
	}
	silent := a.fits[vocabulary.NoWords] && len(columns) < len(a.columns)
	return func(line int) bool {
		for _, column := range columns {
			if a.fits[column[line]] {
				return true
			}
		}
		return silent
	}
}

// numberTest holds a number to a least and a most, or to some values. What is not known fits none.
func numberTest(filter listing.Filter, numbers []float64) func(line int) bool {
	if numbers == nil {
		return func(int) bool { return false }
	}
	if values := chosen(filter); len(values) > 0 {
		return func(line int) bool { return slices.Contains(values, numbers[line]) }
	}
	return func(line int) bool {
		n := numbers[line]
		return n == n && // it is known
			(filter.Least == nil || n >= filter.Column.Kept(*filter.Least)) && (filter.Most == nil || n <= filter.Column.Kept(*filter.Most))
	}
}

// chosen are the values of a filter by level, or by yes and no, as they are held.
func chosen(filter listing.Filter) []float64 {
	values := make([]float64, len(filter.Values))
	for i, value := range filter.Values {
		values[i] = yesNumber(value == "yes")
		if filter.Column.Sort == listing.Grade {
			values[i] = float64(filter.Level(i))
		}
	}
	return values
}
