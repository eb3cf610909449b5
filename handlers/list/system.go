package list

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
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
	page := listpage.SystemPage{Name: system.Name, Lines: system.Lines, Figures: systemFigures(system)}
	if page.Name == "" {
		page.Name = "A system at " + system.Site
	}
	page.Page = h.Page(c, page.Name)
	return h.Render(c, http.StatusOK, listpage.System(page))
}

// SystemFigures gives what the figures of that page are drawn of.
func (h *Handlers) SystemFigures(c echo.Context) error {
	system, err := h.system(c)
	if err != nil {
		return United(c, err)
	}
	return handlers.SendFigures(c, systemFigures(system))
}

// SystemTable gives the table of one of them.
func (h *Handlers) SystemTable(c echo.Context) error {
	system, err := h.system(c)
	if err != nil {
		return United(c, err)
	}
	return handlers.SendTable(c, systemFigures(system))
}

// United leads for good from the addresses of a system to those of the one it was united with.
func United(c echo.Context, err error) error {
	with, ok := errors.AsType[*store.MergedError](err)
	if !ok {
		return err
	}
	address := url.URL{Path: strings.Replace(c.Path(), ":id", handlers.Text(with.With), 1), RawQuery: c.Request().URL.RawQuery}
	return c.Redirect(http.StatusPermanentRedirect, address.String())
}

func (h *Handlers) system(c echo.Context) (store.System, error) {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return store.System{}, err
	}
	return h.Store.System(c.Request().Context(), number)
}

// systemFigures are a system's efficiency, Rmax and power over the editions, by who published them.
func systemFigures(system store.System) []chart.Figure {
	at := chart.SystemHref(system.ID)
	figures := []chart.Figure{
		lineFigure(system.Lines, "efficiency", "uncertainty", "Efficiency over the editions"),
		lineFigure(system.Lines, "rmax", "", "Rmax over the editions"),
		lineFigure(system.Lines, "power", "power_uncertainty", "Power over the editions"),
	}
	return handlers.Addressed(figures, at+"/figures.json", at+"/figures.csv", nil)
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
	for _, line := range lines {
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
			chart.Said(line.Edition), chart.Linked(line.List, chart.LineHref(line.List, line.Rank, line.EntryID)), chart.Said(publishedWhere(line.Kind)),
			chart.Figured(shownIn(column, line.Cell(name)), column.Digits), chart.Figured(shownIn(column, cellOf(line, doubt)), column.Digits),
		})
	}
	return figure
}
