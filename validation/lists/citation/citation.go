// Package citation cites an entry of a published list: as text, BibTeX, CSL-JSON, and on a badge.
package citation

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"green500/validation/power"
)

// Work is what is cited: an entry of a list.
type Work struct {
	Entry        int64
	System, Site string
	Country      string // code of two letters; may be empty
	Edition      string
	Rank         int       // 0 without one
	TakenOut     time.Time // of the list, in the zone of the edition; zero if it is on it
	Efficiency   float64
	Uncertainty  *float64 // of the efficiency, half width; nil if it is not known
	Rmax         power.GFlops
	Power        power.Watts
	Level        power.Level
	Methodology  string
	Waived       bool      // the level rests on a waiver
	ListHash     string    // SHA-256 of the current list
	Address      string    // where the entry stays
	Released     time.Time // from when on everybody could read the list, in the zone of the edition
	Errata       int       // that are in the list
	Since        time.Time // from when on the list stood so, in the zone of the edition
}

func (w Work) takenOut() bool { return !w.TakenOut.IsZero() }

func (w Work) figure() string {
	return strconv.FormatFloat(w.Efficiency, 'f', 2, 64) + power.PlusMinus(w.Uncertainty, 2) + " GFlops/W"
}

func (w Work) standing() string {
	if w.takenOut() {
		return "taken out of the list by an erratum of " + w.TakenOut.Format(time.DateOnly)
	}
	if w.Rank == 0 {
		return "listed without a rank"
	}
	return "rank " + strconv.Itoa(w.Rank)
}

func (w Work) level() string {
	text := w.Level.String() + " under methodology " + w.Methodology
	if w.Waived {
		text += " with a waiver"
	}
	return text
}

func (w Work) place() string {
	if w.Country == "" {
		return w.Site
	}
	return w.Site + ", " + w.Country
}

// List is the name of the list.
func (w Work) List() string { return "Green500 list of " + w.Edition }

// Title is what is cited, in few words.
func (w Work) Title() string { return w.System + " in the " + w.List() }

func (w Work) state() string {
	text := "SHA-256 of the list " + w.ListHash
	if w.Errata > 0 {
		text += ", as corrected on " + w.Since.Format(time.DateOnly)
	}
	return text
}

func (w Work) note() string {
	return fmt.Sprintf("%s; %s; %s; %s", w.standing(), w.figure(), w.level(), w.state())
}

func (w Work) key() string {
	return "green500-" + w.Edition + "-entry-" + strconv.FormatInt(w.Entry, 10)
}

// Text is the citation as a sentence.
func (w Work) Text() string {
	return fmt.Sprintf("%s (%s). %s, %s: %s, %s. Released %s. %s. %s", w.System, w.place(), w.List(), w.standing(),
		w.figure(), w.level(), w.Released.Format(time.DateOnly), w.state(), w.Address)
}

// BibTeX is the citation for LaTeX, in ASCII but for letters that have no command.
func (w Work) BibTeX() string {
	fields := []struct{ name, value string }{
		{"title", "{" + tex(w.Title()) + "}"}, // in braces of its own, so that its capitals stay
		{"author", "{" + tex(w.Site) + "}"},
		{"year", w.Released.Format("2006")},
		{"month", w.Released.Format("1")},
		{"howpublished", tex(w.List())},
		{"note", tex(w.note())},
		{"url", texURL(w.Address)},
	}
	var text strings.Builder
	text.WriteString("@misc{" + w.key() + ",\n")
	for _, field := range fields {
		text.WriteString("  " + field.name + " = {" + field.value + "},\n")
	}
	return text.String() + "}\n"
}

type item struct {
	ID        string              `json:"id"`
	Type      string              `json:"type"`
	Title     string              `json:"title"`
	Author    []map[string]string `json:"author"`
	Container string              `json:"container-title"`
	Issued    map[string][][]int  `json:"issued"`
	Number    string              `json:"number,omitempty"`
	Version   string              `json:"version"`
	Note      string              `json:"note"`
	URL       string              `json:"URL"`
}

