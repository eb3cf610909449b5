package templates

import (
	"regexp"
	"strings"
	"sync"
)

// FieldID is the id of the form field that a path of the document has: "meters[0].id" is at
// "f-meters-0-id".
func FieldID(path string) string {
	return "f-" + dashes.Replace(path)
}

var dashes = strings.NewReplacer("[", "-", "]", "", ".", "-")

// FieldHref is where on the page of the form a path of the document is filled in: at its field, or
// at its section where the path is of a whole group or part, such as "series" or "run.full_run".
func FieldHref(path string) string {
	if _, ok := fieldOf(path); ok {
		return "#" + FieldID(path)
	}
	if s, ok := sectionOf(path); ok {
		return "#" + s.ID
	}
	return "#form"
}

// labelOf is what the form calls a path.
func labelOf(path string) string {
	if field, ok := fieldOf(path); ok {
		return field.Label
	}
	if s, ok := sectionOf(path); ok {
		return s.Title
	}
	return path
}

var index = regexp.MustCompile(`\[\d+\]`)

// fieldsByPath finds fields that are shown by their paths.
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

func fieldOf(path string) (Field, bool) {
	field, ok := fieldsByPath()[index.ReplaceAllString(path, "[]")]
	return field, ok
}

func sectionOf(path string) (Section, bool) {
	first, _, _ := strings.Cut(path, ".")
	first, _, _ = strings.Cut(first, "[")
	for _, s := range Sections() {
		if s.ID == first {
			return s, true
		}
	}
	return Section{}, false
}
