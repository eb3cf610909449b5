// Package proposals finds import settings that a log shows, and uses them only on request.
package proposals

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/plan"
	"green500/validation/power"
)

// Proposal is a setting of a series as its log shows it.
type Proposal struct {
	Path   string // in the document, such as "series[0].time"
	Field  string // of the series
	YAML   string // the line of the document, such as "time: Timestamp"
	Log    string // name of the file
	Why    string // a sentence
	Plain  bool   // detected or likely; else a person has to say
	Stated string // what the document states instead, which the log does not have

	settings tracefile.ImportSettings // of this field alone
	parts    []string                 // the files that it is about, if they are several of one series
}

// Open reads a bundle. If it is refused because of import settings, its logs are asked for them: with accept, what they
// make plain is taken for this reading and returned; else the error says what to add. What they do not make plain is an
// error in any case. The document may have a problem that document.Check found; it is returned unless a proposal
// corrects it.
func Open(doc *bundle.Document, wrong error, scratch canonical.Scratch,
	accept bool) (*bundle.Bundle, []Proposal, error) {
	read := func() (*bundle.Bundle, error) {
		if wrong != nil {
			return nil, wrong
		}
		return doc.Open(scratch)
	}
	var taken []Proposal
	for {
		b, err := read()
		var problems power.InputErrors
		if err == nil || !errors.As(err, &problems) {
			return b, taken, err
		}
		found, err := of(doc, problems, scratch)
		if err != nil {
			return nil, nil, err
		}
		plain := slices.DeleteFunc(slices.Clone(found), func(p Proposal) bool {
			return !p.Plain || slices.ContainsFunc(taken, func(other Proposal) bool { return other.Path == p.Path })
		})
		if !accept || len(plain) == 0 {
			return nil, nil, told(doc, problems, found)
		}
		for _, p := range plain {
			p.settings.Apply(series(doc.Entry, p.Path))
		}
		taken = append(taken, plain...)
		wrong = doc.Places.Of(document.Check(doc.Entry))
	}
}

func series(e *power.Entry, path string) *power.Series {
	for i := range e.Series {
		if strings.HasPrefix(path, fmt.Sprintf("series[%d].", i)) {
			return &e.Series[i]
		}
	}
	return &power.Series{}
}

func of(doc *bundle.Document, problems power.InputErrors, scratch canonical.Scratch) ([]Proposal, error) {
	var all []Proposal
	for i := range doc.Entry.Series {
		s := &doc.Entry.Series[i]
		parts, err := ofParts(doc, s, i, problems, scratch)
		if err != nil {
			return nil, err
		}
		if len(parts) > 0 {
			all = append(all, parts...)
			continue
		}
		if !slices.ContainsFunc(problems, func(p *power.InputError) bool { return isOf(p, s, i) }) {
			continue
		}
		found, err := ofSeries(doc, s, i, problems, scratch)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func isOf(p *power.InputError, s *power.Series, i int) bool {
	field, ofSeries := strings.CutPrefix(p.Field, fmt.Sprintf("series[%d].", i))
	if ofSeries {
		return power.IsImportSetting(field)
	}
	return p.File == s.File
}

// ofSeries asks the log of one series. A log that cannot be understood proposes nothing: what is wrong was said before.
func ofSeries(doc *bundle.Document, s *power.Series, i int, problems power.InputErrors,
	scratch canonical.Scratch) ([]Proposal, error) {
	stated := s.ImportSettings()
	given, refused := withoutRefused(stated, s, problems)
	zone, _ := document.Zone(doc.Entry.ZoneOf(s)) // checked with the document
	opened, err := doc.Folder.Open(s.File)
	if err != nil {
		return nil, nil
	}
	defer func() { _ = opened.Close() }() // it was only read
	in := tracefile.Input{Name: s.File, Stream: opened}
	if at, jumps := opened.(io.ReaderAt); jumps {
		info, err := opened.Stat()
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", s.File, err)
		}
		in = tracefile.Input{Name: s.File, At: at, Size: info.Size()}
	}
	understood, err := tracefile.Understand(in, given, zone, scratch)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return nil, err
	}
	if err != nil || len(understood.Series) == 0 {
		return nil, nil
	}
	likeliest := understood.Series[0]
	var all []Proposal
	for _, setting := range power.Settings() {
		field := setting.Field()
		p, ok := proposal(field, given, likeliest)
		p.Path, p.Log, p.Stated = fmt.Sprintf("series[%d].%s", i, field), s.File, refused[field]
		there := p.Stated != "" &&
			slices.ContainsFunc(understood.Columns, func(c tracefile.Column) bool { return c.Name == p.Stated })
		if ok && !there && slices.ContainsFunc(problems, p.helps) {
			all = append(all, p)
		}
	}
	return all, nil
}

