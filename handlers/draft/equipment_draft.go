package draft

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/submissions"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// Parts shows what of a draft can be kept, and what can be taken into it.
func (h *Handlers) Parts(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	return h.parts(c, http.StatusOK, entry, draft, "")
}

func (h *Handlers) parts(c echo.Context, status int, entry submissions.EntryAccess, draft drafts.Draft,
	wrong string) (err error) {
	held, _ := document.FromFields(draft.Values) // what cannot be read is no part yet
	page := draftpage.PartsPage{Page: h.Page(c, "Equipment for "+handlers.Title(held)), ID: handlers.Text(entry.ID),
		System: handlers.Title(held), Groups: partsOf(held), Today: h.today(), Error: wrong}
	if page.Libraries, err = h.libraries(c); err != nil {
		return err
	}
	return h.Render(c, status, draftpage.Parts(page))
}

func partsOf(held *power.Entry) []draftpage.PartsGroup {
	var groups []draftpage.PartsGroup
	for _, kind := range document.Kinds() {
		group := draftpage.PartsGroup{Kind: kind}
		for n := 0; ; n++ {
			part, ok := document.PartOf(held, kind, n)
			if !ok {
				break
			}
			name := cmp.Or(part.Name(), "without a name")
			group.Names = append(group.Names, name)
		}
		groups = append(groups, group)
	}
	return groups
}

// SaveToLibrary saves a part of a draft in the equipment library.
func (h *Handlers) SaveToLibrary(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	part, err := partNamed(c, draft)
	if err != nil {
		return err
	}
	library, err := h.libraryNamed(c, c.FormValue("site"))
	if err != nil {
		return err
	}
	if part, err = document.PartFromFields(part.Kind, part.Fields()); err == nil {
		_, err = h.Store.Drafts.KeepPart(c.Request().Context(), handlers.User(c), library.SiteID, part)
	}
	if err != nil {
		return h.partsError(c, err)
	}
	return h.Done(c, partsAddress(entry), part.Name()+" is saved in the equipment library.")
}

func partsAddress(entry submissions.EntryAccess) string {
	return "/submissions/" + handlers.Text(entry.ID) + "/parts"
}

func partNamed(c echo.Context, draft drafts.Draft) (document.Part, error) {
	kind, known := document.KindOf(c.Param("group"))
	n, err := strconv.Atoi(c.Param("index"))
	if !known || err != nil || n < 0 {
		return document.Part{}, database.ErrNotFound
	}
	held, _ := document.FromFields(draft.Values) // what cannot be read is no part yet
	part, there := document.PartOf(held, kind, n)
	if !there {
		return document.Part{}, database.ErrNotFound
	}
	return part, nil
}

func (h *Handlers) partsError(c echo.Context, err error) error {
	status, sentence := handlers.Outcome(err)
	if status >= http.StatusInternalServerError || status == http.StatusNotFound {
		return err
	}
	if wrong := handlers.FieldErrors(err); len(wrong) > 0 { // this page has no fields to say it at
		sentence = strings.Join(slices.Sorted(maps.Values(wrong)), " ")
	}
	// in its current state
	return h.OfDraft(func(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
		return h.parts(c, status, entry, draft, sentence)
	})(c)
}

// AddFromLibrary fills in a part of a draft from the equipment library, or adds it.
func (h *Handlers) AddFromLibrary(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	number, err := strconv.ParseInt(c.FormValue("item"), 10, 64)
	if err != nil {
		return database.ErrNotFound
	}
	user := handlers.User(c)
	kept, err := h.Store.Drafts.KeptPart(c.Request().Context(), user.ID, number)
	if err != nil {
		return err
	}
	if kept.Part.Kind.Group() != c.FormValue("group") {
		return database.ErrNotFound
	}
	if err := takePart(c.Request().Context(), h.Store.Drafts, entry.Entry, user, draft.Values, kept.Part); err != nil {
		return h.partsError(c, err)
	}
	return h.Done(c, partsAddress(entry), kept.Name+" was added from the equipment library.")
}

type editor interface {
	Edit(ctx context.Context, entryID int64, actor accounts.User, seen int64,
		changes []drafts.Change) (drafts.Draft, []drafts.Conflict, error)
}

// takePart writes a part into a draft; what somebody else changed since is not overwritten: a *review.Refusal.
func takePart(ctx context.Context, drafts editor, entry submissions.Entry, actor accounts.User,
	values map[string]string, part document.Part) error {
	_, conflicts, err := drafts.Edit(ctx, entry.ID, actor, entry.Version, changesFor(values, part))
	if err != nil {
		return err
	}
	if len(conflicts) > 0 {
		return &review.Refusal{Sentence: conflicts[0].By + " changed the same part of the submission in the " +
			"meantime, so it was not overwritten. Check the form, and add the part again if that is right."}
	}
	return nil
}

func changesFor(values map[string]string, part document.Part) []drafts.Change {
	at := part.Kind.Prefix(placeFor(values, part))
	fields := part.Fields()
	var changes []drafts.Change
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		into := at + strings.TrimPrefix(path, part.Kind.Prefix(0))
		if was := values[into]; was != fields[path] {
			changes = append(changes, drafts.Change{Path: into, Was: &was, Value: fields[path]})
		}
	}
	return changes
}

func placeFor(values map[string]string, part document.Part) int {
	count := fields.Count(part.Kind.Group(), values)
	name := strings.TrimPrefix(part.NameField(), part.Kind.Prefix(0))
	for n := range count {
		if values[part.Kind.Prefix(n)+name] == part.Name() {
			return n
		}
	}
	return count
}
