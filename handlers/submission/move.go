package submission

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
)

// Move does what the table of moves allows: submit, withdraw, take, accept, return, reject. The fields named read are the rules
// whose failures and warnings the reviewer read.
func (h *Handlers) Move(c echo.Context, entry store.EntryAccess) error {
	actor, _ := handlers.Viewer(c)
	verb, reason := review.Verb(c.FormValue("verb")), c.FormValue("reason")
	// A decision is about the revision that was read; one that came in between is not decided unseen.
	seen, err := strconv.Atoi(c.FormValue("revision"))
	if err != nil {
		return &review.Refusal{Sentence: "The form is not whole; reload the page and decide again."}
	}
	if verb == review.Submit && entry.Owner {
		if _, err := h.Store.GradeDraft(c.Request().Context(), entry.ID); err != nil {
			return err
		}
	}
	read := c.Request().Form["read"]
	to, err := h.Store.MoveSeen(c.Request().Context(), entry.ID, store.Seen{Revision: seen, State: review.State(c.FormValue("state")), Read: read}, verb, actor, reason)
	var refusal *review.Refusal
	if errors.As(err, &refusal) {
		field := ""
		if _, reasonless := errors.AsType[*review.ReasonError](err); reasonless {
			field = "reason"
		} else if _, unread := errors.AsType[*review.UnreadError](err); unread {
			field = "read"
		}
		return &formError{http.StatusConflict, submissionpage.Decision{Verb: verb, Reason: reason, Read: read, Errors: templates.FieldErrors{field: refusal.Sentence}}}
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

// doneSentence says what a move did.
func doneSentence(verb review.Verb, to review.State) string {
	switch verb {
	case review.Approve:
		return "Your approval is recorded. The entry is accepted once somebody else accepts it, too."
	case review.Restore:
		return fmt.Sprintf("The withdrawal is undone. The submission is %s again.", to.Word())
	}
	return fmt.Sprintf("The entry is now %s.", to.Word())
}
