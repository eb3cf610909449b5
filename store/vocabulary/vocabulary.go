// Package vocabulary numbers the words that lines of lists contain.
package vocabulary

import (
	"slices"
	"strings"
	"sync"
)

// Vocabulary numbers the distinct words of all lines: what somebody searches for is looked for once in each, however many
// lines have it. Words that no line has any more stay, which are few: lists are corrected, and never taken away.
type Vocabulary struct {
	numbering sync.Mutex
	numbers   map[string]uint32
	known     Wording
	sorting   sync.Mutex
	sorted    []uint32 // the place in the order of bytes, by number
}

// Wording is the vocabulary at a moment, by number; NoWords is the first.
type Wording struct {
	Words  []string
	folded []string // in lower case
}

// NoWords is the number of no words.
const NoWords = 0

// New returns a vocabulary without words.
func New() *Vocabulary {
	return &Vocabulary{numbers: map[string]uint32{"": NoWords}, known: Wording{Words: []string{""}, folded: []string{""}}}
}

// Number is that of some words.
func (v *Vocabulary) Number(words string) uint32 {
	v.numbering.Lock()
	defer v.numbering.Unlock()
	number, known := v.numbers[words]
	if !known {
		number = uint32(len(v.known.Words))
		v.numbers[words] = number
		v.known.Words, v.known.folded = append(v.known.Words, words), append(v.known.folded, strings.ToLower(words))
	}
	return number
}

// Now is the vocabulary as it is; what is numbered later does not change it.
func (v *Vocabulary) Now() Wording {
	v.numbering.Lock()
	defer v.numbering.Unlock()
	return v.known
}

// Places are the places of words in their order, by number, of those at least that w has.
func (v *Vocabulary) Places(w Wording) []uint32 {
	v.sorting.Lock()
	defer v.sorting.Unlock()
	if len(v.sorted) >= len(w.Words) {
		return v.sorted
	}
	order := make([]uint32, len(w.Words))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(w.Words[a], w.Words[b]) })
	v.sorted = make([]uint32, len(order))
	for place, number := range order {
		v.sorted[number] = uint32(place)
	}
	return v.sorted
}

// Containing says by number which words contain a part, in upper or lower case.
func (w Wording) Containing(part string) []bool {
	part = strings.ToLower(part)
	fits := make([]bool, len(w.folded))
	for i, folded := range w.folded {
		fits[i] = strings.Contains(folded, part)
	}
	return fits
}

// Among says by number which words are among some.
func (w Wording) Among(some []string) []bool {
	fits := make([]bool, len(w.Words))
	for i, words := range w.Words {
		fits[i] = slices.Contains(some, words)
	}
	return fits
}
