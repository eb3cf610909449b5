package draft

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/power"
)

// SaveField keeps one field as it is typed, and answers with what became of it. What is typed is kept
// even where it cannot be read yet; only what somebody else changed in the meantime is not overwritten.
func (h *Handlers) SaveField(c echo.Context, entry store.EntryAccess) error {
	if !entry.Owner {
		return store.ErrNotFound
	}
	path, was := c.FormValue("path"), c.FormValue("was")
	if !document.IsField(path) {
		return power.InputErrors{{Field: "path", Problem: "the document has no such field", Remedy: "reload the form"}}
	}
	seen, err := strconv.ParseInt(c.FormValue("revision"), 10, 64)
	if err != nil {
		seen = entry.Version // what the field held tells more
	}
	user, _ := handlers.Viewer(c)
	var held store.Draft
	f, known := fields.FieldOf(path)
	ofNodes := strings.HasPrefix(path, "node_sets[")
	if known && f.Kind == fields.KindTime || ofNodes { // others need not be read for it
		if held, err = h.Store.Draft(c.Request().Context(), entry.ID); err != nil {
			return err
		}
	}
	zone := held.Values["run.timezone"]
	was = document.Tidy(path, was, zone)
	change := store.Change{Path: path, Was: &was, Value: document.Tidy(path, c.FormValue("value"), zone)}
	changes := []store.Change{change}
	if ofNodes {
		changes = allMeasured(held.Values, changes)
	}
	draft, conflicts, err := h.Store.Edit(c.Request().Context(), entry.ID, user, seen, changes)
	state := draftpage.FieldState{Path: path, Now: true, Saved: h.Now().UTC()}
	wrong := handlers.FieldErrors(err)
	switch {
	case wrong != nil:
		state.Problem, state.Lost = wrong[path], true
	case err != nil:
		return err
	case len(conflicts) > 0:
		conflict := fieldConflict(conflicts[0])
		state.Conflict = &conflict
	default:
		_, unread := document.FromFields(map[string]string{path: change.Value}) // the item may stand elsewhere now
		state.Problem = handlers.FieldErrors(unread)[path]
		if last, told := draft.Fields[path]; told {
			state.Saved = last.At
		}
		if err := announce(c, c.FormValue("value"), changes); err != nil {
			return err
		}
	}
	return h.Render(c, http.StatusOK, draftpage.FieldAnswer(state))
}

// announce tells the page that a field is kept, and as what if that is not what was typed, and which others follow from it: its verdict
// follows then.
func announce(c echo.Context, typed string, kept []store.Change) error {
	saved := map[string]string{"path": kept[0].Path}
	if kept[0].Value != typed {
		saved["value"] = kept[0].Value // a number: what else is typed stays, and may be long
	}
	events := map[string]any{"field-saved": saved}
	for _, also := range kept[1:] {
		events["field-filled"] = map[string]string{"path": also.Path, "value": also.Value}
	}
	event, err := json.Marshal(events)
	c.Response().Header().Set("HX-Trigger", string(event))
	return err
}
