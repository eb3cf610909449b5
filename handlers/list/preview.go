package list

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	listpage "green500/templates/list"
)

// PreviewEdition shows what the list of an edition would be, to reviewers.
func (h *Handlers) PreviewEdition(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	preview, err := h.Store.PreviewEdition(c.Request().Context(), c.Param("name"), user)
	if err != nil {
		return err
	}
	rows := make([]store.ListRow, len(preview.Rows))
	for i, row := range preview.Rows {
		rows[i] = row.ListRow
	}
	waived, err := h.Store.ListWaivers(c.Request().Context(), rows, h.Now())
	if err != nil {
		return err
	}
	page := listpage.PreviewPage{
		Page: h.Page(c, "Preview of "+preview.Edition.Name), Edition: preview.Edition.Name, Drafts: preview.Drafts, Before: preview.Before,
		Deadline: h.Deadline(preview.Edition),
	}
	for _, row := range preview.Rows {
		shown := listpage.PreviewRow{ListRow: listRow(row.ListRow), Withheld: row.Conflict.Sentence(), Tie: row.Tie}
		shown.Waived = waived[row.EntryID]
		if row.Earlier != nil {
			earlier := listRow(*row.Earlier)
			shown.Earlier = &earlier
		}
		page.Rows = append(page.Rows, shown)
	}
	for _, e := range preview.Missing {
		page.Missing = append(page.Missing, listpage.MissingEntry{ID: handlers.Text(e.ID), System: e.System, Site: e.Site, State: e.State, Reviewer: e.Reviewer, Since: e.UpdatedAt})
	}
	for _, row := range preview.Gone {
		page.Gone = append(page.Gone, listRow(row))
	}
	return h.Render(c, http.StatusOK, listpage.Preview(page))
}
