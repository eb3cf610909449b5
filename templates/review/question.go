package review

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/power"
	"green500/validation/review"
)

// Questions are those about an entry that the viewer sees, attached to the revision that a page shows.
type Questions struct {
	EntryID  string
	Side     review.Side // of the viewer
	Editable bool        // the viewer may change the document now
	Owner    string      // name of the submitter
	Site     string      // whose members hold it too; may be empty
	Revision int         // that is asked about; 0 if nothing was submitted yet
	Shown    int         // the revision that the page shows
	Meters   []string    // of the revision that is shown, if it is the one that is asked about
	Zone     *time.Location
	All      []Question // the oldest first
}

// Question is a thread.
type Question struct {
	ID          string
	Revision    int // it was asked about
	Shared      bool
	Standing    review.ThreadState
	Pin         review.CarriedPin // as it is attached to the revision that is shown
	Holds       string            // what the field of the pin holds in that revision
	Messages    []Message
	Continues   string // ID of the private thread it goes on from
	ContinuedBy string // ID of the shared thread that goes on from it
}

// Message is one message of a thread.
type Message struct {
	ID, By string
	Own    bool // of the viewer
	Side   review.Side
	Step   review.Step
	Text   string
	At     time.Time
}

// AskForm is what was typed into a question.
type AskForm struct {
	About     string // "entry", "finding:RULE", "field:PATH" or "meter:ID"
	From, To  string // RFC 3339; of a meter
	Text      string
	Continues string // ID of a private thread
	Errors    templates.FieldErrors
}

// With is the form with what else is wrong with it; what could not be read comes before what does not fit.
func (f AskForm) With(wrong templates.FieldErrors) AskForm {
	all := maps.Clone(wrong)
	maps.Copy(all, f.Errors)
	f.Errors = all
	return f
}

// QuestionsPage lists the questions about an entry: GET /submissions/{id}/questions, with ?show=settled or all, and
// ?among=private or shared.
type QuestionsPage struct {
	templates.Page
	System string
	Questions
	Show  string // open, settled or all
	Among string // private, shared, or empty for both
}

// QuestionFormPage asks a question: GET /submissions/{id}/questions/new (?about=, from, to, continues), POST
// /submissions/{id}/questions (about, from, to, text, continues, revision, audience: private or shared).
type QuestionFormPage struct {
	templates.Page
	System string
	Questions
	Form    AskForm
	Choices []templates.Option
}

// QuestionPage is one thread: GET and POST /submissions/{id}/questions/{thread} (step, text, seen).
type QuestionPage struct {
	templates.Page
	System string
	Questions
	Question
	Text   string // typed into the reply
	Errors templates.FieldErrors
}

func (q Questions) path(rest string) templ.SafeURL {
	return templ.SafeURL("/submissions/" + q.EntryID + "/questions" + rest)
}

func (q Questions) takesPart() bool { return q.Side != review.Outside }

// Asks reports whether the viewer may ask something now.
func (q Questions) Asks() bool            { return q.takesPart() && q.Revision > 0 }
func (q Questions) unsettled() []Question { return q.standing("open", "") }

func (q Questions) standing(show, among string) []Question {
	return slices.DeleteFunc(slices.Clone(q.All), func(one Question) bool {
		settled := one.Standing == review.ThreadSettled
		wrongStanding := show == "open" && settled || show == "settled" && !settled
		return wrongStanding || among == "private" && one.Shared || among == "shared" && !one.Shared
	})
}

func (q Questions) on(kind review.PinKind, target string) []Question {
	return slices.DeleteFunc(q.unsettled(), func(one Question) bool {
		return one.Pin.Kind != kind || one.Pin.Target != target || one.Pin.Lost != ""
	})
}

func (q Questions) holders() string {
	return templates.Either(q.Site == "", q.Owner, q.Owner+" and the members of "+q.Site)
}

func (q Questions) aboutHref(kind review.PinKind, target string) templ.SafeURL {
	return q.path("/new?" + url.Values{"about": {aboutValue(review.Pin{Kind: kind, Target: target})}}.Encode())
}

func aboutValue(pin review.Pin) string {
	return templates.Either(pin.Kind == review.OnEntry, string(pin.Kind), string(pin.Kind)+":"+pin.Target)
}

// PinAbout reads what a form names.
func PinAbout(value string) review.Pin {
	kind, target, _ := strings.Cut(value, ":")
	return review.Pin{Kind: review.PinKind(kind), Target: target}
}

// AskAgain is the form that continues a thread, about the same thing.
func AskAgain(one Question, zone *time.Location) AskForm {
	form := AskForm{About: aboutValue(one.Pin.Pin), Continues: one.ID}
	if one.Pin.Kind == review.OnMeter {
		form.From, form.To = templates.Machine(one.Pin.From.In(zone)), templates.Machine(one.Pin.To.In(zone))
	}
	return form
}

// AskAboutWindow is the form for a part of the curve.
func AskAboutWindow(meters []string, window power.Span) AskForm {
	form := AskForm{From: templates.Machine(window.Start.Time), To: templates.Machine(window.End.Time)}
	if len(meters) == 1 {
		form.About = aboutValue(review.Pin{Kind: review.OnMeter, Target: meters[0]})
	}
	return form
}

