package handlers

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/submissions"
	"green500/templates"
	"green500/validation/lists/citation"
	"green500/validation/power"
	"green500/validation/review"
)

// OfEntry has a request answered with the entry of its address. What may not be read is not there, for the current
// user.
func (h *Base) OfEntry(answer func(c echo.Context, entry submissions.EntryAccess) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		number, err := ID(c, "id")
		if err != nil {
			return err
		}
		entry, err := h.Store.Submissions.EntryAccess(c.Request().Context(), number, User(c))
		if err != nil {
			return err
		}
		if err := h.NoteRemoved(c, entry); err != nil {
			return err
		}
		return answer(c, entry)
	}
}

// Listed lets through requests about an entry of a published list; whether it may be seen yet is told by what follows.
func (h *Base) Listed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		number, err := ID(c, "id")
		if err != nil {
			return err
		}
		if _, err := h.Store.Lists.ListedIn(c.Request().Context(), number); err != nil {
			return err
		}
		return next(c)
	}
}

// OfRevision answers with the revision that RevisionAsked names.
func (h *Base) OfRevision(
	answer func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error) echo.HandlerFunc {
	return h.OfEntry(func(c echo.Context, entry submissions.EntryAccess) error {
		number, err := h.RevisionAsked(c, entry)
		if err != nil {
			return err
		}
		shown, err := h.Store.Submissions.Revision(c.Request().Context(), entry.ID, number)
		if err != nil {
			return err
		}
		return answer(c, entry, shown)
	})
}

// PublicEntries is where published entries are.
const PublicEntries = "/entries/"

// EntryBase is where the entry is of which a request asks for something.
func EntryBase(c echo.Context) string {
	if strings.HasPrefix(c.Path(), PublicEntries) {
		return PublicEntries
	}
	return "/submissions/"
}

// OfLatest is OfRevision, which follows what was typed if the revision is that of a draft.
func (h *Base) OfLatest(
	answer func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error) echo.HandlerFunc {
	return h.OfRevision(func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
		if entry.Owner && entry.State.Open() && shown.Number == entry.Revision {
			followed, err := h.Store.Drafts.GradeDraft(c.Request().Context(), entry.ID)
			if err != nil {
				return err
			}
			entry.Entry, shown = followed.Entry, followed.Revision
		}
		return answer(c, entry, shown)
	})
}

// OfWritable has a request answered with the entry of its address for those who hold it, while it may be changed.
func (h *Base) OfWritable(answer func(c echo.Context, entry submissions.EntryAccess) error) echo.HandlerFunc {
	return h.OfEntry(func(c echo.Context, entry submissions.EntryAccess) error {
		switch {
		case !entry.Owner:
			return database.ErrNotFound
		case !entry.State.Open():
			return errClosed(entry.State)
		}
		return answer(c, entry)
	})
}

func errClosed(state review.State) error {
	return &review.Refusal{Sentence: fmt.Sprintf("A submission that is %s cannot be changed.", state.Word())}
}

