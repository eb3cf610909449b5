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
		page.Rows = append(page.Rows, listpage.PreviewRow{
			ListRow: listpage.ListRow(row.ListRow), Withheld: row.Conflict.Sentence(), Tie: row.Tie, Waived: waived[row.EntryID], Earlier: (*listpage.ListRow)(row.Earlier),
		})
	}
	for _, e := range preview.Missing {
		page.Missing = append(page.Missing, listpage.MissingEntry{ID: handlers.Text(e.ID), System: e.System, Site: e.Site, State: e.State, Reviewer: e.Reviewer, Since: e.UpdatedAt})
	}
	for _, row := range preview.Gone {
		page.Gone = append(page.Gone, listpage.ListRow(row))
	}
	return h.Render(c, http.StatusOK, listpage.Preview(page))
}
