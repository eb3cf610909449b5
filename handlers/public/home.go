// Package public answers requests for the pages that say what the server is: the front page, the index of lists, and the short pages
// about taking part.
package public

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/list"
	"green500/store"
	publicpage "green500/templates/public"
	"green500/validation/listing"
)

// Handlers answer for the public pages.
type Handlers struct {
	*handlers.Base
	List *list.Handlers
}

const (
	leadingYear  = 2013 // from which on the front page shows the efficiency
	newsLength   = 5
	topLength    = 10
	asOfQuery    = "as-of"
	chosenByForm = "list"
)

// Home shows the front page. Views of the newest list, which were at this address before, and a list that a form chose, are at the
// address of the list.
func (h *Handlers) Home(c echo.Context) error {
	if chosen := c.QueryParam(chosenByForm); chosen != "" {
		return c.Redirect(http.StatusSeeOther, (&url.URL{Path: "/lists/" + chosen}).String())
	}
	ctx := c.Request().Context()
	lists, err := h.Store.Catalogue(ctx)
	if err != nil {
		return err
	}
	newest := newestOf(lists)
	if newest.Name != "" && isView(c.QueryParams()) {
		return c.Redirect(http.StatusSeeOther, (&url.URL{Path: "/lists/" + newest.Name, RawQuery: c.Request().URL.RawQuery}).String())
	}
	page := publicpage.HomePage{Page: h.Page(c, "Power measurements of supercomputers"), Server: h.server()}
	if page.Next, err = h.next(ctx); err != nil {
		return err
	}
	if newest.Name != "" {
		if err := h.fillHome(ctx, &page, lists, newest); err != nil {
			return err
		}
	}
	return h.Render(c, http.StatusOK, publicpage.Home(page))
}

func (h *Handlers) fillHome(ctx context.Context, page *publicpage.HomePage, lists []store.Catalogued, newest store.Catalogued) (err error) {
	if page.Leading, err = h.List.Efficiency(ctx, leadingYear); err != nil {
		return err
	}
	rows, err := h.entries(ctx, newest)
	if err != nil {
		return err
	}
	page.List = publicpage.IndexedList{Name: newest.Name, Kind: newest.Kind, Edition: newest.Edition, Entries: newest.Entries}
	page.Top = rows[:min(len(rows), topLength)]
	if before, there := earlier(lists, newest); there {
		old, err := h.entries(ctx, before)
		if err != nil {
			return err
		}
		page.Changes = changesBetween(old, rows)
		page.Changes.Before = before.Name
	}
	inconsistent, _, _, err := h.inconsistencies(ctx)
	if err != nil {
		return err
	}
	page.Inconsistent = len(inconsistent)
	news, err := h.List.News(ctx, newsLength)
	for _, item := range news {
		page.News = append(page.News, publicpage.NewsItem{At: item.At, Title: item.Title, Summary: item.Summary, Href: pathOf(item.Link)})
	}
	return err
}

func isView(query url.Values) bool {
	view, err := listing.ParsePage(query)
	return query.Get(asOfQuery) != "" || err != nil || len(view.Query()) > 0
}

// newestOf is the newest list, of those that were graded here if there is any; its name is empty if there is no list.
func newestOf(lists []store.Catalogued) store.Catalogued {
	for _, kind := range []listing.Kind{listing.Graded, listing.Green500, listing.Top500} {
		if at := slices.IndexFunc(lists, func(l store.Catalogued) bool { return l.Kind == kind }); at >= 0 {
			return lists[at]
		}
	}
	return store.Catalogued{}
}

func earlier(lists []store.Catalogued, of store.Catalogued) (store.Catalogued, bool) {
	at := slices.IndexFunc(lists, func(l store.Catalogued) bool { return l.Kind == of.Kind && l.Edition < of.Edition })
	if at < 0 {
		return store.Catalogued{}, false
	}
	return lists[at], true
}

func (h *Handlers) entries(ctx context.Context, of store.Catalogued) ([]listing.Row, error) {
	browsed, err := h.Store.Browse(ctx, of.Name, store.User{}, listing.View{Sort: "rank", Page: 1, Size: max(1, of.Entries)})
	return browsed.Rows, err
}

func changesBetween(before, after []listing.Row) publicpage.Changes {
	old := map[int64]listing.Row{}
	for _, row := range before {
		old[row.SystemID] = row
	}
	var changes publicpage.Changes
	for _, row := range after {
		was, listed := old[row.SystemID]
		switch {
		case !listed:
			changes.New = append(changes.New, row)
		case was.Unranked != row.Unranked || !row.Unranked && was.Rank != row.Rank:
			changes.Moved = append(changes.Moved, publicpage.Moved{Row: row, Was: was})
		}
		delete(old, row.SystemID)
	}
	for _, row := range before {
		if _, left := old[row.SystemID]; left {
			changes.Left = append(changes.Left, row)
		}
	}
	return changes
}

func (h *Handlers) server() publicpage.Server {
	return publicpage.Server{Operator: h.Operator, Contact: h.Contact, Licence: h.Licence}
}

func pathOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	return (&url.URL{Path: at.Path, RawQuery: at.RawQuery, Fragment: at.Fragment}).String()
}
