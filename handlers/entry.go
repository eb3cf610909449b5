package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

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
	page.Whole = m.Whole()
	page.Window = window(c, page.Whole)
	page.Curve = m.Curve(page.Window, drawnSteps)
	return nil
}

// window is the part of the time that a query asks to see; all of it where it asks for none.
func window(c echo.Context, whole power.Span) power.Span {
	var from, to power.Time
	if from.UnmarshalText([]byte(c.QueryParam("from"))) != nil || to.UnmarshalText([]byte(c.QueryParam("to"))) != nil {
		return whole
	}
	shared, ok := whole.Intersect(power.NewSpan(from.Time, to.Time))
	if !ok {
		return whole
	}
	return shared
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

// Chart serves the options of the chart for the window a query asks for.
func (h *Handlers) Chart(c echo.Context) error {
	_, revision, err := h.revision(c)
	if err != nil {
		return err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return err
	}
	if report == nil {
		return store.ErrNotFound
	}
	m, err := h.Store.Measurement(c.Request().Context(), revision)
	if err != nil {
		return err
	}
	const chartSteps = 1200
	whole := m.Whole()
	chart := templates.Chart{Curve: m.Curve(window(c, whole), chartSteps), Whole: whole, Spans: report.Spans, Findings: report.Findings}
	options, err := chart.JSON()
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, options)
}

// Report serves the verdict, byte for byte as the command line prints it.
func (h *Handlers) Report(c echo.Context) error {
	_, revision, err := h.revision(c)
	if err != nil {
		return err
	}
	if len(revision.Report) == 0 {
		return store.ErrNotFound
	}
	return c.JSONBlob(http.StatusOK, revision.Report)
}

// Move does what the table of moves allows: submit, withdraw, take, accept, return, reject.
func (h *Handlers) Move(c echo.Context) error {
	entry, err := h.access(c)
	if err != nil {
		return err
	}
	actor, _ := viewer(c)
	verb, reason := review.Verb(c.FormValue("verb")), c.FormValue("reason")
	// A decision is about the revision that was read; one that came in between is not decided unseen.
	seen, err := strconv.Atoi(c.FormValue("revision"))
	if err != nil {
		return &review.Refusal{Sentence: "The form is not whole; reload the page and decide again."}
	}
	to, err := h.Store.MoveRevision(c.Request().Context(), entry.ID, seen, verb, actor, reason)
	var refusal *review.Refusal
	if errors.As(err, &refusal) {
		field := ""
		if reason == "" && needsReason(verb) {
			field = "reason"
		}
		return h.entry(c, http.StatusConflict, "/submissions/", templates.Decision{Verb: verb, Reason: reason, Errors: templates.FieldErrors{field: refusal.Sentence}})
	}
	if err != nil {
		return err
	}
	return h.done(c, "/submissions/"+text(entry.ID), fmt.Sprintf("The entry is now %s.", to.Word()))
}

func needsReason(verb review.Verb) bool {
	for _, move := range review.Moves() {
		if move.Verb == verb {
			return move.Reason
		}
	}
	return false
}

// Queue shows what waits for a decision.
func (h *Handlers) Queue(c echo.Context) error {
	ctx := c.Request().Context()
	entries, err := h.Store.Queue(ctx)
	if err != nil {
		return err
	}
	user, _ := viewer(c)
	page := templates.QueuePage{Page: h.page(c, "Review queue"), Now: h.Now()}
	for _, e := range entries {
		row, err := h.queueRow(ctx, e)
		if err != nil {
			return err
		}
		row.Own = e.OwnerID == user.ID
		page.Rows = append(page.Rows, row)
	}
	return h.render(c, http.StatusOK, templates.Queue(page))
}

func (h *Handlers) queueRow(ctx context.Context, e store.Entry) (templates.QueueRow, error) {
	row := templates.QueueRow{
		ID: text(e.ID), State: e.State, System: e.System, Site: e.Site, Edition: e.Edition, Submitter: e.OwnerName, Graded: e.Complete,
		Claimed: e.ClaimedLevel, Granted: e.GrantedLevel, Failed: e.Failed, Since: waitingSince(e),
	}
	decisions, err := h.Store.History(ctx, e.ID)
	if err != nil {
		return row, err
	}
	for _, d := range decisions {
		if d.Verb == review.Take {
			row.Reviewer = d.ActorName
		}
	}
	revision, err := h.Store.Revision(ctx, e.ID, 0)
	if err != nil {
		return row, err
	}
	report, _, err := revision.Verdict()
	if err == nil && report != nil {
		row.Failed, row.Unknown = report.Counts(e.ClaimedLevel)
		row.Of, row.Narrowest = report.Narrowest(e.ClaimedLevel)
	}
	return row, err
}

func waitingSince(e store.Entry) time.Time {
	if e.SubmittedAt != nil {
		return *e.SubmittedAt
	}
	return e.UpdatedAt
}
