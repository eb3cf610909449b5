package submission

import (
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	submissionpage "green500/templates/submission"
	"green500/validation/review"
)

// ShareSubmission shares an entry with the members of a site, or with nobody.
func (h *Handlers) ShareSubmission(c echo.Context, entry store.EntryAccess) error {
	user, _ := handlers.Viewer(c)
	site, err := handlers.SiteField(c.FormValue("site"))
	if err == nil {
		err = h.Store.ShareEntry(c.Request().Context(), entry.ID, user, site)
	}
	if err != nil {
		return err
	}
	sentence := "The entry is yours alone."
	if site != store.Unshared {
		sentence = "The members of the site may change the entry now."
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID), sentence)
}

// sharing is whom an entry is shared with, and may be.
func (h *Handlers) sharing(c echo.Context, entry store.EntryAccess) (submissionpage.Sharing, error) {
	user, _ := handlers.Viewer(c)
	open := !entry.State.Decidable() && entry.State != review.Accepted
	shared := submissionpage.Sharing{With: entry.SharedWith, May: entry.OwnerID == user.ID && open}
	if !shared.May {
		return shared, nil
	}
	if entry.SiteID != store.Unshared {
		shared.Chosen = handlers.Text(entry.SiteID)
	}
	var err error
	shared.Sites, err = h.SiteOptions(c)
	return shared, err
}
