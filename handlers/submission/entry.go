// Package submission answers requests about one submission: its evidence, charts, revisions, decisions and waivers.
package submission

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	reviewhandlers "green500/handlers/review"
	"green500/handlers/upload"
	"green500/store/submissions"
	"green500/templates"
	evidencepage "green500/templates/evidence"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
)

// Entry shows the evidence on an entry.
func (h *Handlers) Entry(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
	return h.show(c, http.StatusOK, entry, shown, submissionpage.Decision{})
}

// PutReason shows the page of an entry again with words put under the reason that was typed.
func (h *Handlers) PutReason(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
	decision := submissionpage.Decision{Reason: c.FormValue("reason"), Phrase: c.FormValue("phrase"),
		Read: c.Request().Form["read"]}
	return h.show(c, http.StatusOK, entry, shown, decision)
}

type formError struct {
	status   int
	decision submissionpage.Decision
}

func (e *formError) Error() string { return "a form of the page of a submission was refused" }

// Deciding answers a form of the evidence page; if that was refused the page is shown again, as it stands now.
func (h *Handlers) Deciding(answer func(c echo.Context, entry submissions.EntryAccess) error) echo.HandlerFunc {
	return h.OfEntry(func(c echo.Context, entry submissions.EntryAccess) error {
		err := answer(c, entry)
		refused, ok := errors.AsType[*formError](err)
		if !ok {
			return err
		}
		if refused.decision.Verb == review.Withdraw && entry.Owner {
			if _, possible := review.OfferOf(review.Withdraw, entry.State, entry.Party); possible {
				return h.withdrawForm(c, refused.status, entry, refused.decision)
			}
		}
		return h.OfLatest(func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
			return h.show(c, refused.status, entry, shown, refused.decision)
		})(c)
	})
}

func (h *Handlers) show(c echo.Context, status int, access submissions.EntryAccess, revision submissions.Revision,
	decision submissionpage.Decision) error {
	document, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	report, inputErrors, err := revision.Verdict()
	if err != nil {
		return err
	}
	page := submissionpage.EntryPage{
		Page: h.Page(c, handlers.Title(document)), ID: handlers.Text(access.ID),
		Base: handlers.EntryBase(c) + handlers.Text(access.ID), Party: access.Party, State: access.State,
		Revision: revision.Number, Saved: access.UpdatedAt, Entry: document, Report: report, Problems: inputErrors,
		Decision: decision,
	}
	if _, signedIn := handlers.Viewer(c); signedIn {
		page.Submitter = access.OwnerName
	}
	if review.MayReadReadings(access.Reader) {
		page.Files = handlers.FileLinks("/submissions/"+handlers.Text(access.ID), document, revision.Files)
	}
	if err := h.fill(c, &page, access, revision); err != nil {
		return err
	}
	if page.Desk() {
		desk, err := h.desk(c, page, access, revision)
		if err != nil {
			return err
		}
		return h.Render(c, status, evidencepage.Desk(desk))
	}
	return h.Render(c, status, submissionpage.Entry(page))
}

func (h *Handlers) fill(c echo.Context, page *submissionpage.EntryPage, access submissions.EntryAccess,
	revision submissions.Revision) (err error) {
	for _, part := range []func() error{
		func() error { return h.revised(c, page, access, revision) },
		func() error { return h.forHolders(c, page, access) },
		func() error { return h.atDesk(c, page, access) },
		func() error { return h.sharedEvidence(c, page, access) },
		func() error { page.Appeals, err = h.Review.AppealPanel(c, access); return err },
		func() error { page.Deciding, err = h.deciding(c, access, revision.Number); return err },
		func() error { page.History, err = h.history(c, access); return err },
		func() error { page.Questions, err = h.Review.QuestionsOfPage(c, access, revision); return err },
		func() error { page.Listing, err = h.listing(c, access); return err },
		func() error { page.TakeAway, err = h.takeAway(c, page, access); return err },
		func() error { return h.draw(c, page, access, revision) },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	page.History = withWaivers(page.History, page.Deciding.Waivers)
	return nil
}

func (h *Handlers) forHolders(c echo.Context, page *submissionpage.EntryPage, entry submissions.EntryAccess) error {
	if !page.Owner {
		return nil
	}
	var err error
	if page.Sharing, err = h.sharing(c, entry); err != nil {
		return err
	}
	if page.Timing, err = h.Timing(c.Request().Context(), entry.Entry); err != nil {
		return err
	}
	wanted, err := h.Store.Reviews.Corrections(c.Request().Context(), []submissions.Entry{entry.Entry})
	if err != nil {
		return err
	}
	page.Correction = wanted[entry.ID]
	editions, err := h.OpenEditions(c)
	if err != nil {
		return err
	}
	page.Editions = handlers.EditionNames(editions)
	if page.Receipts, err = h.Upload.Receipts(c, entry); err != nil {
		return err
	}
	page.Uploads, err = h.Upload.UploadPanel(c, entry)
	return err
}

func (h *Handlers) atDesk(c echo.Context, page *submissionpage.EntryPage, entry submissions.EntryAccess) error {
	user := handlers.User(c)
	if entry.Owner || !review.May(entry.Role, review.ReadQueue) {
		return nil
	}
	page.Reviewed = &submissionpage.ReviewerLine{Name: entry.Reviewer, Mine: entry.ReviewerID == user.ID}
	return h.Store.Submissions.Look(c.Request().Context(), user.ID, entry.ID, page.Revision)
}

func (h *Handlers) history(c echo.Context, entry submissions.EntryAccess) ([]templates.Event, error) {
	if _, signedIn := handlers.Viewer(c); !signedIn {
		return nil, nil
	}
	decisions, err := h.Store.Reviews.History(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	events := []templates.Event{{At: entry.CreatedAt, Who: entry.OwnerName, Text: "Started"}}
	for _, d := range decisions {
		events = append(events, templates.Event{At: d.At, Who: d.ActorName, Text: label(d.Verb), To: d.To,
			Revision: d.Revision, Reason: d.Reason})
	}
	return events, nil
}

func label(verb review.Verb) string {
	move, known := review.MoveOf(verb)
	if !known {
		return string(verb)
	}
	return move.Label
}

// Handlers answer about entries.
type Handlers struct {
	*handlers.Base
	Upload *upload.Handlers
	Review *reviewhandlers.Handlers
}
