package list

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	listpage "green500/templates/list"
)

const fromParameter = "from"

// ListChanges shows what differs between two states of a list: as released and as it is now, where the query names
// no others.
func (h *Handlers) ListChanges(c echo.Context) error {
	name := c.Param("edition")
	if c.QueryParam(fromParameter) == "" {
		query := c.QueryParams() // of this request alone
		query.Set(fromParameter, asReleased)
	}
	before, err := h.listAsked(c, name, fromParameter)
	if err != nil {
		return err
	}
	after, err := h.listAsked(c, name, asOfParameter)
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	stands, err := h.Store.PublishedList(c.Request().Context(), name, user, store.AsOf{})
	if err != nil {
		return err
	}
	page := listpage.ListChangesPage{
		Page: h.Page(c, "Changes to the list of "+name), Edition: name, From: listState(before), To: listState(after), States: listStates(stands),
		Changes: listChanges(store.Differences(before.Rows, after.Rows)),
	}
	for _, e := range stands.Errata {
		if between(e, before, after) {
			page.Errata = append(page.Errata, ShownErratum(e, stands.Edition.Location()))
		}
	}
	return h.Render(c, http.StatusOK, listpage.ListChanges(page))
}

// between reports whether an erratum is in one state of a list and not in the other.
func between(e store.Erratum, a, b store.PublishedList) bool {
	return (e.Number <= len(a.Errata)) != (e.Number <= len(b.Errata))
}

func listState(list store.PublishedList) listpage.ListState {
	return listpage.ListState{AsOf: canonicalAsOf(list), Since: handlers.StandsSince(list.Edition, list.Since), Errata: len(list.Errata), Hash: list.Hash}
}

// listStates are all states that a list has had.
func listStates(stands store.PublishedList) []listpage.ListState {
	states := []listpage.ListState{{AsOf: asReleased, Since: stands.Edition.ReleasedAt().In(stands.Edition.Location()), Hash: stands.Edition.ListHash}}
	for _, e := range stands.Errata {
		states = append(states, listpage.ListState{AsOf: e.MadeAt.Format(time.RFC3339Nano), Since: e.MadeAt.In(stands.Edition.Location()), Errata: e.Number, Hash: e.ListHash})
	}
	return states
}

func listChanges(changes []store.RankChange) []listpage.ListChange {
	shown := make([]listpage.ListChange, len(changes))
	for i, change := range changes {
		if change.Before != nil {
			before := listRow(*change.Before)
			shown[i].Before = &before
		}
		if change.After != nil {
			after := listRow(*change.After)
			shown[i].After = &after
		}
	}
	return shown
}
