package submission

import (
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/list"
	"green500/store"
	submissionpage "green500/templates/submission"
)

// listing is where an entry stands on its list; nil where it is on none.
func (h *Handlers) listing(c echo.Context, entry store.EntryAccess) (*submissionpage.EntryListing, error) {
	if !entry.State.Public() {
		return nil, nil
	}
	on, err := h.Store.EntryListing(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	user, _ := handlers.Viewer(c)
	readable, err := h.Store.ReadableEditions(c.Request().Context(), user)
	if err != nil {
		return nil, err
	}
	shown := &submissionpage.EntryListing{Edition: on.Edition.Name, Released: on.Released, Rank: on.Rank, TakenOut: on.TakenOut, Changed: on.Moved > 0, SystemID: on.SystemID}
	shown.Readable = slices.ContainsFunc(readable, func(e store.Edition) bool { return e.Name == on.Edition.Name })
	if on.Edition.Embargoed(h.Now()) {
		shown.Embargo = on.Edition.Embargo.In(on.Edition.Location())
	}
	for _, e := range on.Errata {
		shown.Errata = append(shown.Errata, list.ShownErratum(e, on.Edition.Location()))
	}
	return shown, nil
}
