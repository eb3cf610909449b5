package review

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/reviews"
	"green500/store/submissions"
	reviewpage "green500/templates/review"
	"green500/validation/review"
)

// Appeals shows the appeals against the decision on an entry.
func (h *Handlers) Appeals(c echo.Context, entry submissions.EntryAccess) error {
	return h.appeals(c, http.StatusOK, entry, reviewpage.AppealForm{})
}

func (h *Handlers) appeals(c echo.Context, status int, entry submissions.EntryAccess,
	form reviewpage.AppealForm) error {
	file, err := h.appealFile(c, entry)
	if err != nil {
		return err
	}
	page := reviewpage.AppealsPage{
		Page: h.Page(c, "Appeals"), ID: handlers.Text(entry.ID), System: entry.System, Edition: entry.Edition,
		State: entry.State, Owner: entry.Owner,
		MayMake: file.MayMake, Until: file.Until, WhyNot: file.WhyNot, Effect: file.Effect, Form: form,
	}
	page.Page.Path = "/submissions/" + page.ID + "/appeals" // wherever a form of the page was sent
	for _, a := range file.All {
		page.Appeals = append(page.Appeals, shownAppeal(a))
	}
	return h.Render(c, status, reviewpage.Appeals(page))
}

func shownAppeal(a reviews.Appeal) reviewpage.Appeal {
	shown := reviewpage.Appeal{
		ID: handlers.Text(a.ID), State: a.State, By: a.By, At: a.At, Revision: a.Revision, DecidedBy: a.DecidedBy,
		DecidedAt: handlers.ZeroIfNil(a.DecidedAt), Possible: a.Possible,
	}
	for _, m := range a.Messages {
		shown.Messages = append(shown.Messages,
			reviewpage.AppealMessage{By: m.By, Holder: m.Holder, At: m.At, Text: m.Text})
	}
	return shown
}

// appealFile are the appeals of an entry. Who may read the one may not read the others for that.
func (h *Handlers) appealFile(c echo.Context, entry submissions.EntryAccess) (reviews.Appeals, error) {
	return h.Store.Reviews.Appeals(c.Request().Context(), entry.ID, handlers.User(c))
}

// AppealPanel is what the page of an entry says of its appeals; nil if that is nothing, or not for the current user.
func (h *Handlers) AppealPanel(c echo.Context, entry submissions.EntryAccess) (*reviewpage.AppealPanel, error) {
	if !review.MayReadAppeals(entry.Party) {
		return nil, nil
	}
	file, err := h.appealFile(c, entry)
	if err != nil || len(file.All) == 0 && !file.MayMake {
		return nil, err
	}
	panel := &reviewpage.AppealPanel{ID: handlers.Text(entry.ID), MayMake: file.MayMake, Until: file.Until}
	if len(file.All) > 0 {
		panel.Latest = new(shownAppeal(file.All[0]))
	}
	return panel, nil
}

// MakeAppeal makes an appeal.
func (h *Handlers) MakeAppeal(c echo.Context, entry submissions.EntryAccess) error {
	if _, err := h.appealFile(c, entry); err != nil {
		return err
	}
	err := h.Store.Reviews.MakeAppeal(c.Request().Context(), entry.ID, handlers.User(c), c.FormValue("text"))
	return h.appealed(c, err, "Your appeal was made. The editors get a notice.",
		reviewpage.AppealForm{Verb: review.MakeAppeal, Text: c.FormValue("text")})
}

// ActOnAppeal answers an appeal, decides it, or takes it back.
func (h *Handlers) ActOnAppeal(c echo.Context, entry submissions.EntryAccess) error {
	if _, err := h.appealFile(c, entry); err != nil {
		return err
	}
	number, err := handlers.ID(c, "appeal")
	if err != nil {
		return err
	}
	verb := review.AppealVerb(c.FormValue("verb"))
	err = h.Store.Reviews.ActOnAppeal(c.Request().Context(), entry.ID, number, verb, handlers.User(c),
		c.FormValue("text"))
	said := map[review.AppealVerb]string{
		review.AnswerAppeal: "Your answer was added.", review.UpholdAppeal: "The appeal was upheld.",
		review.DismissAppeal: "The appeal was dismissed.", review.TakeBackAppeal: "The appeal was taken back.",
	}
	return h.appealed(c, err, said[verb],
		reviewpage.AppealForm{ID: handlers.Text(number), Verb: verb, Text: c.FormValue("text")})
}

func (h *Handlers) appealed(c echo.Context, err error, sentence string, form reviewpage.AppealForm) error {
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = wrong
		// in its current state
		return h.OfEntry(
			func(c echo.Context, entry submissions.EntryAccess) error { return h.appeals(c, status, entry, form) })(c)
	}
	return h.Finish(c, err, "/submissions/"+c.Param("id")+"/appeals", sentence)
}
