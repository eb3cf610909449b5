package api

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/receipt"
	"green500/validation/review"
)

func readBody(c echo.Context) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(c.Request().Body, handlers.MaximumField+1))
	if err != nil {
		return nil, handlers.Malformed(err)
	}
	if len(body) > handlers.MaximumField {
		return nil, power.InputErrors{{Problem: "the document holds too much", Remedy: "give readings as files"}}
	}
	return body, nil
}

// ChangeForPrograms replaces the document of an entry; with ?version= only if nobody changed the draft since.
func (h *Handlers) ChangeForPrograms(c echo.Context, _ store.EntryAccess, draft store.Draft) error {
	sent, err := documentOfBody(c)
	if err != nil {
		return err
	}
	if sent.Edition != draft.Edition {
		return power.InputErrors{{Field: "edition", Problem: "the submission was started for " + draft.Edition, Remedy: "start another for " + sent.Edition}}
	}
	if seen := c.QueryParam("version"); seen != "" && seen != strconv.FormatInt(draft.Changed, 10) {
		return &review.Refusal{Sentence: "Somebody changed this submission in the meantime; look at it, and send the document again."}
	}
	user, _ := handlers.Viewer(c)
	changed, conflicts, err := h.Store.Replace(c.Request().Context(), draft.ID, user, draft.Version, draft.Version, sent)
	if err != nil {
		return err
	}
	if len(conflicts) > 0 {
		return &review.Refusal{Sentence: "Somebody changed this submission at the same moment; look at it, and send the document again."}
	}
	if err := h.clearUnread(c, changed, sent); err != nil {
		return err
	}
	return h.answerDraft(c, changed.ID)
}

// clearUnread empties the fields of a draft that cannot be read, unless the new document states them.
func (h *Handlers) clearUnread(c echo.Context, draft store.Draft, sent *power.Entry) error {
	_, err := document.FromFields(draft.Values)
	var unread power.InputErrors
	if !errors.As(err, &unread) {
		return nil
	}
	stated := document.Fields(sent)
	var changes []store.Change
	for _, one := range unread {
		if was, typed := draft.Values[one.Field]; typed && stated[one.Field] == "" {
			changes = append(changes, store.Change{Path: one.Field, Was: &was})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	user, _ := handlers.Viewer(c)
	_, _, err = h.Store.Edit(c.Request().Context(), draft.ID, user, draft.Version, changes) // a conflict is what somebody types now
	return err
}

// GradeForPrograms grades an entry in its current state and answers the verdict.
func (h *Handlers) GradeForPrograms(c echo.Context, _ store.EntryAccess, draft store.Draft) error {
	return h.answerDraft(c, draft.ID)
}

func (h *Handlers) answerDraft(c echo.Context, entry int64) error {
	graded, err := h.Store.GradeDraft(c.Request().Context(), entry)
	if err != nil {
		return err
	}
	return h.answerProgram(c, http.StatusOK, graded.Entry, graded.Revision, nil)
}

// SubmitForPrograms submits an entry for review.
func (h *Handlers) SubmitForPrograms(c echo.Context, _ store.EntryAccess, draft store.Draft) error {
	ctx := c.Request().Context()
	graded, err := h.Store.GradeDraft(ctx, draft.ID)
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	if _, err := h.Store.MoveSeen(ctx, draft.ID, store.Seen{Revision: graded.Revision.Number}, review.Submit, user, ""); err != nil {
		return err
	}
	return h.OfRevision(h.SubmissionForPrograms)(c) // in its current state
}

// Manifest is what a draft was committed to.
type Manifest struct {
	Number  int    `json:"number"`
	Files   int    `json:"files"`
	Text    []byte `json:"manifest"` // canonical JSON, in base64: the receipt names its SHA-256
	Receipt []byte `json:"receipt"`  // as it was signed, in base64
}

// CommitForPrograms commits a draft to its document, its files and those that the body names, a line each as sha256sum writes it.
func (h *Handlers) CommitForPrograms(c echo.Context, _ store.EntryAccess, draft store.Draft) error {
	body, err := readBody(c)
	if err != nil {
		return err
	}
	further, err := receipt.ParseSums(body)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	graded, err := h.Store.GradeDraft(ctx, draft.ID) // what is committed to is the document as it was graded
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	made, given, err := h.Store.CommitManifest(ctx, graded.ID, user, graded.Version, h.ServerAddress(), further)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, Manifest{made.Number, len(made.Files), made.Text, given.Text})
}
