package submission

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	submissionpage "green500/templates/submission"
	"green500/validation/power"
	"green500/validation/review"
)

// deciding is what those who decide need to know; what was not approved concerns those who review alone.
func (h *Handlers) deciding(c echo.Context, entry submissions.EntryAccess,
	number int) (submissionpage.Deciding, error) {
	ctx := c.Request().Context()
	user := handlers.User(c)
	known, err := h.Store.Reviews.Deliberate(ctx, entry.ID, number, user)
	if err != nil {
		return submissionpage.Deciding{}, err
	}
	reviews := review.May(entry.Role, review.ReadQueue) && !entry.Owner && entry.Conflict == review.NoConflict
	d := submissionpage.Deciding{Deliberation: known.Deliberation, Words: known.Words,
		Proposing: review.ProposeWaiver(entry.State, entry.Party) == nil, Until: review.WaiverEditions(entry.Edition)}
	for _, w := range known.Waivers {
		if reviews || w.ApprovedAt != nil {
			d.Waivers = append(d.Waivers, waiverLine(w, entry, user))
		}
	}
	if !reviews {
		return d, nil
	}
	for _, a := range known.Approvals {
		d.Approvals = append(d.Approvals, templates.Event{At: a.At, Who: a.ActorName, Revision: a.Revision})
	}
	if d.Proposing {
		able, err := h.Store.Reviews.Deciders(ctx, entry.ID, user)
		if err != nil {
			return d, err
		}
		for _, one := range able {
			d.Approvers = append(d.Approvers, templates.Option{Value: handlers.Text(one.ID), Label: one.Name})
		}
	}
	return d, nil
}

func waiverLine(w reviews.Waiver, entry submissions.EntryAccess, by accounts.User) submissionpage.WaiverLine {
	line := submissionpage.WaiverLine{
		ID: handlers.Text(w.ID), Rule: w.Rule, Reason: w.Reason, Until: w.Until, State: w.State, Proposer: w.Proposer,
		Proposed: w.ProposedAt,
		Approver: w.Approver, Approved: handlers.ZeroIfNil(w.ApprovedAt), Ended: handlers.ZeroIfNil(w.EndedAt),
		EndedBy: w.EndedBy, EndedReason: w.EndedReason,
		Past: w.Past, Counts: w.Counts,
	}
	if w.EntryID != entry.ID {
		line.From = w.Edition // it is moved if it was granted
		return line
	}
	party := review.WaiverParty{Party: entry.Party, Proposer: by.ID == w.ProposerID, Approver: by.ID == w.ApproverID}
	line.Moves = review.PossibleForWaiver(w.State, entry.State, party)
	return line
}

// ProposeWaiver asks somebody to agree that an entry is accepted against a finding.
func (h *Handlers) ProposeWaiver(c echo.Context, entry submissions.EntryAccess) error {
	seen, err := strconv.Atoi(c.FormValue("revision"))
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and propose it again."}
	}
	try := submissionpage.WaiverTry{Rule: c.FormValue("rule"), Reason: c.FormValue("reason"),
		Until: c.FormValue("until"), Approver: c.FormValue("approver")}
	approver, _ := strconv.ParseInt(try.Approver, 10, 64) // nobody is 0
	waiver, err := h.Store.Reviews.ProposeWaiver(c.Request().Context(), entry.ID, seen, handlers.User(c),
		reviews.NewWaiver{Rule: try.Rule, Reason: try.Reason, Until: try.Until, Approver: approver})
	if err != nil {
		return waiverTried(try, err)
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID)+"#waiver-"+handlers.Text(waiver.ID),
		"The waiver is proposed. "+waiver.Approver+" can now approve it.")
}

// MoveWaiver approves, declines, takes back or ends a waiver.
func (h *Handlers) MoveWaiver(c echo.Context, entry submissions.EntryAccess) error {
	number, err := handlers.ID(c, "waiver")
	if err != nil {
		return err
	}
	try := submissionpage.WaiverTry{ID: handlers.Text(number), Reason: c.FormValue("reason")}
	waiver, err := h.Store.Reviews.MoveWaiver(c.Request().Context(), entry.ID, number, review.Verb(c.FormValue("verb")),
		handlers.User(c), try.Reason)
	if err != nil {
		return waiverTried(try, err)
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID)+"#waiver-"+handlers.Text(number),
		fmt.Sprintf("The waiver of %s is %s.", waiver.Rule, waiver.State))
}

func waiverTried(try submissionpage.WaiverTry, err error) error {
	var inputErrors power.InputErrors
	var refusal *review.Refusal
	var reasonless *review.ReasonError
	var stale *review.StaleError
	status := http.StatusConflict
	switch {
	case errors.As(err, &inputErrors):
		status, try.Errors = http.StatusUnprocessableEntity, handlers.FieldErrors(inputErrors)
	case errors.As(err, &reasonless):
		try.Errors = templates.FieldErrors{"reason": reasonless.Sentence}
	case errors.As(err, &stale):
		// its form may be gone
		try = submissionpage.WaiverTry{Reason: try.Reason, Errors: templates.FieldErrors{"": stale.Sentence}}
	case errors.As(err, &refusal):
		try = submissionpage.WaiverTry{Reason: try.Reason, Errors: templates.FieldErrors{"": refusal.Sentence}}
	default:
		return err
	}
	return &formError{status, submissionpage.Decision{Waiver: try}}
}

func withWaivers(events []templates.Event, waivers []submissionpage.WaiverLine) []templates.Event {
	var told []templates.Event
	for _, w := range waivers {
		if w.From != "" {
			continue
		}
		told = append(told, templates.Event{At: w.Proposed, Who: w.Proposer, Text: "Waiver of " + w.Rule + " proposed",
			Reason: w.Reason})
		if !w.Approved.IsZero() {
			told = append(told, templates.Event{At: w.Approved, Who: w.Approver,
				Text: "Waiver of " + w.Rule + " approved until " + w.Until})
		}
		if !w.Ended.IsZero() {
			told = append(told, templates.Event{At: w.Ended, Who: w.EndedBy,
				Text: "Waiver of " + w.Rule + " " + string(w.State), Reason: w.EndedReason})
		}
	}
	events = append(told, events...) // of what is of one instant, a waiver came before the decision that rests on it
	slices.SortStableFunc(events,
		func(a, b templates.Event) int { return cmp.Compare(a.At.UnixNano(), b.At.UnixNano()) })
	return events
}
