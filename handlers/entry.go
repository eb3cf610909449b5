package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/review"
)

// drawnSteps is how many steps of the curve a page without JavaScript draws: its width in pixels.
const drawnSteps = 600

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
	if _, err := h.Store.ListedIn(c.Request().Context(), number); err != nil {
		return err // whether they may see it yet is told by what follows
	}
	return h.entry(c, http.StatusOK, "/entries/", templates.Decision{})
}

func (h *Handlers) entry(c echo.Context, status int, base string, decision templates.Decision) error {
	access, revision, err := h.latest(c)
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
		Page: h.page(c, title(document)), ID: text(access.ID), Base: base + text(access.ID), Party: access.Party, State: access.State,
		Revision: revision.Number, Saved: access.UpdatedAt, Entry: document, Report: report, Troubles: troubles, Decision: decision,
	}
	if _, signedIn := viewer(c); signedIn {
		page.Submitter = access.OwnerName
	}
	if review.MayReadReadings(access.Reader) {
		page.Files = fileLinks("/submissions/"+text(access.ID), document, revision.Files)
	}
	if err := h.fill(c, &page, access, revision); err != nil {
		return err
	}
	return h.render(c, status, templates.Entry(page))
}

// fill adds what is told beside the verdict, as far as it is for whoever asks.
func (h *Handlers) fill(c echo.Context, page *templates.EntryPage, access store.Sight, revision store.Revision) (err error) {
	for _, part := range []func() error{
		func() error { return h.revised(c, page, access, revision) },
		func() error { return h.forHolders(c, page, access) },
		func() error { return h.atDesk(c, page, access) },
		func() error { page.Appeals, err = h.appealPanel(c, access); return err },
		func() error { page.Deciding, err = h.deciding(c, access, revision.Number); return err },
		func() error { page.History, err = h.history(c, access); return err },
		func() error { page.Questions, err = h.questionsOfPage(c, access, revision); return err },
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

// forHolders adds what those who hold an entry can do with it.
func (h *Handlers) forHolders(c echo.Context, page *templates.EntryPage, entry store.Sight) error {
	if !page.Owner {
		return nil
	}
	var err error
	if page.Sharing, err = h.sharing(c, entry); err != nil {
		return err
	}
	if page.Timing, err = h.timing(c.Request().Context(), entry.Entry); err != nil {
		return err
	}
	editions, err := h.openEditions(c)
	if err != nil {
		return err
	}
	page.Editions = editionNames(editions)
	if page.Receipts, err = h.receipts(c, entry); err != nil {
		return err
	}
	page.Uploads, err = h.uploadPanel(c, entry)
	return err
}

func (h *Handlers) history(c echo.Context, entry store.Sight) ([]templates.Event, error) {
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
	move, known := review.MoveOf(verb)
	if !known {
		return string(verb)
	}
	return move.Label
}
