package list

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	listpage "green500/templates/list"
	"green500/validation/listing"
	"green500/validation/power"
	"green500/validation/suggest"
)

// List shows one published list, or all of them.
func (h *Handlers) List(c echo.Context) error { return h.list(c, c.Param("edition")) }

// listParameter names a list.
const listParameter = "list"

// listAsked is a list as the current user may read it, as of what a parameter of the query says.
func (h *Handlers) listAsked(c echo.Context, name, parameter string) (store.PublishedList, error) {
	edition, err := h.Store.Edition(c.Request().Context(), name)
	if err != nil {
		return store.PublishedList{}, err
	}
	user, _ := handlers.Viewer(c)
	as, wrong := asOf(edition, parameter, c.QueryParam(parameter))
	list, err := h.Store.PublishedList(c.Request().Context(), name, user, as)
	if err != nil {
		return list, err
	}
	return list, wrong // of a list that they may not read nobody learns even that
}

// asReleased is what the query says for the list as it was released.
const asReleased = "released"

// asOf reads as of when a list is requested. A date is the end of that day in the zone of the edition.
func asOf(edition store.Edition, parameter, said string) (store.AsOf, error) {
	switch said {
	case "":
		return store.AsOf{}, nil
	case asReleased:
		return store.AsOf{Released: true}, nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, said, edition.Location()); err == nil {
		return store.AsOf{At: day.AddDate(0, 0, 1).Add(-time.Microsecond)}, nil
	}
	if at, err := time.Parse(time.RFC3339Nano, said); err == nil {
		return store.AsOf{At: at}, nil
	}
	remedy := "write it as 2026-12-01, or " + asReleased
	if suggest.Nearest(said, []string{asReleased}) != "" {
		remedy = fmt.Sprintf("did you mean %q?", asReleased)
	}
	return store.AsOf{}, &power.InputError{Field: parameter, Problem: fmt.Sprintf("%q is not a date", said), Remedy: remedy}
}

const asOfParameter = "as-of"

// list draws a view of a list, or a list of ours as it stood at another time. What is requested in more words than it
// takes, as forms do, is sent on to its one address.
func (h *Handlers) list(c echo.Context, name string) error {
	if as := c.QueryParam(asOfParameter); as != "" {
		return h.listState(c, name, as)
	}
	view, err := listing.ParsePage(c.QueryParams())
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	asked, ignored := handlers.Known(c)
	if short := view.Query(); wrong == nil && asked.Encode() != short.Encode() {
		maps.Copy(short, ignored) // so that the page names them
		to := url.URL{Path: "/lists/" + name, RawQuery: short.Encode()}
		return c.Redirect(http.StatusSeeOther, to.String())
	}
	if wrong == nil {
		user, _ := handlers.Viewer(c)
		err := h.CheckChoices(c.Request().Context(), name, user, view)
		if wrong = handlers.FieldErrors(err); err != nil && wrong == nil {
			return err
		}
	}
	page, err := h.listView(c, name, view)
	if err != nil {
		return err
	}
	page.Asked, page.Errors = asked, wrong
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	return h.Render(c, status, listpage.List(page))
}

// listState draws a list of ours as it stood at another time. A date that cannot be is told at its field, beside the list
// as it stands.
func (h *Handlers) listState(c echo.Context, name, as string) error {
	list, err := h.listAsked(c, name, asOfParameter)
	if wrong := handlers.FieldErrors(err); wrong != nil {
		view, _ := listing.ParsePage(nil) // of nothing nothing is wrong
		page, err := h.listView(c, name, view)
		if err != nil {
			return err
		}
		page.AsOf, page.AsOfError = as, wrong[asOfParameter]
		return h.Render(c, http.StatusUnprocessableEntity, listpage.List(page))
	}
	if err != nil {
		return err
	}
	page, err := h.listWhole(c, list)
	if err != nil {
		return err
	}
	page.AsOf = as
	return h.Render(c, http.StatusOK, listpage.List(page))
}

// canonicalAsOf names the state of a list for good: what was put right later changes nothing of it.
func canonicalAsOf(list store.PublishedList) string {
	if len(list.Errata) == 0 {
		return asReleased
	}
	return list.Since.Format(time.RFC3339Nano)
}

func asOfQuery(said string) string { return "?" + url.Values{asOfParameter: {said}}.Encode() }

func downloads(list store.PublishedList) []templates.Link {
	at := "/lists/" + list.Edition.Name
	links := []templates.Link{{Href: at + "/list.json" + asOfQuery(canonicalAsOf(list)), Text: "JSON"}, {Href: at + "/list.csv" + asOfQuery(canonicalAsOf(list)), Text: "CSV"}}
	if len(list.Errata)+list.Later > 0 {
		links = append(links, templates.Link{Href: at + "/errata.json", Text: "errata"})
	}
	return links
}
