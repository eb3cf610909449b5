package fields

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// FieldID is the id of the field of a path: "meters[0].id" is at "f-meters-0-id".
func FieldID(path string) string {
	return "f-" + dashes.Replace(path)
}

var dashes = strings.NewReplacer("[", "-", "]", "", ".", "-")

// FieldHref is where the form asks for a path: at its field, or at its section, as for "series" or "run.full_run".
func FieldHref(path string) string {
	if _, ok := FieldOf(path); ok {
		return "#" + FieldID(path)
	}
	if s, ok := SectionOf(path); ok {
		return "#" + s.ID
	}
	return "#form"
}

// LabelOf is what the form calls a path.
func LabelOf(path string) string {
	if field, ok := FieldOf(path); ok {
		return field.Label
	}
	if s, ok := SectionOf(path); ok {
		return s.Title
	}
	return path
}

var index = regexp.MustCompile(`\[\d+\]`)

var fieldsByPath = sync.OnceValue(func() map[string]Field {
	all := map[string]Field{}
	for _, s := range Sections() {
		for _, field := range s.Fields {
			if field.Kind != KindHidden {
				all[field.Path] = field
			}
		}
	}
	return all
})

// FieldOf is the field of the form at a path; ok is false if none is.
func FieldOf(path string) (field Field, ok bool) {
	field, ok = fieldsByPath()[index.ReplaceAllString(path, "[]")]
	return field, ok
}

// SectionOf is the section of the form that a path belongs to; ok is false if none is.
func SectionOf(path string) (section Section, ok bool) {
	first, _, _ := strings.Cut(path, ".")
	first, _, _ = strings.Cut(first, "[")
	for _, s := range Sections() {
		if s.ID == first {
			return s, true
		}
	}
	return Section{}, false
}

// PlaceOf names a field so that it differs from those of other items: "Meter 2, make".
func PlaceOf(path string) string {
	s, inSection := SectionOf(path)
	number := index.FindString(path)
	n, err := strconv.Atoi(trimBrackets(number))
	if !inSection || err != nil {
		return LabelOf(path)
	}
	item := s.Item + " " + strconv.Itoa(n+1)
	if field, ok := FieldOf(path); ok {
		return item + ", " + field.Label
	}
	return item
}

func trimBrackets(number string) string {
	if len(number) < len("[]") {
		return ""
	}
	return number[1 : len(number)-1]
}

// ItemWords names the item that a field belongs to: "meter 2".
func ItemWords(path string) string {
	s, _ := SectionOf(path)
	n, _ := strconv.Atoi(trimBrackets(index.FindString(path)))
	return strings.ToLower(s.Item) + " " + strconv.Itoa(n+1)
}
