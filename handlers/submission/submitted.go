package submission

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
)

// Submitted confirms to those who hold an entry that it was submitted, and says what happens next. Of an entry that does not wait
// for a decision its own page says more.
func (h *Handlers) Submitted(c echo.Context, entry store.EntryAccess) error {
	switch {
	case !entry.Owner:
		return store.ErrNotFound
	case !entry.State.Decidable():
		return c.Redirect(http.StatusSeeOther, "/submissions/"+handlers.Text(entry.ID))
	}
	edition, err := h.Store.Edition(c.Request().Context(), entry.Edition)
	if err != nil {
		return err
	}
	zone := edition.Location()
	page := submissionpage.SubmittedPage{
		Page: h.Page(c, "Submission "+handlers.Text(entry.ID)+" is submitted"), ID: handlers.Text(entry.ID), System: handlers.SystemName(entry.System), Edition: entry.Edition,
		State: entry.State, Revision: entry.Revision, At: handlers.ZeroIfNil(entry.SubmittedAt).In(zone), Granted: entry.GrantedLevel, Claimed: entry.ClaimedLevel,
		SharedWith: entry.SharedWith, Zone: edition.Zone, Steps: edition.NextSteps(h.Now()),
	}
	for i := range page.Steps {
		page.Steps[i].At = page.Steps[i].At.In(zone)
	}
	return h.Render(c, http.StatusOK, submissionpage.Submitted(page))
}

// WithdrawForm asks those who hold an entry whether to withdraw it.
func (h *Handlers) WithdrawForm(c echo.Context, entry store.EntryAccess) error {
	return h.withdrawForm(c, http.StatusOK, entry, submissionpage.Decision{})
}

func (h *Handlers) withdrawForm(c echo.Context, status int, entry store.EntryAccess, decision submissionpage.Decision) error {
	if !entry.Owner {
		return store.ErrNotFound
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
		Page: h.Page(c, "Withdraw submission "+handlers.Text(entry.ID)), ID: handlers.Text(entry.ID), System: handlers.SystemName(entry.System), State: entry.State, Revision: entry.Revision,
		Reasoned: withdraw.Reasoned, Timing: timing, Decision: decision,
	}))
}
