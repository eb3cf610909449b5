package draft

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/fields"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/review"
)

// LogPage is what was understood of a file: GET /submissions/{id}/log?file=NAME, and POST of the same address with the
// fields proposal, shown, revision, name, site and those of a series as the form of the document has them, series[0];
// ShownPath has what was guessed and shown in such a field. The button that was pressed is "action": look (again, with
// what was corrected), use (in the document), keep (as a preset), preset:ID (use a preset), forget:ID.
type LogPage struct {
	templates.Page
	ID            string
	State         review.State
	System        string
	Token         string // the revision that was looked at
	File          string
	Files         []string                 // of the entry
	Understanding *tracefile.Understanding // nil if the file is no log
	Chosen        contents.Choice          // which of its series is shown
	Reasons       []tracefile.Reason
	Values        map[string]string // of the series, by path
	Said          map[string]string // those of them that somebody said
	Errors        templates.FieldErrors
	Notice        string       // about what was just done
	Instruments   []Instrument // as the file is read now, some if they are many; none if it can't be
	Count         int          // of all instruments
	Rest          string       // what is to be known of those that are not shown; empty if none is
	Together      string       // what several of them show as one
	LeftOut       []string     // cells
	Chart         *chart.Chart // nil if nothing can be drawn
	Laid          []string     // how the core phase lies over it
	Presets       []Preset     // those that are for such files first
	Sites         []string     // of the person, by name
	Zones         []string     // with which the times of the output would fit the readings
	Reads         string       // what the document says of the file; empty if no series reads it
}

// Instrument is what an instrument shows, a sentence each.
type Instrument struct {
	Name string
	Said []string
}

// Preset is saved import settings of the viewer, or of somebody of their sites.
type Preset struct {
	ID, Name string
	Site     string // for whose members it is; empty if it is the viewer's own
	Fits     bool   // the file is one it is for
}

// FirstSeries begins the path of the fields of the one series of the page.
const FirstSeries = "series[0]."

// ShownPath is the name of the hidden field that has what was guessed for a path and shown there.
func ShownPath(path string) string { return "shown." + path }

func logHref(id, file string) templ.SafeURL {
	return templ.SafeURL("/submissions/" + id + "/log?" + url.Values{"file": {file}}.Encode())
}

// MayBeLog reports whether a file may hold readings, by what the document uses it for.
func MayBeLog(use string) bool { return use == "" || use == "readings" }

const seriesPath = "series[]."

var unread = []string{"file", "continued", "meter", "covers.subsystem", "covers.node_set"}

func readingFields() []fields.Field {
	var reading []fields.Field
	for _, s := range fields.Sections() {
		for _, f := range s.Fields {
			name, ofSeries := strings.CutPrefix(f.Path, seriesPath)
			if ofSeries && !slices.Contains(unread, name) {
				f.Required = false // what is open is required once the series is in the document
				reading = append(reading, f)
			}
		}
	}
	return reading
}

// IsReadingField reports whether a field of a series says how its file is read.
func IsReadingField(name string) bool {
	return slices.ContainsFunc(readingFields(), func(f fields.Field) bool { return f.Path == seriesPath+name })
}

func (p LogPage) form() FormPage { return FormPage{Values: p.Values, Errors: p.Errors} }

func (p LogPage) problems() []formProblem {
	var list []formProblem
	told := templates.FieldErrors{}
	add := func(path, href string) {
		if sentence := p.Errors[path]; sentence != "" && told[path] == "" {
			told[path] = sentence
			list = append(list, formProblem{sentence, href})
		}
	}
	for _, f := range readingFields() {
		add(f.At(0), "#"+fields.FieldID(f.At(0)))
	}
	add("name", "#name")
	for path := range p.Errors {
		add(path, "#form")
	}
	return list
}

func (p LogPage) guessed(path string) bool { return p.Values[path] != "" && p.Said[path] == "" }

func (p LogPage) reasons(f fields.Field) []tracefile.Reason {
	return slices.DeleteFunc(slices.Clone(p.Reasons),
		func(r tracefile.Reason) bool { return seriesPath+r.Field != f.Path })
}

func (p LogPage) settled(f fields.Field, r tracefile.Reason) string {
	if p.Values[f.At(0)] != "" && len(p.reasons(f)) == 1 {
		return ""
	}
	return r.Value
}

func (p LogPage) others() []tracefile.Reason {
	return slices.DeleteFunc(slices.Clone(p.Reasons), func(r tracefile.Reason) bool { return IsReadingField(r.Field) })
}

func (p LogPage) format() string {
	u := p.Understanding
	sentence := "Format: " + u.Format
	if len(u.Packing) > 0 {
		sentence += ", packed in " + strings.Join(u.Packing, " in ")
	}
	if u.Whole {
		return sentence + fmt.Sprintf(", of %s.", templates.Plural(u.Rows, "row", "rows"))
	}
	return sentence + fmt.Sprintf(". The first %s analysed.", templates.Plural(u.Rows, "row was", "rows were"))
}

func (p LogPage) drawn() string {
	return templates.Either(p.Chart.Spans.Core.IsZero(),
		"No core phase to compare with: upload the HPL output and select it in the section Run.",
		"The core phase of the run is marked. Power should rise at its start and fall at its end.")
}

func (p LogPage) choices() []templates.Option {
	var all []templates.Option
	for _, one := range p.Understanding.Series {
		option := templates.Option{Value: choiceText(contents.ChoiceOf(&one.Series)),
			Label: contents.NameOf(&one.Series)}
		if !slices.Contains(all, option) {
			all = append(all, option)
		}
	}
	return all
}

func choiceText(c contents.Choice) string {
	text, err := json.Marshal(c)
	if err != nil {
		return "" // words always can be written
	}
	return string(text)
}

// ReadChoice is the choice that the page sends; none if it is not whole.
func ReadChoice(text string) contents.Choice {
	var c contents.Choice
	if json.Unmarshal([]byte(text), &c) != nil {
		return contents.Choice{}
	}
	return c
}

// mostColumns and MostInstruments are how many are shown; drawings and figures have all of them.
const (
	mostColumns     = 40
	MostInstruments = 16
)

func few[V any](list []V, most int) (first []V, more int) {
	first = list[:min(len(list), most)]
	return first, len(list) - len(first)
}
