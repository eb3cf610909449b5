package columnname

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// WordSet returns the set of the words in a text that spaces separate.
func WordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// endWords are what names that are written together end in, and wholeWord such as only look so.
var (
	endWords  = strings.Fields("power energy voltage current percentage temperature frequency")
	wholeWord = WordSet("horsepower candlepower manpower empower concurrent recurrent undercurrent")
)

// fewestNumbered is how many letters a word has at least that means the same with a number after it, as power1 does: shorter ones
// are names with their number, as a7.
const fewestNumbered = 3

// BareWord is a word without a number after it.
func BareWord(word string) string {
	if letters := strings.TrimRight(word, "0123456789"); len(letters) >= fewestNumbered {
		return letters
	}
	return word
}

// apart splits a word that ends in another one that states what is measured, as loadpower does.
func apart(word string) []string {
	small := BareWord(strings.ToLower(word))
	for _, end := range endWords {
		if before := len(small) - len(end); before > 1 && before < len(word) && strings.HasSuffix(small, end) && !wholeWord[small] {
			return []string{word[:before], word[before:]}
		}
	}
	return []string{word}
}

// joinedWords splits what no sign parts into its words.
func joinedWords(word string) []string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return inEnglish(word)
		}
	}
	return apart(word)
}

// WordsOf splits a name into its words: at what is no letter or digit, where a capital follows a small letter, and where what is
// measured ends it.
func WordsOf(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, joinedWords(string(word))...)
			word = nil
		}
	}
	before := ' '
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			before = ' '
			continue
		case unicode.IsUpper(r) && unicode.IsLower(before) && len(word) > 1: // mW is one word
			end()
		}
		word = append(word, r)
		before = r
	}
	end()
	return words
}
