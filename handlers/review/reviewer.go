package review

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	reviewpage "green500/templates/review"
	"green500/validation/power"
	"green500/validation/review"
)

// Reviewer shows who may review an entry, to reviewers who may read it.
func (h *Handlers) Reviewer(c echo.Context, entry store.EntryAccess) error {
	user, _ := handlers.Viewer(c)
	if err := review.TryAssigning(review.Assign, review.Submitted, entry.Party); err != nil {
		return err
	}
	candidates, err := h.Store.Candidates(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	page := reviewpage.ReviewerPage{Page: h.Page(c, "Who reviews "+entry.System), ID: handlers.Text(entry.ID), System: entry.System, Site: entry.Site, State: entry.State, Reviewer: entry.Reviewer}
	for _, one := range candidates {
		page.Candidates = append(page.Candidates, reviewpage.Candidate{
			ID: handlers.Text(one.ID), Name: one.Name, Role: one.Role, Owner: one.Party.Owner, Conflict: one.Party.Conflict, Why: one.Why, InHand: one.InHand,
			Chosen: one.ID == entry.ReviewerID, Self: one.ID == user.ID,
		})
	}
	return h.Render(c, http.StatusOK, reviewpage.Reviewer(page))
}

// SetReviewer assigns an entry, takes it up, hands it back or takes it away.
func (h *Handlers) SetReviewer(c echo.Context, entry store.EntryAccess) error {
	user, _ := handlers.Viewer(c)
	to, err := chosenReviewer(c, user)
	if err != nil {
		return err
	}
	if err := h.Store.Assign(c.Request().Context(), entry.ID, user, to); err != nil {
		return err
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID), map[bool]string{true: "Nobody reviews the entry now.", false: "The entry has its reviewer."}[to == store.Nobody])
}

func chosenReviewer(c echo.Context, user store.User) (int64, error) {
	given, err := c.FormParams()
	if err != nil || !given.Has("reviewer") {
		return 0, &power.InputError{Field: "reviewer", Problem: "nothing says who is to review", Remedy: "choose somebody, or nobody"}
	}
	switch word := given.Get("reviewer"); word {
	case "":
		return store.Nobody, nil
	case reviewpage.QueueMine:
		return user.ID, nil
	default:
		number, err := strconv.ParseInt(word, 10, 64)
		if err != nil || number <= 0 {
			return 0, store.ErrNotFound
		}
		return number, nil
	}
}
