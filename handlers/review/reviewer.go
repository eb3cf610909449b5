// Package review answers requests of reviewers: the queue, assignments, conflicts of interest, questions and appeals.
package review

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	reviewpage "green500/templates/review"
	"green500/validation/power"
	"green500/validation/review"
)

// Reviewer shows who may review an entry, to reviewers who may read it.
func (h *Handlers) Reviewer(c echo.Context, entry submissions.EntryAccess) error {
	if err := review.TryAssigning(review.Assign, review.Submitted, entry.Party); err != nil {
		return err
	}
	candidates, err := h.Store.Reviews.Candidates(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	page := reviewpage.ReviewerPage{Page: h.Page(c, "Who reviews "+entry.System), ID: handlers.Text(entry.ID),
		System: entry.System, Site: entry.Site, State: entry.State, Reviewer: entry.Reviewer}
	for _, one := range candidates {
		page.Candidates = append(page.Candidates, reviewpage.Candidate{
			ID: handlers.Text(one.ID), Name: one.Name, Role: one.Role, Owner: one.Party.Owner,
			Conflict: one.Party.Conflict, Why: one.Why, InHand: one.InHand,
			Chosen: one.ID == entry.ReviewerID, Self: one.ID == handlers.User(c).ID,
		})
	}
	return h.Render(c, http.StatusOK, reviewpage.Reviewer(page))
}

// SetReviewer assigns an entry, takes it up, hands it back or takes it away.
func (h *Handlers) SetReviewer(c echo.Context, entry submissions.EntryAccess) error {
	user := handlers.User(c)
	to, err := chosenReviewer(c, user)
	if err != nil {
		return err
	}
	return h.Finish(c, h.Store.Reviews.Assign(c.Request().Context(), entry.ID, user, to),
		"/submissions/"+handlers.Text(entry.ID), map[bool]string{true: "The submission is unassigned now.",
			false: "The submission has its reviewer."}[to == reviews.Nobody])
}

func chosenReviewer(c echo.Context, user accounts.User) (int64, error) {
	given, err := c.FormParams()
	if err != nil || !given.Has("reviewer") {
		return 0, &power.InputError{Field: "reviewer", Problem: "nothing says who is to review",
			Remedy: "choose a reviewer, or unassigned"}
	}
	switch word := given.Get("reviewer"); word {
	case "":
		return reviews.Nobody, nil
	case reviewpage.QueueMine:
		return user.ID, nil
	default:
		number, err := strconv.ParseInt(word, 10, 64)
		if err != nil || number <= 0 {
			return 0, database.ErrNotFound
		}
		return number, nil
	}
}

const assignPrefix = "reviewer-"

// AssignMany proposes a reviewer for each unassigned submission, by workload and conflicts of interest.
func (h *Handlers) AssignMany(c echo.Context) error {
	return h.assignMany(c, http.StatusOK, nil)
}

// SetReviewers assigns the submissions for which somebody was chosen. What is refused stays in the form with its
// reason.
func (h *Handlers) SetReviewers(c echo.Context) error {
	given, err := c.FormParams()
	if err != nil {
		return handlers.Malformed(err)
	}
	rows, err := h.unassigned(c)
	if err != nil {
		return err
	}
	done, wrong := 0, templates.FieldErrors{}
	for _, row := range rows {
		field := assignPrefix + handlers.Text(row.EntryID)
		reviewer, err := strconv.ParseInt(given.Get(field), 10, 64)
		if err != nil || reviewer <= 0 {
			continue // nobody was chosen
		}
		var refusal *review.Refusal
		var conflict *review.ConflictError
		switch err := h.Store.Reviews.Assign(c.Request().Context(), row.EntryID, handlers.User(c), reviewer); {
		case errors.As(err, &refusal), errors.As(err, &conflict), errors.Is(err, database.ErrNotFound):
			_, sentence := handlers.Outcome(err)
			wrong[field] = sentence
		case err != nil:
			return err
		default:
			done++
		}
	}
	if len(wrong) > 0 {
		return h.assignMany(c, http.StatusConflict, wrong)
	}
	return h.Done(c, "/review",
		templates.Plural(done, "submission has its reviewer.", "submissions have their reviewers."))
}

// unassigned are submissions that nobody reviews, as many as one form holds, the longest waiting first.
func (h *Handlers) unassigned(c echo.Context) ([]reviews.Queued, error) {
	user := handlers.User(c)
	if err := review.TryAssigning(review.Assign, review.Submitted, review.Party{Role: user.Role}); err != nil {
		return nil, err
	}
	nobody, without := int64(reviews.Nobody), false
	asked := reviews.Queue{Edition: c.QueryParam("edition"), States: []review.State{review.Submitted, review.InReview},
		Reviewer: &nobody, Conflict: &without, Limit: reviewpage.QueueOnPage}
	rows, _, err := h.Store.Reviews.Queued(c.Request().Context(), user, asked)
	var others []reviews.Queued
	for _, row := range rows {
		if !row.Own { // others have to assign the viewer's own
			others = append(others, row)
		}
	}
	return others, err
}

func (h *Handlers) assignMany(c echo.Context, status int, wrong templates.FieldErrors) error {
	rows, err := h.unassigned(c)
	if err != nil {
		return err
	}
	page := reviewpage.AssignPage{Page: h.Page(c, "Assign reviewers"), Edition: c.QueryParam("edition"),
		Errors: wrong, Now: h.Now()}
	var may [][]int64
	load := map[int64]int{}
	for _, row := range rows {
		candidates, err := h.Store.Reviews.Candidates(c.Request().Context(), row.EntryID)
		if err != nil {
			return err
		}
		shown := reviewpage.AssignRow{ID: handlers.Text(row.EntryID), Field: assignPrefix + handlers.Text(row.EntryID),
			System: row.System, Site: row.Site, Edition: row.Edition, Since: row.SubmittedAt}
		var free []int64
		for _, one := range candidates {
			load[one.ID] = one.InHand
			if one.Party.Owner || one.Party.Conflict != review.NoConflict {
				shown.Conflicts++
				continue
			}
			free = append(free, one.ID)
			shown.Choices = append(shown.Choices, templates.Option{Value: handlers.Text(one.ID),
				Label: one.Name + ", " + templates.Plural(one.InHand, "submission", "submissions")})
		}
		may, page.Rows = append(may, free), append(page.Rows, shown)
	}
	for i, account := range review.Distribute(may, load) {
		page.Rows[i].Proposed = handlers.Text(account)
	}
	return h.Render(c, status, reviewpage.Assign(page))
}

// Handlers answer reviewers, and those whom they ask.
type Handlers struct{ *handlers.Base }
