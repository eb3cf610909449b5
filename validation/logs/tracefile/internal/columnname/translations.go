package columnname

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// translationTable has a line a word: its form, the word and its English. Names in other languages are understood as
// these words in English are. Words that need no more than to be known stand in the lists of English words; the table
// has those in other letters.
//
//go:embed translations.tsv
var translationTable string

// The forms of translated words.
const (
	unitForm = "unit" // a unit whose case distinguishes milli from mega, as it does in Latin letters
	wordForm = "word" // a whole word, in small letters
	partForm = "part" // part of a word, in languages without blanks between words; the longest at a place counts
)

type translations struct {
	units, words, parts map[string]string
	longest             int // letters of a part
}

// translated returns the words of the table, which is part of the program and has the form that its test asks for.
var translated = sync.OnceValue(func() *translations {
	t, err := parseTranslations(translationTable)
	if err != nil {
		panic(err)
	}
	return t
})

// parseTranslations reads lines of form, word and English after a line of names; no word may be there twice.
func parseTranslations(text string) (*translations, error) {
	t := &translations{units: map[string]string{}, words: map[string]string{}, parts: map[string]string{}}
	forms := map[string]map[string]string{unitForm: t.units, wordForm: t.words, partForm: t.parts}
	_, lines, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(lines) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 3 || forms[cells[0]] == nil || cells[1] == "" || cells[2] == "" {
			return nil, fmt.Errorf("translations: %q is not form, word and English", line)
		}
		form, word := forms[cells[0]], cells[1]
		if form[word] != "" {
			return nil, fmt.Errorf("translations: %q is there twice", word)
		}
		form[word] = cells[2]
		if cells[0] == partForm {
			t.longest = max(t.longest, len([]rune(word)))
		}
	}
	return t, nil
}

func inEnglish(word string) []string {
	known := translated()
	if english := known.units[word]; english != "" {
		return []string{english}
	}
	if english := known.words[strings.ToLower(word)]; english != "" {
		return []string{english}
	}
	var words []string
	letters, begin := []rune(word), 0
	for at := 0; at < len(letters); {
		english, length := known.partAt(letters[at:])
		if length == 0 {
			at++
			continue
		}
		if begin < at {
			words = append(words, apart(string(letters[begin:at]))...)
		}
		words = append(words, english)
		at += length
		begin = at
	}
	if begin < len(letters) {
		words = append(words, apart(string(letters[begin:]))...)
	}
	return words
}

func (t *translations) partAt(letters []rune) (english string, length int) {
	for length = min(t.longest, len(letters)); length > 0; length-- {
		if english = t.parts[string(letters[:length])]; english != "" {
			return english, length
		}
	}
	return "", 0
}
