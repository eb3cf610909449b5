package review

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	reviewpage "green500/templates/review"
	"green500/validation/document"
	"green500/validation/review"
)

// QuestionForm asks what somebody wants to know, about what the query names or about the same as a thread before.
func (h *Handlers) QuestionForm(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
	form := reviewpage.AskForm{About: c.QueryParam("about"), From: c.QueryParam("from"), To: c.QueryParam("to"),
		Continues: c.QueryParam("continues")}
	return h.showQuestionForm(c, http.StatusOK, entry, shown, form)
}

func (h *Handlers) showQuestionForm(c echo.Context, status int, entry submissions.EntryAccess,
	shown submissions.Revision, form reviewpage.AskForm) error {
	asked, err := h.askedRevision(c.Request().Context(), entry)
	if err != nil {
		return err
	}
	if asked == 0 {
		return &review.Refusal{Sentence: "You can ask questions after the submission is submitted."}
	}
	if asked != shown.Number {
		if shown, err = h.Store.Submissions.Revision(c.Request().Context(), entry.ID, asked); err != nil {
			return err
		}
	}
	all, err := h.questions(c, entry, shown)
	if err != nil {
		return err
	}
	page := reviewpage.QuestionFormPage{Page: h.Page(c, "Ask a question"), System: systemOf(entry), Questions: all,
		Form: continued(form, all)}
	if page.Choices, err = askChoices(shown); err != nil {
		return err
	}
	return h.Render(c, status, reviewpage.AskQuestion(page))
}

func askChoices(asked submissions.Revision) ([]templates.Option, error) {
	entry, err := submissions.DecodeDocument(asked.Document)
	if err != nil {
		return nil, err
	}
	report, _, err := asked.Verdict()
	return reviewpage.AskChoices(entry, document.Fields(entry), report), err
}

func continued(form reviewpage.AskForm, all reviewpage.Questions) reviewpage.AskForm {
	at := slices.IndexFunc(all.All, func(one reviewpage.Question) bool { return one.ID == form.Continues })
	switch {
	case at < 0:
		form.Continues = ""
	case form.About == "" && all.All[at].Pin.Lost == "":
		return reviewpage.AskAgain(all.All[at], all.Zone)
	}
	return form
}

// AskQuestion opens a thread. A reviewer chooses with the button who reads it: nothing is sent before that is told.
func (h *Handlers) AskQuestion(c echo.Context, entry submissions.EntryAccess, _ submissions.Revision) error {
	form := reviewpage.AskForm{
		About: c.FormValue("about"), From: c.FormValue("from"), To: c.FormValue("to"), Text: c.FormValue("text"),
		Continues: c.FormValue("continues"),
		Errors:    templates.FieldErrors{},
	}
	side, audience := review.SideOf(entry.Party), c.FormValue("audience")
	if side == review.Reviewing && audience != "private" && audience != "shared" {
		form.Errors["audience"] = "Nothing was sent: choose below who reads it."
	}
	question := readQuestion(c, form)
	question.Shared = side == review.Holding || audience == "shared"
	err := h.Store.Reviews.RefuseQuestion(c.Request().Context(), entry, question)
	wrong, status, refused := handlers.FormErrors(err)
	switch {
	case err != nil && !refused:
		return err
	case refused:
		return h.askAgain(c, status, form.With(wrong))
	case len(form.Errors) > 0:
		return h.askAgain(c, http.StatusUnprocessableEntity, form)
	}
	thread, err := h.Store.Reviews.Ask(c.Request().Context(), entry.ID, handlers.User(c), question)
	if wrong, status, refused := handlers.FormErrors(err); refused {
		return h.askAgain(c, status, form.With(wrong))
	}
	if err != nil {
		return err
	}
	return h.Done(c, questionPath(thread), sentSentence(thread, side))
}

func (h *Handlers) askAgain(c echo.Context, status int, form reviewpage.AskForm) error {
	return h.Discussed(func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
		return h.showQuestionForm(c, status, entry, shown, form)
	})(c)
}

func readQuestion(c echo.Context, form reviewpage.AskForm) reviews.Question {
	question := reviews.Question{Pin: reviewpage.PinAbout(form.About), Text: form.Text}
	if question.Pin.Kind == review.OnMeter {
		question.Pin.From, question.Pin.To = formTime(c, "from", form.Errors), formTime(c, "to", form.Errors)
	}
	question.Revision, _ = strconv.Atoi(c.FormValue("revision"))     // 0 is refused
	question.Continues, _ = strconv.ParseInt(form.Continues, 10, 64) // 0 means none
	return question
}
