package list

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
)

// System shows a machine over the editions.
func (h *Handlers) System(c echo.Context) error {
	system, err := h.system(c)
	if err != nil {
		return United(c, err)
	}
	page := listpage.SystemPage{Name: system.Name, Lines: system.Lines, Figures: h.systemFigures(system)}
	if page.Name == "" {
		page.Name = "A system at " + system.Site
	}
	newest, err := h.Store.Lists.Catalogued(c.Request().Context(), system.Lines[0].List, accounts.User{})
	if err != nil {
		return err
	}
	page.Entries = newest.Entries
	page.Dataset = h.systemDataset(system, page.Name)
	page.Page = h.Page(c, page.Name)
	return h.Render(c, http.StatusOK, listpage.System(page))
}

// SystemFile answers with the figures of that page in a format.
func (h *Handlers) SystemFile(format string) echo.HandlerFunc {
	file := h.FigureFile(func(c echo.Context) ([]chart.Figure, bool, error) {
		system, err := h.system(c)
		if err != nil {
			return nil, false, err
		}
		return h.systemFigures(system), true, nil
	}, format)
	return func(c echo.Context) error { return United(c, file(c)) }
}

// United leads for good from the addresses of a system to those of the one it was united with.
func United(c echo.Context, err error) error {
	var to string
	if with, merged := errors.AsType[*lists.MergedError](err); merged {
		to = handlers.Text(with.With)
	} else if moved, other := errors.AsType[*movedError](err); other {
		to = moved.key
	} else {
		return err
	}
	address := url.URL{Path: strings.Replace(c.Path(), ":id", to, 1), RawQuery: c.Request().URL.RawQuery}
	return c.Redirect(http.StatusPermanentRedirect, address.String())
}

// system is the requested system. At another address than that of its key it returns a *movedError.
func (h *Handlers) system(c echo.Context) (lists.System, error) {
	number, err := SystemNumber(c, h.Base)
	if err != nil {
		return lists.System{}, err
	}
	system, err := h.Store.Lists.System(c.Request().Context(), number)
	if err == nil && system.Key != "" && system.Key != c.Param("id") {
		return system, &movedError{system.Key}
	}
	return system, err
}

// SystemNumber reads which system an address is of, by its key or its number.
func SystemNumber(c echo.Context, base *handlers.Base) (int64, error) {
	if number, err := handlers.ID(c, "id"); err == nil {
		return number, nil
	}
	return base.Store.Lists.SystemOf(c.Request().Context(), c.Param("id"))
}

type movedError struct{ key string }

// Error says it in a sentence.
func (e *movedError) Error() string { return "the address of the system is now /systems/" + e.key }

func (h *Handlers) systemFigures(system lists.System) []chart.Figure {
	at := "/systems/" + system.Key
	figures := []chart.Figure{
		lineFigure(system.Lines, "efficiency", "uncertainty", "Efficiency over the editions"),
		lineFigure(system.Lines, "rank", "", "Rank over the editions"),
		lineFigure(system.Lines, "rmax", "", "Rmax over the editions"),
		lineFigure(system.Lines, "power", "power_uncertainty", "Power over the editions"),
	}
	figures[1].Y.Down = true
	figures[1].Note = "One point for each list of the system. The Green500 ranks by efficiency, the TOP500 by Rmax; " +
		"lists of different publishers are not joined."
	return h.Illustrated(figures, at, at+"/figures", nil)
}

func lineFigure(lines []listing.Row, name, doubt, title string) chart.Figure {
	column, _ := listing.ColumnOf(name)
	half := func(line listing.Row) *float64 {
		if doubt == "" {
			return nil
		}
		return shownIn(column, line.Cell(doubt))
	}
	figure := chart.Figure{
		ID: name, Title: title, Source: "Source: the lists named in the table.", X: chart.Axis{Name: "edition"},
		Y: chart.Axis{Name: column.Title, Unit: column.Unit},
		Note: "One point for each edition in which the system is listed; " +
			"a bar is the half width of the uncertainty, if the list states one.",
		Table: chart.FigureTable{Columns: []chart.FigureColumn{
			{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}, {Name: "kind", Title: "Published"},
			handlers.MeasureColumn(name, column.Title, column.Unit),
			handlers.MeasureColumn(name+"_half_width", "±", column.Unit),
		}},
	}
	for _, line := range lines {
		figure.Stages = append(figure.Stages, line.Edition)
	}
	slices.Sort(figure.Stages)
	figure.Stages = slices.Compact(figure.Stages)
	for _, by := range []struct {
		kind listing.Kind
		name string
	}{{listing.Graded, "graded here"}, {listing.Green500, "Green500"}, {listing.Top500, "TOP500"}} {
		series := chart.Series{Name: by.name}
		for _, line := range slices.Backward(lines) {
			cell := line.Cell(name)
			if line.Kind != by.kind || !cell.Known {
				continue
			}
			series.Points = append(series.Points, chart.FigurePoint{
				Stage: slices.Index(figure.Stages, line.Edition), Y: column.Shown(cell.Number), Half: half(line),
				Name: line.List, Href: chart.LineHref(line.List, line.Rank, line.EntryID),
			})
		}
		if len(series.Points) > 0 {
			figure.Series = append(figure.Series, series)
		}
	}
	figure.Says = lineSays(lines, column)
	for _, line := range lines {
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
			chart.Said(line.Edition), chart.Linked(line.List, chart.LineHref(line.List, line.Rank, line.EntryID)),
			chart.Said(publishedWhere(line.Kind)),
			chart.Figured(shownIn(column, line.Cell(name)), column.Digits), chart.Figured(half(line), column.Digits),
		})
	}
	return figure
}