// CSL is the citation as CSL-JSON. It does not fail for text and numbers that are some.
func (w Work) CSL() ([]byte, error) {
	of := item{
		ID: w.key(), Type: "dataset", Title: w.Title(), Author: []map[string]string{{"literal": w.Site}},
		Container: w.List(),
		Issued:    map[string][][]int{"date-parts": {{w.Released.Year(), int(w.Released.Month()), w.Released.Day()}}},
		Version:   w.ListHash, Note: w.note(), URL: w.Address,
	}
	if w.Rank > 0 {
		of.Number = strconv.Itoa(w.Rank)
	}
	text, err := json.MarshalIndent([]item{of}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write a citation: %w", err)
	}
	return append(text, '\n'), nil
}

// commands write characters that mean something to TeX. BibTeX counts braces, so that a brace is a word.
func commands() map[rune]string {
	return map[rune]string{
		'\\': `\textbackslash{}`, '{': `\textbraceleft{}`, '}': `\textbraceright{}`, '$': `\$`, '&': `\&`, '#': `\#`,
		'%': `\%`, '_': `\_`, '~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '"': `\textquotedbl{}`,
		'\'': `\textquotesingle{}`, '`': `\textasciigrave{}`,
		'<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`, '@': `{@}`,
		'±': `\textpm{}`, '–': `\textendash{}`, '—': `\textemdash{}`, '’': `\textquoteright{}`,
		'“': `\textquotedblleft{}`, '”': `\textquotedblright{}`,
		'·': `\textperiodcentered{}`, '®': `\textregistered{}`, '™': `\texttrademark{}`, '°': `\textdegree{}`,
		'\u00a0': `~`, 'ß': `{\ss}`, 'æ': `{\ae}`, 'Æ': `{\AE}`, 'œ': `{\oe}`, 'Œ': `{\OE}`, 'ø': `{\o}`, 'Ø': `{\O}`,
		'å': `{\aa}`, 'Å': `{\AA}`, 'ł': `{\l}`, 'Ł': `{\L}`, 'ı': `{\i}`,
	}
}

// accents are the letters that TeX puts together, each before the letter that takes the accent.
func accents() map[string]string {
	return map[string]string{
		`'`: "áaÁAéeÉEíiÍIóoÓOúuÚUýyÝYćcĆCńnŃNśsŚSźzŹZ", "`": "àaÀAèeÈEìiÌIòoÒOùuÙU", `"`: "äaÄAëeËEïiÏIöoÖOüuÜUÿyŸY",
		`^`: "âaÂAêeÊEîiÎIôoÔOûuÛU",
		`~`: "ãaÃAñnÑNõoÕO", `c `: "çcÇCşsŞS", `v `: "čcČCďdĎDěeĚEňnŇNřrŘRšsŠSťtŤTžzŽZ", `k `: "ąaĄAęeĘE", `.`: "żzŻZ",
		`r `: "ůuŮU", `H `: "őoŐOűuŰU", `u `: "ğgĞG",
	}
}

var letters = sync.OnceValue(func() map[rune]string {
	all := commands()
	for accent, pairs := range accents() {
		pair := []rune(pairs)
		for i := 0; i < len(pair); i += 2 {
			all[pair[i]] = `{\` + accent + string(pair[i+1]) + `}`
		}
	}
	return all
})

// tex writes text so that TeX sets it as it is; what breaks a line or is no character becomes a blank.
func tex(text string) string {
	var out strings.Builder
	for _, letter := range text {
		command, ok := letters()[letter]
		switch {
		case ok:
			out.WriteString(command)
		case letter < ' ' || letter == 0x7f || letter == '\u2028' || letter == '\u2029':
			out.WriteByte(' ')
		default:
			out.WriteRune(letter)
		}
	}
	return out.String()
}

// texURL writes an address so that neither \url nor BibTeX reads anything into it.
func texURL(address string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C", " ", "%20", "\n", "%0A", "\r", "%0D").
		Replace(address)
}
