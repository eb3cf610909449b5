package handlers

import (
	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/review"
)

// removedKey is the key of the templates.Removal of a request, in an echo.Context.
const removedKey = "removed"

// NoteRemoved has every page about an entry say first that an erratum took it out of its list, if one did.
func (h *Base) NoteRemoved(c echo.Context, entry store.EntryAccess) error {
	removed, err := h.Removed(c, entry.Entry)
	if removed != nil {
		c.Set(removedKey, removed)
	}
	return err
}

// Removed says that an erratum took an entry out of its list; nil if none did.
func (h *Base) Removed(c echo.Context, entry store.Entry) (*templates.Removal, error) {
	if entry.State != review.Corrected {
		return nil, nil
	}
	on, err := h.Store.EntryListing(c.Request().Context(), entry.ID)
	if err != nil || !on.TakenOut || len(on.Errata) == 0 {
		return nil, err
	}
	last := on.Errata[len(on.Errata)-1]
	removal := &templates.Removal{Edition: on.Edition.Name, At: last.MadeAt.In(on.Edition.Location()), Reason: last.Reason, Number: last.Number}
	if !on.Edition.Embargoed(h.Now()) {
		removal.Href = "/lists/" + on.Edition.Name + "/changes"
	}
	return removal, nil
}
