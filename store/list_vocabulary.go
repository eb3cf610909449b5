// This file owns the words that lines of lists contain.

package store

import (
	"slices"
	"strings"
	"sync"
)

// vocabulary numbers the distinct words of all lines: what somebody searches for is looked for once in each, however many
// lines have it. Words that no line has any more stay, which are few: lists are corrected, and never taken away.
type vocabulary struct {
	numbering sync.Mutex
	numbers   map[string]uint32
	known     wording
	sorting   sync.Mutex
	sorted    []uint32 // the place in the order of bytes, by number
}

// wording is the vocabulary at a moment, by number; noWords is the first.
type wording struct {
	words  []string
	folded []string // in lower case
}

const noWords = 0

func newVocabulary() *vocabulary {
	return &vocabulary{numbers: map[string]uint32{"": noWords}, known: wording{words: []string{""}, folded: []string{""}}}
}

// number is that of some words.
func (v *vocabulary) number(words string) uint32 {
	v.numbering.Lock()
	defer v.numbering.Unlock()
	number, known := v.numbers[words]
	if !known {
		number = uint32(len(v.known.words))
		v.numbers[words] = number
		v.known.words, v.known.folded = append(v.known.words, words), append(v.known.folded, strings.ToLower(words))
	}
	return number
}

// now is the vocabulary as it is; what is numbered later does not change it.
func (v *vocabulary) now() wording {
	v.numbering.Lock()
	defer v.numbering.Unlock()
	return v.known
}

// places are the places of words in their order, by number, of those at least that w has.
func (v *vocabulary) places(w wording) []uint32 {
	v.sorting.Lock()
	defer v.sorting.Unlock()
	if len(v.sorted) >= len(w.words) {
		return v.sorted
	}
	order := make([]uint32, len(w.words))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(w.words[a], w.words[b]) })
	v.sorted = make([]uint32, len(order))
	for place, number := range order {
		v.sorted[number] = uint32(place)
	}
	return v.sorted
}

// containing says by number which words contain a part, in upper or lower case.
func (w wording) containing(part string) []bool {
	part = strings.ToLower(part)
	fits := make([]bool, len(w.folded))
	for i, folded := range w.folded {
		fits[i] = strings.Contains(folded, part)
	}
	return fits
}

// among says by number which words are among some.
func (w wording) among(some []string) []bool {
	fits := make([]bool, len(w.words))
	for i, words := range w.words {
		fits[i] = slices.Contains(some, words)
	}
	return fits
}
