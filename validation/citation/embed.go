package citation

import (
	"html"
	"strings"
)

// BadgeAddress is where the badge of an entry stays.
func (w Work) BadgeAddress() string { return w.Address + "/badge.svg" }

// EmbedHTML shows the badge on a page of somebody else's, as a link to the entry. Its words stay true when the list
// is put right.
func (w Work) EmbedHTML() string {
	return `<a href="` + html.EscapeString(w.Address) + `"><img src="` + html.EscapeString(w.BadgeAddress()) + `" alt="` + html.EscapeString(oneLine(w.Title())) + `"></a>`
}

// EmbedMarkdown is the same as EmbedHTML in a text in Markdown.
func (w Work) EmbedMarkdown() string {
	return "[![" + markdown(oneLine(w.Title())) + "](" + w.BadgeAddress() + ")](" + w.Address + ")"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// meant is what Markdown reads something into within a line.
const meant = "\\`*_[]<>!|~&"

func markdown(text string) string {
	var out strings.Builder
	for _, letter := range text {
		if strings.ContainsRune(meant, letter) {
			out.WriteByte('\\')
		}
		out.WriteRune(letter)
	}
	return out.String()
}
