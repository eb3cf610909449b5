package columnname

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The table is as it is read: words are in the letters and the case in which they are looked up.
func TestTranslations(t *testing.T) {
	table, err := parseTranslations(translationTable)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(translationTable, "form\tword\tenglish\n") || !strings.HasSuffix(translationTable, "\n") {
		t.Error("the table has no line of names, or no last line end")
	}
	for _, form := range []map[string]string{table.units, table.words, table.parts} {
		if len(form) == 0 {
			t.Error("a form has no words")
		}
		for word, english := range form {
			if utf8.RuneCountInString(word) == len(word) || strings.ContainsAny(word, " \r") {
				t.Errorf("%q is in Latin letters or has a blank: it is never looked up", word)
			}
			if !slices.Equal(strings.Fields(english), []string{english}) {
				t.Errorf("%q is translated as %q, which is not a word", word, english)
			}
		}
	}
	for word := range table.words {
		if word != strings.ToLower(word) {
			t.Errorf("%q is never looked up: words are in small letters", word)
		}
	}
}

func TestDamagedTranslations(t *testing.T) {
	for _, lines := range []string{"word\tток\n", "thing\tток\tcurrent\n", "word\t\tcurrent\n",
		"word\tток\tcurrent\nword\tток\tpower\n", "\n"} {
		if _, err := parseTranslations("form\tword\tenglish\n" + lines); err == nil {
			t.Errorf("%q is taken", lines)
		}
	}
}
