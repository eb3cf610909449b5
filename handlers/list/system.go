package list

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/listing"
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
	if page.Entries, err = h.entriesOf(c.Request().Context(), system.Lines[0].List); err != nil {
		return err
	}
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

// entriesOf is how many entries a public list has.
func (h *Handlers) entriesOf(ctx context.Context, list string) (int, error) {
	found, err := h.Store.Catalogued(ctx, list, store.User{})
	return found.Entries, err
}

// United leads for good from the addresses of a system to those of the one it was united with.
func United(c echo.Context, err error) error {
	var to string
	if with, merged := errors.AsType[*store.MergedError](err); merged {
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
func (h *Handlers) system(c echo.Context) (store.System, error) {
	number, err := SystemNumber(c, h.Base)
	if err != nil {
		return store.System{}, err
	}
	system, err := h.Store.System(c.Request().Context(), number)
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
	return base.Store.SystemOf(c.Request().Context(), c.Param("id"))
}

// movedError says that a system has another address, and by which key.
type movedError struct{ key string }

// Error says it in a sentence.
func (e *movedError) Error() string { return "the address of the system is now /systems/" + e.key }

// systemFigures are a system's rank, efficiency, Rmax and power over the editions, by who published them.
func (h *Handlers) systemFigures(system store.System) []chart.Figure {
	at := "/systems/" + system.Key
	figures := []chart.Figure{
		lineFigure(system.Lines, "efficiency", "uncertainty", "Efficiency over the editions"),
		lineFigure(system.Lines, "rank", "", "Rank over the editions"),
		lineFigure(system.Lines, "rmax", "", "Rmax over the editions"),
		lineFigure(system.Lines, "power", "power_uncertainty", "Power over the editions"),
	}
	figures[1].Y.Down = true
	figures[1].Note = "One point for each list of the system. The Green500 ranks by efficiency, the TOP500 by Rmax; lists of different publishers are not joined."
	return h.Illustrated(figures, at, at+"/figures", nil)
}

// lineFigure draws a column of the lines of one system over the editions; its uncertainty stands in another.
func lineFigure(lines []listing.Row, name, doubt, title string) chart.Figure {
	column, _ := listing.ColumnOf(name)
	figure := chart.Figure{
		ID: name, Title: title, Source: "Source: the lists named in the table.", X: chart.Axis{Name: "edition"}, Y: chart.Axis{Name: column.Title, Unit: column.Unit},
		Note: "One point for each edition in which the system is listed; a bar is the half width of the uncertainty, where a list gives one.",
		Table: chart.FigureTable{Columns: []chart.FigureColumn{
			{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}, {Name: "kind", Title: "Published"},
			handlers.MeasureColumn(name, column.Title, column.Unit), handlers.MeasureColumn(name+"_half_width", "±", column.Unit),
		}},
	}
	figure.Stages = stagesOf(lines)
	for _, kind := range []listing.Kind{listing.Graded, listing.Green500, listing.Top500} {
		series := chart.Series{Name: seriesOf(kind)}
		for _, line := range slices.Backward(lines) {
			cell := line.Cell(name)
			if line.Kind != kind || !cell.Known {
				continue
			}
			series.Points = append(series.Points, chart.FigurePoint{
				Stage: slices.Index(figure.Stages, line.Edition), Y: column.Shown(cell.Number), Half: shownIn(column, cellOf(line, doubt)), Name: line.List, Href: chart.LineHref(line.List, line.Rank, line.EntryID),
			})
		}
		if len(series.Points) > 0 {
			figure.Series = append(figure.Series, series)
		}
	}
	figure.Says = lineSays(lines, column)
	for _, line := range lines {
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
			chart.Said(line.Edition), chart.Linked(line.List, chart.LineHref(line.List, line.Rank, line.EntryID)), chart.Said(publishedWhere(line.Kind)),
			chart.Figured(shownIn(column, line.Cell(name)), column.Digits), chart.Figured(shownIn(column, cellOf(line, doubt)), column.Digits),
		})
	}
	return figure
}

// lineSays states how a value changed from the first list of a publisher to its newest one, for the publisher of the newest list that
// states it.
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
		return text + " in " + listpage.ListName(lines[i].Kind, lines[i].Edition)
	}
	if first == newest {
		return column.Title + " " + words(newest)
	}
	if lines[first].Cell(column.Name) == lines[newest].Cell(column.Name) {
		return fmt.Sprintf("%s %s, unchanged in %s", column.Title, words(first), lines[newest].Edition)
	}
	return column.Title + " " + words(first) + ", " + words(newest)
}
