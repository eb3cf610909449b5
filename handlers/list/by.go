package list

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/listing"
	"green500/validation/published"
)

// byColumns are the columns whose values have a page.
var byColumns = []string{"site", "vendor", "country", "accelerator", "processor"}

const seriesParameter = "kind"

// By shows what has a value in a column.
func (h *Handlers) By(c echo.Context) error {
	scope, err := byScope(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	newest, lines, err := h.Store.Matching(ctx, scope)
	if err != nil {
		return err
	}
	figures, err := h.byFigures(ctx, scope, newest, lines)
	if err != nil {
		return err
	}
	if len(figures) == 0 {
		if err := h.anywhere(c, scope); err != nil {
			return err
		}
	}
	page := listpage.ByPage{
		Page: h.Page(c, nameOf(scope)), Column: scope.Column, Value: scope.Value, Series: seriesName(scope),
		List: newest.Name, Kind: newest.Kind, Edition: newest.Edition, Lines: lines,
	}
	lists, err := h.Store.ScopedLists(ctx, store.Scope{Top500: scope.Top500})
	if err != nil {
		return err
	}
	if len(lists) > 0 {
		page.Newest = lists[len(lists)-1].Edition
	}
	if len(figures) > 0 {
		page.Lead, page.Figures = figures[0], figures[1:]
		page.Table, page.CSV = page.Figures[0].Table, page.Figures[0].CSV
	}
	return h.Render(c, http.StatusOK, listpage.By(page))
}

// ByFigures makes the figures of that page.
func (h *Handlers) ByFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	scope, err := byScope(c)
	if err != nil {
		return nil, false, err
	}
	newest, lines, err := h.Store.Matching(c.Request().Context(), scope)
	if err != nil {
		return nil, false, err
	}
	figures, err = h.byFigures(c.Request().Context(), scope, newest, lines)
	return figures, true, err
}

// byScope reads what the page is of. A column whose values have no page is not there.
func byScope(c echo.Context) (store.Scope, error) {
	column := c.Param("column")
	value, err := segment(c, "value")
	if err != nil || value == "" || !slices.Contains(byColumns, column) {
		return store.Scope{}, store.ErrNotFound
	}
	top500, err := asksForTop500(c)
	return store.Scope{Column: column, Value: value, Top500: top500}, err
}

// anywhere returns ErrNotFound for a value that no list has; one that only lists of the other series have is known.
func (h *Handlers) anywhere(c echo.Context, scope store.Scope) error {
	scope.Top500 = !scope.Top500
	trends, err := h.Store.Trends(c.Request().Context(), scope)
	if err == nil && len(trends) == 0 {
		return store.ErrNotFound
	}
	return err
}

func nameOf(scope store.Scope) string {
	if scope.Column == "country" {
		if name := published.CountryName(scope.Value); name != "" {
			return name
		}
	}
	return scope.Value
}

// byFigures are the places of the systems of a scope in the newest list that has any, and what lists come to; they are none if there
// is no such system.
func (h *Handlers) byFigures(ctx context.Context, scope store.Scope, newest store.Catalogued, lines []listing.Row) ([]chart.Figure, error) {
	trends, err := h.Store.Trends(ctx, scope)
	if err != nil || len(trends) == 0 {
		return nil, err
	}
	levels, err := h.Store.Shares(ctx, scope, "level")
	if err != nil {
		return nil, err
	}
	whole, err := h.Store.Trends(ctx, store.Scope{Top500: scope.Top500})
	if err != nil {
		return nil, err
	}
	all, err := h.Store.Browse(ctx, newest.Name, store.User{}, listing.View{Sort: "rank", Page: 1, Size: max(1, newest.Entries)})
	if err != nil {
		return nil, err
	}
	source := "Source: " + sourceOf(trends) + "."
	figures := []chart.Figure{
		placesFigure(newest, all.Rows, lines, nameOf(scope)),
		efficiencyFigure(trends, source), systemsFigure(trends, source), rmaxFigure(trends, source), powerFigure(trends, source), levelFigure(trends, levels, source),
	}
	markBreaks(figures, trends, breaksWithin(trends, whole), "Lines are broken where whole lists do not compare, because far more or fewer of their systems have an efficiency, and where a list has no such system")
	figures[1].Says = efficiencySays(trends, breaksWithin(trends, whole))
	query := url.Values{}
	if scope.Top500 {
		query.Set(seriesParameter, listpage.SeriesTop500)
	}
	at := chart.ByHref(scope.Column, scope.Value)
	return h.Illustrated(figures, at, at+"/figures", query), nil
}

// segment reads a part of an address that may hold anything, slashes included.
func segment(c echo.Context, name string) (string, error) {
	if c.Request().URL.RawPath == "" {
		return c.Param(name), nil
	}
	value, err := url.PathUnescape(c.Param(name))
	if err != nil {
		return "", store.ErrNotFound
	}
	return value, nil
}
