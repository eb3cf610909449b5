package templates

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"green500/validation/power"
	"green500/validation/tracefile"
)

// logHref is the page on a file of an entry.
func logHref(id, file string) templ.SafeURL {
	return templ.SafeURL("/submissions/" + id + "/log?" + url.Values{"file": {file}}.Encode())
}

// seriesPath begins the path of each field of a series in the form of the document.
const seriesPath = "series[]."

// unread are the fields of a series that say nothing of how its file is read.
var unread = []string{"file", "continued", "meter", "covers.subsystem", "covers.node_set"}

// readingFields are the fields of the form of the document that say how a file is read.
func readingFields() []Field {
	var fields []Field
	for _, s := range Sections() {
		for _, f := range s.Fields {
			name, ofSeries := strings.CutPrefix(f.Path, seriesPath)
			if ofSeries && !slices.Contains(unread, name) {
				f.Required = false // what is open is asked for once the series stands in the document
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// form lends the fields of the form of the document their values.
func (p LogPage) form() FormPage { return FormPage{Values: p.Values, Errors: p.Errors} }

func (p LogPage) problems() []formProblem {
	form := p.form()
	form.Page = p.Page
	return form.problems()
}

// reason is why a field has its value, or nil.
func (p LogPage) reason(f Field) *tracefile.Reason {
	if p.Proposal >= len(p.Understanding.Series) {
		return nil
	}
	reason, known := p.Understanding.Series[p.Proposal].Reason(strings.TrimPrefix(f.Path, seriesPath))
	if !known {
		return nil
	}
	return &reason
}

// format says what the file is.
func (p LogPage) format() string {
	sentence := "This is " + p.Understanding.Format
	if packing := p.Understanding.Packing; len(packing) > 0 {
		sentence += ", packed in " + strings.Join(packing, " in ")
	}
	return sentence + fmt.Sprintf("; %s looked at.", plural(p.Understanding.Rows, "row was", "rows were"))
}

// drawn says what the drawing shows.
func (p LogPage) drawn() string {
	if p.Chart.Spans.Core.IsZero() {
		return "As the file is read now. There is no core phase to lay over it: add the output of HPL to the entry."
	}
	return "As the file is read now, with the core phase of the run laid over it. Power should rise and fall with it; where it does not, look at the time zone first."
}

// proposalName tells the readings of a log apart.
func proposalName(p tracefile.Proposal) string {
	name := p.Series.Value
	for _, column := range slices.Sorted(maps.Keys(p.Series.Where)) {
		name += " where " + column + " is " + strings.Join(p.Series.Where[column], " or ")
	}
	return strings.TrimSpace(name)
}

// sureWords are what people read of how sure a guess is.
var sureWords = map[tracefile.Sure]string{
	tracefile.Certain: "certain", tracefile.Likely: "likely", tracefile.Guess: "a guess", tracefile.Open: "please say",
}

func sureWord(s tracefile.Sure) string { return sureWords[s] }

// noteSentence says what was met while a file was read.
func noteSentence(n power.Note) string {
	where := n.File
	if n.Line > 0 {
		where += fmt.Sprintf(", line %d", n.Line)
	}
	if n.Field != "" {
		where += ", " + n.Field
	}
	if n.Count > 1 {
		return fmt.Sprintf("%s: %s (%s times, there first)", where, n.Problem, whole(n.Count))
	}
	return where + ": " + n.Problem
}

// IsReadingField reports whether a field of a series says how its file is read.
func IsReadingField(name string) bool {
	return slices.ContainsFunc(readingFields(), func(f Field) bool { return f.Path == seriesPath+name })
}
