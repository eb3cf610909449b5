package handlers

import (
	"strings"

	"green500/templates"
)

// Legal is what an operator has to say by law: each a text, or the address of a page elsewhere, or empty.
type Legal struct {
	Privacy, Imprint string
}

// The addresses of these texts.
const (
	privacyPath = "/privacy"
	imprintPath = "/imprint"
)

// Of returns the title of the page at a path and what stands there; the text is empty if there is none.
func (l Legal) Of(path string) (title, text string) {
	switch path {
	case privacyPath:
		return "Privacy", l.Privacy
	case imprintPath:
		return "Imprint", l.Imprint
	}
	return "", ""
}

func (l Legal) links() (links []templates.Link) {
	for _, path := range []string{privacyPath, imprintPath} {
		if title, text := l.Of(path); text != "" {
			links = append(links, templates.Link{Href: path, Text: title})
		}
	}
	return links
}

// IsAddress reports whether a text is the address of a page elsewhere.
func IsAddress(text string) bool {
	return (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) && !strings.ContainsAny(text, " \n")
}
