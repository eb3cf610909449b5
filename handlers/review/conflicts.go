package review

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/reviews"
	"green500/templates"
	reviewpage "green500/templates/review"
	"green500/validation/review"
)

// Conflicts shows the conflicts of interest of the current user.
func (h *Handlers) Conflicts(c echo.Context) error {
	return h.conflicts(c, http.StatusOK, reviewpage.ConflictForm{Entry: c.QueryParam("entry")})
}

func (h *Handlers) conflicts(c echo.Context, status int, form reviewpage.ConflictForm) error {
	ctx := c.Request().Context()
	user := handlers.User(c)
	page := reviewpage.ConflictsPage{Page: h.Page(c, "Conflicts of interest"),
		Domain: review.MailDomain(user.Email), Form: form}
	sites, err := h.OwnSites(c)
	if err != nil {
		return err
	}
	for _, site := range sites {
		page.Sites = append(page.Sites, site.Name)
	}
	declared, err := h.Store.Reviews.Conflicts(ctx, user.ID)
	if err != nil {
		return err
	}
	for _, d := range declared {
		page.Declared = append(page.Declared, reviewpage.DeclaredConflict{ID: handlers.Text(d.ID),
			With: conflictWith(d), Reason: d.Reason, At: d.DeclaredAt, Withdrawn: handlers.ZeroIfNil(d.WithdrawnAt)})
	}
	queue, _, err := h.Store.Reviews.Queued(ctx, user, reviews.Queue{Sort: reviews.BySystem})
	if err != nil {
		return err
	}
	for _, q := range queue {
		switch {
		case q.Conflict != review.NoConflict:
			page.Withheld = append(page.Withheld,
				reviewpage.WithheldEntry{System: q.System, Site: q.Site, Edition: q.Edition, Conflict: q.Conflict})
		case !q.Own && !q.State.Public():
			page.Entries = append(page.Entries,
				templates.Option{Value: handlers.Text(q.EntryID), Label: q.System + ", " + q.Site + ", " + q.Edition})
		}
	}
	return h.Render(c, status, reviewpage.Conflicts(page))
}

func conflictWith(d reviews.DeclaredConflict) string {
	switch {
	case d.EntryID != 0:
		return "the submission " + d.System
	case d.Site != "":
		return "the site " + d.Site
	}
	return "mail at " + d.Domain
}

// DeclareConflict keeps a conflict of interest of the current user.
func (h *Handlers) DeclareConflict(c echo.Context) error {
	user := handlers.User(c)
	form := reviewpage.ConflictForm{Entry: c.FormValue("entry"), Site: c.FormValue("site"),
		Domain: c.FormValue("domain"), Reason: c.FormValue("reason")}
	declared := reviews.NewConflict{Site: form.Site, Domain: form.Domain, Reason: form.Reason}
	if form.Entry != "" {
		number, err := strconv.ParseInt(form.Entry, 10, 64)
		if err != nil || number <= 0 {
			return database.ErrNotFound
		}
		declared.EntryID = number
	}
	err := h.Store.Reviews.DeclareConflict(c.Request().Context(), user, declared)
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = wrong
		return h.conflicts(c, status, form)
	}
	return h.Finish(c, err, "/review/conflicts", "The conflict is declared, and holds from now on.")
}

// WithdrawConflict ends a conflict that the current user declared.
func (h *Handlers) WithdrawConflict(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err == nil {
		err = h.Store.Reviews.WithdrawConflict(c.Request().Context(), handlers.User(c), number)
	}
	return h.Finish(c, err, "/review/conflicts", "The conflict is withdrawn.")
}