// AskChoices are the things that a question can be about.
func AskChoices(entry *power.Entry, values map[string]string, report *validation.Report) []templates.Option {
	choices := []templates.Option{{Value: string(review.OnEntry), Label: "The submission as a whole"}}
	for _, meter := range entry.Meters {
		choices = append(choices, templates.Option{Value: aboutValue(review.Pin{Kind: review.OnMeter,
			Target: meter.ID}), Label: "Readings of " + meter.ID, Group: "Readings of a meter in a time range"})
	}
	at := map[string]int{}
	if report != nil {
		for _, f := range report.Findings {
			choice := templates.Option{Value: aboutValue(review.Pin{Kind: review.OnFinding, Target: f.Rule}),
				Label: f.Rule + ": " + f.Heading(), Group: "Findings"}
			if n, known := at[f.Rule]; !known {
				at[f.Rule], choices = len(choices), append(choices, choice)
			} else if f.Outcome.Open() {
				choices[n] = choice
			}
		}
	}
	for _, s := range fields.Sections() {
		choices = append(choices, fieldChoices(s, values)...)
	}
	return choices
}

func fieldChoices(s fields.Section, values map[string]string) []templates.Option {
	var choices []templates.Option
	items := templates.Either(s.Group != "", fields.Count(s.Group, values), 1)
	for n := range items {
		for _, field := range s.Fields {
			if field.Kind != fields.KindHidden {
				choices = append(choices, templates.Option{Value: aboutValue(review.Pin{Kind: review.OnField,
					Target: field.At(n)}), Label: fields.PlaceOf(field.At(n)), Group: "Document: " + s.Title})
			}
		}
	}
	return choices
}

func (one Question) about(zone *time.Location) string {
	words := one.Pin.Words(zone, fields.PlaceOf)
	if one.Pin.Kind == review.OnMeter {
		words += " (" + templates.Seconds(one.Pin.To.Sub(one.Pin.From)) + ")"
	}
	return words
}

// Place is where a question leads on the pages of a submission.
type Place struct {
	Where   templ.SafeURL // of what it is about; empty if that is gone
	Show    string        // words of the link there
	Carried string        // what became of that since the question was asked; may be empty
	Answer  templ.SafeURL // of the form to answer it
}

// Of is where a question leads, by the number of its thread.
func (q Questions) Of(thread int64) Place {
	id := strconv.FormatInt(thread, 10)
	place := Place{Answer: q.path("/" + id + "#reply")}
	at := slices.IndexFunc(q.All, func(one Question) bool { return one.ID == id })
	if at < 0 {
		return place
	}
	one := q.All[at]
	place.Where, place.Carried = one.where(q), one.carriedWords(q.Shown)
	place.Show = map[review.PinKind]string{review.OnField: "Open the field", review.OnMeter: "Show in the chart",
		review.OnFinding: "Show the finding"}[one.Pin.Kind]
	if place.Show == "" {
		place.Where = ""
	}
	return place
}

func (one Question) where(q Questions) templ.SafeURL {
	entry := "/submissions/" + q.EntryID
	switch {
	case one.Pin.Lost != "":
		return ""
	case one.Pin.Kind == review.OnFinding:
		return templ.SafeURL(entry + "#finding-" + one.Pin.Target)
	case one.Pin.Kind == review.OnMeter:
		return templ.SafeURL(
			chart.Window{Span: power.NewSpan(one.Pin.From.In(q.Zone), one.Pin.To.In(q.Zone))}.Href(entry, nil))
	case one.Pin.Kind == review.OnField && q.Editable:
		return templ.SafeURL(fields.StageHref(q.EntryID, one.Pin.Target))
	}
	return templ.SafeURL(entry)
}

func (one Question) carriedWords(shown int) string {
	from := "revision " + strconv.Itoa(one.Revision)
	switch {
	case one.Pin.Lost != "":
		return "Asked about " + from + "; cannot be attached to this revision: " + one.Pin.Lost + "."
	case one.Revision == shown:
		return ""
	case one.Pin.Changed != "":
		return "Carried from " + from + ": " + one.Pin.Changed + "."
	}
	return "Carried from " + from + ", where it was the same."
}

func (one Question) steps(side review.Side) []review.Step {
	return review.PossibleSteps(one.Standing, side)
}

func (one Question) last() Message { return one.Messages[len(one.Messages)-1] }

func (r Message) stepWord() string {
	return map[review.Step]string{review.AnswerStep: "marked it as answered", review.SettleStep: "settled it",
		review.ReopenStep: "reopened it"}[r.Step]
}

// stepLabel is a step as a button says it; it names the readers if a step is only a message.
func stepLabel(step review.Step, shared bool, side review.Side) string {
	switch {
	case step == review.AnswerStep:
		return "Send and mark as answered"
	case step == review.SettleStep && shared:
		return "Send and settle"
	case step == review.SettleStep:
		return "Keep and settle"
	case step == review.ReopenStep:
		return "Reopen"
	case side == review.Holding:
		return "Send to the reviewers"
	case shared:
		return "Send to the submitter"
	}
	return "Keep among reviewers"
}

// Marks are the parts of the curve that open questions are about; of two that go on from one another the later.
func (q Questions) Marks() []chart.Asked {
	var marks []chart.Asked
	for _, one := range q.unsettled() {
		if one.Pin.Kind == review.OnMeter && one.Pin.Lost == "" && one.ContinuedBy == "" {
			marks = append(marks, chart.Asked{Name: "question " + one.ID,
				Span: power.NewSpan(one.Pin.From.In(q.Zone), one.Pin.To.In(q.Zone))})
		}
	}
	return marks
}

// OfFinding is what stands beside the findings of a rule.
func (q Questions) OfFinding(rule string) templ.Component { return findingQuestions(q, rule) }
func messageAnchor(id string) string                      { return "message-" + id }
