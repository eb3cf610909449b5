package citation

import (
	"encoding/xml"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What a badge is drawn with, in pixels.
const (
	badgeHeight  = 20
	badgeLetter  = 6.6 // width of a letter of 11 pixels on average
	badgePadding = 8
)

// BadgeText is what a badge says: "Green500 2026-11 · #3 · 67.6 GFlops/W · L3".
func (w Work) BadgeText() string { return strings.Join(w.badgeParts(), " · ") }

func (w Work) badgeParts() []string {
	name := "Green500 " + w.Edition
	if w.takenOut() {
		return []string{name, "taken out by an erratum"}
	}
	rank, level := "#"+strconv.Itoa(w.Rank), "L"+strconv.Itoa(int(w.Level))
	if w.Rank == 0 {
		rank, level = "no rank", w.Level.String()
	}
	return []string{name, rank, strconv.FormatFloat(w.Efficiency, 'f', 1, 64) + " GFlops/W", level}
}

// BadgeTitle is the text alternative of a badge.
func (w Work) BadgeTitle() string {
	if w.takenOut() {
		return w.Title() + ": " + w.standing()
	}
	return w.Title() + ": " + w.standing() + ", " + w.figure() + ", " + w.level()
}

// Badge is a drawing complete in itself; the entry is on green, or on grey if it was taken out.
func (w Work) Badge() []byte {
	parts := w.badgeParts()
	left, right := parts[0], strings.Join(parts[1:], " · ")
	ground := "#1b6e3c"
	if w.takenOut() {
		ground = "#5c5c5c"
	}
	leftText, rightText := textWidth(left), textWidth(right)
	leftWide, rightWide := leftText+2*badgePadding, rightText+2*badgePadding
	var svg strings.Builder
	// a builder takes everything
	_, _ = fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 `+
		`%[1]d %[2]d" role="img" aria-labelledby="t">`, leftWide+rightWide, badgeHeight)
	_, _ = fmt.Fprintf(&svg, `<title id="t">%s</title>`, escaped(w.BadgeTitle()))
	_, _ = fmt.Fprintf(&svg, `<rect width="%d" height="%d" fill="#2b2f33"/><rect x="%d" width="%d" height="%d" `+
		`fill="%s"/>`, leftWide, badgeHeight, leftWide, rightWide, badgeHeight, ground)
	svg.WriteString(`<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">`)
	writeBadgeText(&svg, badgePadding, leftText, left)
	writeBadgeText(&svg, leftWide+badgePadding, rightText, right)
	svg.WriteString("</g></svg>\n")
	return []byte(svg.String())
}

func writeBadgeText(svg *strings.Builder, x, width int, text string) {
	// a builder takes everything
	_, _ = fmt.Fprintf(svg, `<text x="%d" y="14" textLength="%d" lengthAdjust="spacingAndGlyphs">%s</text>`, x, width,
		escaped(text))
}

func textWidth(text string) int { return int(badgeLetter * float64(utf8.RuneCountInString(text))) }

// escaped writes text into XML; what XML cannot hold becomes U+FFFD.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a builder takes everything
	return out.String()
}

// BadgeAddress is where the badge of an entry stays.
func (w Work) BadgeAddress() string { return w.Address + "/badge.svg" }

// EmbedHTML shows the badge on another page, in words that stay true when the list is put right.
func (w Work) EmbedHTML() string {
	return `<a href="` + html.EscapeString(w.Address) + `"><img src="` + html.EscapeString(w.BadgeAddress()) +
		`" alt="` + html.EscapeString(oneLine(w.Title())) + `"></a>`
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