// helps reports whether a setting answers a problem, goes with one, or says how a log's rows are read.
func (f Proposal) helps(p *power.InputError) bool {
	for _, one := range append([]string{f.Field}, beside[f.Field]...) {
		with := f
		with.Field, with.Path = one, strings.TrimSuffix(f.Path, f.Field)+one
		if with.answers(p) {
			return true
		}
	}
	return p.File == f.Log && !power.IsImportSetting(p.Field) && slices.Contains(ofRows, f.Field)
}

// beside are the settings that a setting is proposed with; ofRows are those that say how rows are read.
var (
	beside = map[string][]string{"quantity": {"unit"}, "unit": {"quantity"}, "counts": {"unit", "quantity"},
		"instruments": {"value"}, "where": {"value"}}
	ofRows = []string{"instruments", "where", "time_format", "time_unit", "date_order", "decimal"}
)

// withoutRefused takes out of the settings the columns that the log may not have: a problem of a log names no series.
func withoutRefused(stated tracefile.ImportSettings, s *power.Series, problems power.InputErrors) (
	given tracefile.ImportSettings, refused map[string]string) {
	given, refused = stated, map[string]string{}
	for _, p := range problems {
		if p.File != s.File {
			continue
		}
		switch {
		case p.Field == "time" && stated.Time != "":
			refused["time"], given.Time = stated.Time, ""
		case p.Field == "value" && stated.Value != "":
			refused["value"], given.Value = stated.Value, ""
		}
	}
	return given, refused
}

// proposal is what a log shows of a field that nobody stated; ok is false if it shows nothing, or nobody has to say.
func proposal(field string, given tracefile.ImportSettings, likeliest tracefile.Proposal) (p Proposal, ok bool) {
	at := slices.IndexFunc(likeliest.Reasons, func(r tracefile.Reason) bool { return r.Field == field })
	shown, before := likeliest.Series.ImportSettings(), isolated(field, given)
	if before != "" || at < 0 {
		return p, false
	}
	reason := likeliest.Reasons[at]
	if field == "time" && shown.Time == "" {
		shown.Time = reason.Value // which is detected without being stated
	}
	p = Proposal{Field: field, YAML: isolated(field, shown), Why: reason.Why,
		Plain: reason.Confidence == tracefile.Certain || reason.Confidence == tracefile.Likely}
	p.settings = alone(field, shown)
	return p, p.YAML != ""
}

func alone(field string, all tracefile.ImportSettings) (one tracefile.ImportSettings) {
	for _, s := range power.Settings() {
		if s.Field() == field {
			s.In(&one).Set(s.In(&all))
		}
	}
	return one
}

func isolated(field string, all tracefile.ImportSettings) string {
	text, err := document.Write(alone(field, all))
	line := strings.TrimSpace(string(text))
	if err != nil || line == "{}" {
		return ""
	}
	return strings.Join(strings.Fields(line), " ")
}

// Draft returns the fields to be filled in of a document that is still the draft of a plan.
func Draft(doc *bundle.Document) power.InputErrors {
	if !plan.IsDraft(doc.Entry) {
		return nil
	}
	exists := func(name string) bool {
		_, err := fs.Stat(doc.Folder, name)
		return err == nil
	}
	var all power.InputErrors
	for _, blank := range plan.Blanks(doc.Entry, exists) {
		all = append(all, &power.InputError{Field: blank.Path, Problem: "fill in: " + blank.Note})
	}
	_ = doc.Places.Of(all) // adds their lines
	return all
}

// told are a bundle's problems; what a log makes plain stands in place of the one that it answers.
func told(doc *bundle.Document, problems power.InputErrors, found []Proposal) error {
	var all power.InputErrors
	for _, p := range problems {
		if !slices.ContainsFunc(found, func(f Proposal) bool { return f.Plain && f.answers(p) }) {
			all = append(all, p)
		}
	}
	for _, f := range found {
		// What is open beside the problem may stay open: it does not prevent reading the log.
		if f.Plain || slices.ContainsFunc(problems, f.answers) {
			all = append(all, f.sentence())
		}
	}
	placed := doc.Places.Of(all)
	if len(all) == 0 {
		return problems
	}
	return placed
}

func (f Proposal) answers(p *power.InputError) bool {
	return p.Field == f.Path || (p.File == f.Log || slices.Contains(f.parts, p.File)) && p.Field == f.Field
}

func (f Proposal) sentence() *power.InputError {
	problem, add := "this is not stated", "add `"+f.YAML+"`"
	if f.Stated != "" {
		problem, add = f.Log+" has no column "+f.Stated, "write `"+f.YAML+"`"
	}
	why := strings.TrimSuffix(f.Why, ".")
	if f.Plain {
		return &power.InputError{Field: f.Path, Problem: problem + "; " + f.Log + " shows it: " + why,
			Remedy: add + ", or run again with --accept"}
	}
	return &power.InputError{Field: f.Path, Problem: problem + ", and " + f.Log + " does not make it plain: " + why,
		Remedy: add + " if that is right, or another"}
}

// Accepted says which setting was taken for this run.
func (f Proposal) Accepted() string {
	return "Accepted for this run: " + f.Path + " as `" + f.YAML + "`. " + f.Log + " shows it: " + f.Why
}
