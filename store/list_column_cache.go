// This file owns the columns of lists that are kept in memory.

package store

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"green500/store/vocabulary"
	"green500/validation/listing"
)

// listColumns is the lines of a list at one version, column by column, in the order of their rank. It never changes. A view of any
// columns reads but these, which no index of a database does for all of them.
type listColumns struct {
	version int64
	lines   int
	words   [][]uint32  // by place in wordFields; nil where no line has any
	numbers [][]float64 // by place in numberFields; nil where no line has one
}

// columnCache holds the columns of the lists that were browsed, by the id of the list.
type columnCache struct {
	vocabulary *vocabulary.Vocabulary
	words      []wordField
	numbers    []numberField
	held       sync.Map // of int64 to *columnSlot
}

// columnSlot holds the columns of a list, which one request at a time reads.
type columnSlot struct {
	reading sync.Mutex
	last    atomic.Pointer[listColumns]
}

func newColumnCache() *columnCache {
	return &columnCache{vocabulary: vocabulary.New(), words: wordFields(), numbers: numberFields()}
}

// empty returns listColumns with room for the lines of a list.
func (k *columnCache) empty(list catalogueRow) *listColumns {
	p := &listColumns{version: list.Version, words: make([][]uint32, len(k.words)), numbers: make([][]float64, len(k.numbers))}
	for i := range p.words {
		p.words[i] = make([]uint32, 0, list.Entries)
	}
	for i := range p.numbers {
		p.numbers[i] = make([]float64, 0, list.Entries)
	}
	return p
}

func (k *columnCache) add(p *listColumns, words []string, numbers []any) {
	for i, said := range words {
		p.words[i] = append(p.words[i], k.vocabulary.Number(said))
	}
	for i, given := range numbers {
		p.numbers[i] = append(p.numbers[i], columnNumber(given))
	}
	p.lines++
}

func (p *listColumns) dropEmpty() {
	for i, column := range p.words {
		if !slices.ContainsFunc(column, func(number uint32) bool { return number != vocabulary.NoWords }) {
			p.words[i] = nil
		}
	}
	for i, column := range p.numbers {
		if !slices.ContainsFunc(column, func(n float64) bool { return !math.IsNaN(n) }) {
			p.numbers[i] = nil
		}
	}
}

// wordsOf and numbersOf are the column of a name; nil where no line has anything in it.
func (k *columnCache) wordsOf(p *listColumns, name string) []uint32 {
	return p.words[slices.IndexFunc(k.words, func(f wordField) bool { return f.name == name })]
}

func (k *columnCache) numbersOf(p *listColumns, name string) []float64 {
	return p.numbers[slices.IndexFunc(k.numbers, func(f numberField) bool { return f.name == name })]
}

// shownNumbers is the column of numbers that readers see: a place is no rank.
func (k *columnCache) shownNumbers(p *listColumns, column listing.Column) []float64 {
	numbers := k.numbersOf(p, column.Name)
	if column.Name != rankField {
		return numbers
	}
	numbers = slices.Clone(numbers)
	for i, unranked := range k.numbersOf(p, unrankedField) {
		if unranked == yesNumber(true) {
			numbers[i] = math.NaN()
		}
	}
	return numbers
}

// row returns a line of a list.
func (k *columnCache) row(list catalogueRow, p *listColumns, w vocabulary.Wording, line int) listing.Row {
	var row lineRow
	for i, field := range k.words {
		if column := p.words[i]; column != nil {
			*field.at(&row) = w.Words[column[line]]
		}
	}
	for i, field := range k.numbers {
		if column := p.numbers[i]; column != nil {
			field.set(&row, column[line])
		}
	}
	return row.row(list.Name, list.Edition, list.Kind)
}
