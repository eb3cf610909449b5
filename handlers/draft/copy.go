package draft

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	draftpage "green500/templates/draft"
)

// CopySubmission begins an entry from one that the person holds, without what is of its run.
func (h *Handlers) CopySubmission(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	created, err := h.Store.CopyEntry(c.Request().Context(), user, number, c.FormValue("edition"))
	if wrong := handlers.FieldErrors(err); wrong != nil {
		return h.newSubmission(c, http.StatusUnprocessableEntity, map[string]string{"edition": c.FormValue("edition")}, wrong)
	}
	if err != nil {
		return err
	}
	return h.Done(c, "/submissions/"+handlers.Text(created.ID)+"/edit", "The submission is started from the earlier one. What belongs to the old run is empty: times, output, readings, idle power.")
}

// earlier are the entries that a new one may begin from.
func (h *Handlers) earlier(c echo.Context) ([]draftpage.EarlierEntry, error) {
	user, _ := handlers.Viewer(c)
	entries, err := h.Store.EntriesOf(c.Request().Context(), user.ID)
	if err != nil {
		return nil, err
	}
	var earlier []draftpage.EarlierEntry
	for _, e := range entries {
		earlier = append(earlier, draftpage.EarlierEntry{ID: handlers.Text(e.ID), System: e.System, Edition: e.Edition, State: e.State})
	}
	return earlier, nil
}
