package handlers

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
	"green500/validation/review"
)

// drawnSteps is how many steps of the curve a page without JavaScript draws: its width in pixels.
const drawnSteps = 600

// access is an entry that whoever asks may read, and the revision they may see.
type access struct {
	store.Entry
	owner bool
}

// access finds the entry of the address. What may not be read is not there, for whoever asks.
func (h *Handlers) access(c echo.Context) (access, error) {
	number, err := id(c, "id")
	if err != nil {
		return access{}, err
	}
	entry, err := h.Store.Entry(c.Request().Context(), number)
	if err != nil {
		return access{}, err
	}
	user, signedIn := viewer(c)
	owner := signedIn && user.ID == entry.OwnerID
	if !review.MayRead(Role(c), owner, entry.State) {
		return access{}, store.ErrNotFound
	}
	return access{entry, owner}, nil
}

// revision returns the revision of an entry that whoever asks may see: the owner the current one,
// everybody else what was submitted last.
func (h *Handlers) revision(c echo.Context) (access, store.Revision, error) {
	entry, err := h.access(c)
	if err != nil {
		return entry, store.Revision{}, err
	}
	number := 0
	if !entry.owner {
		if number, err = h.lastSubmitted(c.Request().Context(), entry.ID); err != nil {
			return entry, store.Revision{}, err
		}
	}
	revision, err := h.Store.Revision(c.Request().Context(), entry.ID, number)
	return entry, revision, err
}

func (h *Handlers) lastSubmitted(ctx context.Context, entry int64) (int, error) {
	revisions, err := h.Store.Revisions(ctx, entry)
	last := 0
	for _, r := range revisions {
		if r.SubmittedAt != nil {
			last = max(last, r.Number)
		}
	}
	if err == nil && last == 0 {
		err = store.ErrNotFound
	}
	return last, err
}

// Entry shows the evidence on an entry to its owner and to reviewers.
func (h *Handlers) Entry(c echo.Context) error {
	return h.entry(c, http.StatusOK, "/submissions/", templates.Decision{})
}

// PublicEntry shows the evidence on a published entry.
func (h *Handlers) PublicEntry(c echo.Context) error {
	number, err := id(c, "id")
	if err != nil {
		return err
	}
	if _, err := h.Store.PublicEntry(c.Request().Context(), number); err != nil {
		return err
	}
	return h.entry(c, http.StatusOK, "/entries/", templates.Decision{})
}

func (h *Handlers) entry(c echo.Context, status int, base string, decision templates.Decision) error {
	access, revision, err := h.revision(c)
	if err != nil {
		return err
	}
	document, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	report, troubles, err := revision.Verdict()
	if err != nil {
		return err
	}
	page := templates.EntryPage{
		Page: h.page(c, title(document)), ID: text(access.ID), Base: base + text(access.ID), Owner: access.owner, State: access.State,
		Revision: revision.Number, Saved: access.UpdatedAt, Entry: document, Report: report, Troubles: troubles, Decision: decision,
	}
	if _, signedIn := viewer(c); signedIn {
		page.Submitter = access.OwnerName
		page.Files = fileLinks(page.Base, document, revision.Files)
	}
	if page.History, err = h.history(c, access); err != nil {
		return err
	}
	if err := h.draw(c, &page, revision); err != nil {
		return err
	}
	return h.render(c, status, templates.Entry(page))
}

func title(document *power.Entry) string {
	if document.System.Name == "" {
		return "Unnamed system"
	}
	return document.System.Name
}

// draw adds the curve that is drawn without JavaScript.
func (h *Handlers) draw(c echo.Context, page *templates.EntryPage, revision store.Revision) error {
	if page.Report == nil {
		return nil
	}
	m, err := h.Store.Measurement(c.Request().Context(), revision)
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }() // nothing was written
	page.Whole = templates.Whole(m.Whole(), page.Report.Spans)
	page.Window = window(c, page.Whole, templates.Opening(page.Whole, page.Report.Spans))
	page.Curve = m.Curve(page.Window, drawnSteps)
	return m.Err()
}

func (h *Handlers) history(c echo.Context, entry access) ([]templates.Event, error) {
	if _, signedIn := viewer(c); !signedIn {
		return nil, nil
	}
	decisions, err := h.Store.History(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	events := []templates.Event{{At: entry.CreatedAt, Who: entry.OwnerName, Text: "Started"}}
	for _, d := range decisions {
		events = append(events, templates.Event{At: d.At, Who: d.ActorName, Text: label(d.Verb), To: d.To, Revision: d.Revision, Reason: d.Reason})
	}
	return events, nil
}

func label(verb review.Verb) string {
	for _, move := range review.Moves() {
		if move.Verb == verb {
			return move.Label
		}
	}
	return string(verb)
}
