package submission

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
)

// Move does what the table of moves allows. The fields named read are the rules that the reviewer read.
func (h *Handlers) Move(c echo.Context, entry submissions.EntryAccess) error {
	verb, reason := review.Verb(c.FormValue("verb")), c.FormValue("reason")
	// A decision is about the revision that was read; one that came in between is not decided unseen.
	seen, err := strconv.Atoi(c.FormValue("revision"))
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and decide again."}
	}
	if verb == review.Submit && entry.Owner {
		if _, err := h.Store.Drafts.GradeDraft(c.Request().Context(), entry.ID); err != nil {
			return err
		}
	}
	read := c.Request().Form["read"]
	to, err := h.Store.Reviews.MoveSeen(c.Request().Context(), entry.ID, reviews.Seen{Revision: seen,
		State: review.State(c.FormValue("state")), Read: read}, verb, handlers.User(c), reason)
	var refusal *review.Refusal
	if errors.As(err, &refusal) {
		field := ""
		if _, reasonless := errors.AsType[*review.ReasonError](err); reasonless {
			field = "reason"
		} else if _, unread := errors.AsType[*review.UnreadError](err); unread {
			field = "read"
		}
		return &formError{http.StatusConflict, submissionpage.Decision{Verb: verb, Reason: reason, Read: read,
			Errors: templates.FieldErrors{field: refusal.Sentence}}}
	}
	if err != nil {
		return err
	}
	address := "/submissions/" + handlers.Text(entry.ID)
	if verb == review.Submit {
		return h.Done(c, address+"/submitted", "")
	}
	return h.Done(c, address, doneSentence(verb, to))
}

func doneSentence(verb review.Verb, to review.State) string {
	switch verb {
	case review.Approve:
		return "Your approval is recorded. The submission is accepted once somebody else accepts it, too."
	case review.Restore:
		return fmt.Sprintf("The withdrawal is undone. The submission is %s again.", to.Word())
	}
	return fmt.Sprintf("The submission is now %s.", to.Word())
}

// Submitted confirms to the holders that an entry was submitted; of one that waits for no decision its own page says
// more.
func (h *Handlers) Submitted(c echo.Context, entry submissions.EntryAccess) error {
	switch {
	case !entry.Owner:
		return database.ErrNotFound
	case !entry.State.Decidable():
		return c.Redirect(http.StatusSeeOther, "/submissions/"+handlers.Text(entry.ID))
	}
	edition, err := h.Store.Editions.ByName(c.Request().Context(), entry.Edition)
	if err != nil {
		return err
	}
	zone := edition.Location()
	page := submissionpage.SubmittedPage{
		Page: h.Page(c, "Submission "+handlers.Text(entry.ID)+" is submitted"), ID: handlers.Text(entry.ID),
		System: handlers.SystemName(entry.System), Edition: entry.Edition,
		State: entry.State, Revision: entry.Revision, At: handlers.ZeroIfNil(entry.SubmittedAt).In(zone),
		Granted: entry.GrantedLevel, Claimed: entry.ClaimedLevel,
		SharedWith: entry.SharedWith, Zone: edition.Zone, Steps: edition.NextSteps(h.Now()),
	}
	for i := range page.Steps {
		page.Steps[i].At = page.Steps[i].At.In(zone)
	}
	return h.Render(c, http.StatusOK, submissionpage.Submitted(page))
}

// WithdrawForm asks those who hold an entry whether to withdraw it.
func (h *Handlers) WithdrawForm(c echo.Context, entry submissions.EntryAccess) error {
	return h.withdrawForm(c, http.StatusOK, entry, submissionpage.Decision{})
}

func (h *Handlers) withdrawForm(c echo.Context, status int, entry submissions.EntryAccess,
	decision submissionpage.Decision) error {
	if !entry.Owner {
		return database.ErrNotFound
	}
	withdraw, possible := review.OfferOf(review.Withdraw, entry.State, entry.Party)
	if !possible {
		return c.Redirect(http.StatusSeeOther, "/submissions/"+handlers.Text(entry.ID))
	}
	timing, err := h.Timing(c.Request().Context(), entry.Entry)
	if err != nil {
		return err
	}
	return h.Render(c, status, submissionpage.Withdraw(submissionpage.WithdrawPage{
		Page: h.Page(c, "Withdraw submission "+handlers.Text(entry.ID)), ID: handlers.Text(entry.ID),
		System: handlers.SystemName(entry.System), State: entry.State, Revision: entry.Revision,
		Reasoned: withdraw.Reasoned, Timing: timing, Decision: decision,
	}))
}
