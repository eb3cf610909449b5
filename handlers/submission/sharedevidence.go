package submission

import (
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	submissionpage "green500/templates/submission"
)

// sharedEvidence adds the other submissions that contain evidence of the revision, for those who review it. Public pages never
// state them.
func (h *Handlers) sharedEvidence(c echo.Context, page *submissionpage.EntryPage, entry store.EntryAccess) error {
	if page.Base != "/submissions/"+page.ID {
		return nil
	}
	user, _ := handlers.Viewer(c)
	all, err := h.Store.SharedEvidence(c.Request().Context(), entry, page.Revision, user)
	if err != nil {
		return err
	}
	for _, one := range all {
		line := submissionpage.SharedEvidence{System: one.System, Site: one.Site, Edition: one.Edition, Kinship: one.Kinship, Conflict: one.Conflict}
		if one.EntryID != 0 {
			line.ID = handlers.Text(one.EntryID)
		}
		for _, f := range one.Files {
			line.Files = append(line.Files, submissionpage.SharedFile(f))
		}
		page.Shared = append(page.Shared, line)
	}
	return nil
}
