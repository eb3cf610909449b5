package handlers

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/power"
	"green500/validation/review"
)

// access finds the entry of the address. What may not be read is not there, for whoever asks.
func (h *Handlers) access(c echo.Context) (store.Sight, error) {
	number, err := id(c, "id")
	if err != nil {
		return store.Sight{}, err
	}
	user, _ := viewer(c)
	return h.Store.Sight(c.Request().Context(), number, user)
}

// revision returns the revision of an entry that whoever asks may see: the one they ask for, else the
// owner the current one, everybody else what was submitted last.
func (h *Handlers) revision(c echo.Context) (store.Sight, store.Revision, error) {
	entry, err := h.access(c)
	if err != nil {
		return entry, store.Revision{}, err
	}
	number, err := h.revisionAsked(c, entry)
	if err != nil {
		return entry, store.Revision{}, err
	}
	revision, err := h.Store.Revision(c.Request().Context(), entry.ID, number)
	return entry, revision, err
}

// latest is revision, which follows what was typed where it is that of a draft.
func (h *Handlers) latest(c echo.Context) (store.Sight, store.Revision, error) {
	access, revision, err := h.revision(c)
	if err == nil && access.Owner && access.State.Open() && revision.Number == access.Revision {
		revision, err = h.followed(c, &access)
	}
	return access, revision, err
}

// followed is the current revision once its verdict follows what was typed.
func (h *Handlers) followed(c echo.Context, entry *store.Sight) (store.Revision, error) {
	draft, err := h.Store.GradeDraft(c.Request().Context(), entry.ID)
	entry.Entry = draft.Entry
	return draft.Revision, err
}

func title(document *power.Entry) string {
	if document.System.Name == "" {
		return "Unnamed system"
	}
	return document.System.Name
}

// draft finds the entry of the address for those who hold it, while it may be changed.
func (h *Handlers) draft(c echo.Context) (store.Sight, store.Draft, error) {
	entry, err := h.writable(c)
	if err != nil {
		return entry, store.Draft{}, err
	}
	draft, err := h.Store.Draft(c.Request().Context(), entry.ID)
	entry.Entry = draft.Entry
	return entry, draft, err
}

// writable is an entry of whoever asks, while it may be changed.
func (h *Handlers) writable(c echo.Context) (store.Sight, error) {
	entry, err := h.access(c)
	switch {
	case err != nil:
		return entry, err
	case !entry.Owner:
		return entry, store.ErrNotFound
	case !entry.State.Open():
		return entry, &review.Refusal{Sentence: fmt.Sprintf("An entry that is %s cannot be changed.", entry.State.Word())}
	}
	return entry, nil
}

// revisionAsked is the number of the revision that a request is about: the one it names, else the current one for the
// owner, and for everybody else what was submitted last.
func (h *Handlers) revisionAsked(c echo.Context, entry store.Sight) (int, error) {
	ctx, asked := c.Request().Context(), c.QueryParam("revision")
	if asked == "" && entry.Owner {
		return 0, nil
	}
	last, err := h.Store.LastSubmitted(ctx, entry.ID)
	if asked == "" || err != nil && !entry.Owner {
		return last, err
	}
	number, err := strconv.Atoi(asked)
	if err != nil || number <= 0 {
		return 0, store.ErrNotFound
	}
	if number == last {
		return number, nil
	}
	readable, err := h.readableRevisions(ctx, entry)
	if err != nil {
		return 0, err
	}
	if !slices.ContainsFunc(readable, func(r store.Revision) bool { return r.Number == number }) {
		return 0, store.ErrNotFound
	}
	return number, nil
}

// readableRevisions are the revisions of an entry that whoever asks may read: those that were submitted, and the
// owner's own.
func (h *Handlers) readableRevisions(ctx context.Context, entry store.Sight) ([]store.Revision, error) {
	if !review.MayCompare(entry.Reader) {
		if entry.Conflict != review.NoConflict {
			return nil, &review.ConflictError{Conflict: entry.Conflict}
		}
		return nil, store.ErrNotFound
	}
	revisions, err := h.Store.Revisions(ctx, entry.ID)
	return slices.DeleteFunc(revisions, func(r store.Revision) bool { return r.SubmittedAt == nil && !entry.Owner }), err
}