func lineSays(lines []listing.Row, column listing.Column) string {
	newest := slices.IndexFunc(lines, func(line listing.Row) bool { return line.Cell(column.Name).Known })
	if newest < 0 {
		return ""
	}
	first := newest
	for i, line := range lines {
		if line.Kind == lines[newest].Kind && line.Cell(column.Name).Known {
			first = i
		}
	}
	words := func(i int) string {
		text := templates.Digits(column.Shown(lines[i].Cell(column.Name).Number), column.Digits)
		if column.Unit != "" {
			text += " " + column.Unit
		}
		return text + " in " + chart.ListName(lines[i].Kind, lines[i].Edition)
	}
	if first == newest {
		return column.Title + " " + words(newest)
	}
	if lines[first].Cell(column.Name) == lines[newest].Cell(column.Name) {
		return fmt.Sprintf("%s %s, unchanged in %s", column.Title, words(first), lines[newest].Edition)
	}
	return column.Title + " " + words(first) + ", " + words(newest)
}

var byColumns = []string{"site", "vendor", "country", "accelerator", "processor"}

const seriesParameter = "kind"

type byValue struct {
	scope   lists.Scope
	newest  lists.Catalogued
	lines   []listing.Row
	figures []chart.Figure // none if there is no such system
}

func (h *Handlers) by(c echo.Context) (of byValue, err error) {
	if of.scope, err = byScope(c); err != nil {
		return of, err
	}
	if of.newest, of.lines, err = h.Store.Lists.Matching(c.Request().Context(), of.scope); err != nil {
		return of, err
	}
	of.figures, err = h.byFigures(c.Request().Context(), of)
	return of, err
}

// By shows what has a value in a column.
func (h *Handlers) By(c echo.Context) error {
	of, err := h.by(c)
	if err != nil {
		return err
	}
	if len(of.figures) == 0 {
		trends, err := h.Store.Lists.Trends(c.Request().Context(),
			lists.Scope{Column: of.scope.Column, Value: of.scope.Value, Top500: !of.scope.Top500})
		if err == nil && len(trends) == 0 {
			err = database.ErrNotFound // else only lists of the other series have it
		}
		if err != nil {
			return err
		}
	}
	page := listpage.ByPage{
		Page: h.Page(c, nameOf(of.scope)), Column: of.scope.Column, Value: of.scope.Value, Series: seriesName(of.scope),
		List: of.newest.Name, Kind: of.newest.Kind, Edition: of.newest.Edition, Lines: of.lines,
	}
	lists, err := h.Store.Lists.ScopedLists(c.Request().Context(), lists.Scope{Top500: of.scope.Top500})
	if err != nil {
		return err
	}
	if len(lists) > 0 {
		page.Newest = lists[len(lists)-1].Edition
	}
	if len(of.figures) > 0 {
		page.Lead, page.Figures = of.figures[0], of.figures[1:]
		page.Table, page.CSV = page.Figures[0].Table, page.Figures[0].CSV
	}
	return h.Render(c, http.StatusOK, listpage.By(page))
}

// ByFigures makes the figures of that page.
func (h *Handlers) ByFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	of, err := h.by(c)
	return of.figures, true, err
}

func byScope(c echo.Context) (lists.Scope, error) {
	column := c.Param("column")
	value := c.Param("value")
	if c.Request().URL.RawPath != "" { // it may hold anything, slashes included
		value, _ = url.PathUnescape(value) // empty if it cannot be read
	}
	if value == "" || !slices.Contains(byColumns, column) {
		return lists.Scope{}, database.ErrNotFound
	}
	top500, err := asksForTop500(c)
	return lists.Scope{Column: column, Value: value, Top500: top500}, err
}

func nameOf(scope lists.Scope) string {
	if scope.Column == "country" {
		return cmp.Or(published.CountryName(scope.Value), scope.Value)
	}
	return scope.Value
}

func (h *Handlers) byFigures(ctx context.Context, of byValue) ([]chart.Figure, error) {
	scope := of.scope
	trends, err := h.Store.Lists.Trends(ctx, scope)
	if err != nil || len(trends) == 0 {
		return nil, err
	}
	levels, noLevels := h.Store.Lists.Shares(ctx, scope, "level")
	whole, noTrends := h.Store.Lists.Trends(ctx, lists.Scope{Top500: scope.Top500})
	all, noRows := h.Store.Lists.Browse(ctx, of.newest.Name, accounts.User{},
		listing.View{Sort: "rank", Page: 1, Size: max(1, of.newest.Entries)})
	if err := cmp.Or(noLevels, noTrends, noRows); err != nil {
		return nil, err
	}
	source := sourceOf(trends)
	figures := []chart.Figure{
		placesFigure(of.newest, all.Rows, of.lines, nameOf(scope)),
		efficiencyFigure(trends, source), systemsFigure(trends, source), rmaxFigure(trends, source),
		powerFigure(trends, source), levelFigure(trends, levels, source),
	}
	markBreaks(figures, trends, breaksWithin(trends, whole), "Lines are broken where whole lists do not compare, "+
		"because far more or fewer of their systems have an efficiency, and where a list has no such system")
	figures[1].Says = efficiencySays(trends, breaksWithin(trends, whole))
	query := url.Values{}
	if scope.Top500 {
		query.Set(seriesParameter, listpage.SeriesTop500)
	}
	at := chart.ByHref(scope.Column, scope.Value)
	return h.Illustrated(figures, at, at+"/figures", query), nil
}
