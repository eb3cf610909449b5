// Package docs has the guides that a server shows at /guides, and writes them as HTML.
package docs

import (
	"embed"
	"fmt"
	"html"
	"regexp"
	"strings"
)

//go:embed submitting.md log-formats.md reviewing.md editing.md glossary.md lists.md trust.md examples/smallest
var guides embed.FS

// Guide returns the title and the HTML of a guide by the name of its file without .md; ok is false if there is none.
func Guide(name string) (title, page string, ok bool) {
	text, err := guides.ReadFile(name + ".md")
	if err != nil {
		return "", "", false
	}
	title, _, _ = strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	return title, inHTML(string(text)), true
}

// Example returns a file of the smallest bundle; ok is false if there is none.
func Example(name string) (content []byte, ok bool) {
	content, err := guides.ReadFile("examples/smallest/" + name)
	return content, err == nil
}

var (
	begins    = regexp.MustCompile("^(?:$|#+ |\\||<a |<!--|- |[0-9]+\\. |```)")
	whole     = regexp.MustCompile("^(?:$|#|\\||<|```)")
	inline    = regexp.MustCompile("`([^`]+)`|\\*\\*(.+?)\\*\\*|\\*([^*]+)\\*|\\[([^\\]]+)\\]\\(([^)]+)\\)")
	ofHeading = regexp.MustCompile("[^a-z0-9 -]")
)

// joined are the lines of a text, those of one paragraph or item as one.
func joined(text string) []string {
	var lines []string
	code, open := false, false
	for line := range strings.SplitSeq(text, "\n") {
		fence := strings.HasPrefix(line, "```")
		if open && !code && !begins.MatchString(line) {
			lines[len(lines)-1] += " " + strings.TrimSpace(line)
			continue
		}
		lines, code = append(lines, line), code != fence
		open = !code && !whole.MatchString(line)
	}
	return lines
}

// page is a guide while it is written in HTML.
type page struct {
	made          strings.Builder
	open, heading string // the element that lines are added to, and the last heading
	tables        int
}

// enter ends the open element, and begins another.
func (p *page) enter(element, begin string) {
	if element != p.open {
		p.made.WriteString(map[string]string{"ul": "</ul>", "ol": "</ol>", "table": "</table></div>",
			"pre": "</pre>"}[p.open] + begin)
		p.open = element
	}
}

func (p *page) row(line string) {
	cell := "td"
	if p.open != "table" {
		p.tables, cell = p.tables+1, `th scope="col"`
		p.enter("table", fmt.Sprintf(`<div class="table-box" role="region" aria-label="Table %d" tabindex="0">`+
			`<table><caption>Table %[1]d: %s</caption><thead>`, p.tables, written(p.heading)))
	}
	p.made.WriteString("<tr>")
	for one := range strings.SplitSeq(strings.Trim(line, "| "), " | ") {
		p.made.WriteString("<" + cell + ">" + written(one))
	}
}

// inHTML writes what the guides use of Markdown: headings, paragraphs, lists, tables, code and links.
func inHTML(text string) string {
	var p page
	for _, line := range joined(text) {
		mark, words, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, "```") && p.open != "pre":
			p.enter("pre", `<pre tabindex="0">`)
		case strings.HasPrefix(line, "```"):
			p.enter("", "")
		case p.open == "pre":
			p.made.WriteString(html.EscapeString(line) + "\n")
		case line == "" && (p.open == "ul" || p.open == "ol"), strings.HasPrefix(line, "<!--"):
		case strings.HasPrefix(line, "|--"):
			p.made.WriteString("<tbody>")
		case line == "", strings.HasPrefix(line, "<a "):
			p.enter("", "")
			p.made.WriteString(line)
		case strings.HasPrefix(line, "#"):
			p.enter("", "")
			p.heading = words
			id := strings.ReplaceAll(ofHeading.ReplaceAllString(strings.ToLower(words), ""), " ", "-")
			fmt.Fprintf(&p.made, "<h%d id=%q>%s</h%[1]d>", len(mark), id, written(words))
		case strings.HasPrefix(line, "|"):
			p.row(line)
		case mark == "-":
			p.enter("ul", "<ul>")
			p.made.WriteString("<li>" + written(words))
		case isNumber(mark):
			p.enter("ol", "<ol>")
			p.made.WriteString("<li>" + written(words))
		default:
			p.enter("p", "")
			p.made.WriteString("<p>" + written(line))
		}
	}
	p.enter("", "")
	return p.made.String()
}

// isNumber reports whether a mark begins an item of a numbered list.
func isNumber(mark string) bool {
	return strings.HasSuffix(mark, ".") && mark[0] >= '0' && mark[0] <= '9'
}

// written is a line with its code, emphasis and links.
func written(line string) string { return marked(html.EscapeString(line)) }

// marked is escaped text with its marks. A link to a file that the server does not show is its text alone.
func marked(text string) string {
	return inline.ReplaceAllStringFunc(text, func(found string) string {
		part := inline.FindStringSubmatch(found)
		path, anchor, anchored := strings.Cut(part[5], "#")
		_, err := guides.ReadFile(path)
		switch {
		case part[1] != "":
			return "<code>" + part[1] + "</code>"
		case part[2] != "":
			return "<strong>" + marked(part[2]) + "</strong>"
		case part[3] != "":
			return "<em>" + marked(part[3]) + "</em>"
		case path != "" && err != nil && !strings.HasPrefix(path, "https://"):
			return marked(part[4])
		case err == nil:
			path = "/guides/" + strings.TrimSuffix(path, ".md")
		}
		if anchored {
			path += "#" + anchor
		}
		return `<a href="` + path + `">` + marked(part[4]) + "</a>"
	})
}