// OfDraft is OfWritable, with what was typed into the entry.
func (h *Base) OfDraft(
	answer func(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error) echo.HandlerFunc {
	return h.OfWritable(func(c echo.Context, entry submissions.EntryAccess) error {
		draft, err := h.Store.Drafts.Draft(c.Request().Context(), entry.ID)
		if err != nil {
			return err
		}
		if !draft.State.Open() { // it was submitted since the entry was read
			return errClosed(draft.State)
		}
		entry.Entry = draft.Entry
		return answer(c, entry, draft)
	})
}

// Title is what pages call an entry.
func Title(document *power.Entry) string { return SystemName(document.System.Name) }

// SystemName is what pages call a system, which may have no name yet.
func SystemName(name string) string { return cmp.Or(name, "Unnamed system") }

// RevisionAsked is the number of the revision that a request is about: the one it names, else the current one for the
// owner, and for everybody else what was submitted last.
func (h *Base) RevisionAsked(c echo.Context, entry submissions.EntryAccess) (int, error) {
	ctx, asked := c.Request().Context(), c.QueryParam("revision")
	if asked == "" && entry.Owner {
		return 0, nil
	}
	last, err := h.Store.Submissions.LastSubmitted(ctx, entry.ID)
	if asked == "" || err != nil && !entry.Owner {
		return last, err
	}
	number, err := strconv.Atoi(asked)
	if err != nil || number <= 0 {
		return 0, database.ErrNotFound
	}
	if number == last {
		return number, nil
	}
	readable, err := h.ReadableRevisions(ctx, entry)
	if err != nil {
		return 0, err
	}
	if !slices.ContainsFunc(readable, func(r submissions.Revision) bool { return r.Number == number }) {
		return 0, database.ErrNotFound
	}
	return number, nil
}

// ReadableRevisions are those that the current user may read: what was submitted, and the owner's own.
func (h *Base) ReadableRevisions(ctx context.Context, entry submissions.EntryAccess) ([]submissions.Revision, error) {
	if !review.MayCompare(entry.Reader) {
		if entry.Conflict != review.NoConflict {
			return nil, &review.ConflictError{Conflict: entry.Conflict}
		}
		return nil, database.ErrNotFound
	}
	revisions, err := h.Store.Submissions.Revisions(ctx, entry.ID)
	return slices.DeleteFunc(revisions,
		func(r submissions.Revision) bool { return r.SubmittedAt == nil && !entry.Owner }), err
}

const removedKey = "removed"

// NoteRemoved has every page about an entry say first that an erratum took it out of its list, if one did.
func (h *Base) NoteRemoved(c echo.Context, entry submissions.EntryAccess) error {
	removed, err := h.Removed(c, entry.Entry)
	if removed != nil {
		c.Set(removedKey, removed)
	}
	return err
}

// Removed says that an erratum took an entry out of its list; nil if none did.
func (h *Base) Removed(c echo.Context, entry submissions.Entry) (*templates.Removal, error) {
	if entry.State != review.Corrected {
		return nil, nil
	}
	on, err := h.Store.Lists.EntryListing(c.Request().Context(), entry.ID)
	if err != nil || !on.TakenOut || len(on.Errata) == 0 {
		return nil, err
	}
	last := on.Errata[len(on.Errata)-1]
	removal := &templates.Removal{Edition: on.Edition.Name, At: last.MadeAt.In(on.Edition.Location()),
		Reason: last.Reason, Number: last.Number}
	if !on.Edition.Embargoed(h.Now()) {
		removal.Href = "/lists/" + on.Edition.Name + "/changes"
	}
	return removal, nil
}

// WorkOf is a listed entry as others cite it; store.ErrNotFound for one on no list. Whether it may be seen is not
// checked.
func WorkOf(ctx context.Context, s *store.Store, address *url.URL,
	entry int64) (citation.Work, lists.EntryListing, error) {
	on, err := s.Lists.EntryListing(ctx, entry)
	if err != nil {
		return citation.Work{}, on, err
	}
	waived, err := s.Lists.ListWaivers(ctx, []lists.ListRow{on.Row}, *on.Edition.PublishedAt)
	if err != nil {
		return citation.Work{}, on, err
	}
	row, zone := on.Row, on.Edition.Location()
	work := citation.Work{
		Entry: entry, System: row.System, Site: row.Site, Country: row.Country, Edition: on.Edition.Name,
		Rank: row.Rank, Efficiency: row.Efficiency,
		Uncertainty: row.EfficiencyUncertainty, Rmax: row.Rmax, Power: row.Power, Level: row.Level,
		Methodology: string(on.Edition.Methodology), Waived: len(waived[entry]) > 0,
		ListHash: on.Hash, Address: address.JoinPath("entries", Text(entry)).String(),
		Released: on.Edition.ReleasedAt().In(zone), Errata: on.Moved, Since: StandsSince(on.Edition, on.Since),
	}
	if last := len(on.Errata) - 1; on.TakenOut && last >= 0 {
		work.TakenOut = on.Errata[last].MadeAt.In(zone)
	}
	return work, on, nil
}

// StandsSince is from when on everybody could read the present state of a list, in the zone of its edition.
func StandsSince(edition editions.Edition, since time.Time) time.Time {
	if released := edition.ReleasedAt(); since.Before(released) {
		since = released
	}
	return since.In(edition.Location())
}

// Deadline is the calendar of an edition for a page.
func (h *Base) Deadline(e editions.Edition) templates.Deadline {
	zone := e.Location()
	return templates.Deadline{Edition: e.Name, Zone: e.Zone, Opens: e.OpensAt.In(zone), Closes: e.ClosesAt.In(zone),
		Grace: e.Grace, Now: h.Now()}
}

// Timing tells where an entry stands in the calendar of its edition.
func (h *Base) Timing(ctx context.Context, entry submissions.Entry) (templates.Timing, error) {
	leaves, err := h.Store.Submissions.LeavesOf(ctx, entry)
	if err != nil {
		return templates.Timing{}, err
	}
	timing := templates.Timing{Deadline: h.Deadline(leaves.Edition), Phase: leaves.Phase}
	if leaves.Manifest != nil {
		timing.Committed = leaves.Manifest.CommittedAt.In(leaves.Edition.Location())
	}
	return timing, nil
}

// OpenEditions lists the editions that take entries now.
func (h *Base) OpenEditions(c echo.Context) ([]editions.Edition, error) {
	all, err := h.Store.Editions.All(c.Request().Context())
	return slices.DeleteFunc(all, func(e editions.Edition) bool { return !e.IsOpen(h.Now()) }), err
}

// EditionNames are what a form offers.
func EditionNames(editions []editions.Edition) []string {
	var names []string
	for _, e := range editions {
		names = append(names, e.Name)
	}
	return names
}
