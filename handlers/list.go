package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
)

// Home shows the newest published list.
func (h *Handlers) Home(c echo.Context) error {
	if chosen := c.QueryParam("edition"); chosen != "" {
		return toEdition(c, chosen)
	}
	published, err := h.Store.PublishedEditions(c.Request().Context())
	if err != nil {
		return err
	}
	if len(published) == 0 {
		return h.render(c, http.StatusOK, templates.List(templates.ListPage{Page: h.page(c, "Lists")}))
	}
	return h.list(c, published, published[0])
}

// List shows one published list, or the one its form chose.
func (h *Handlers) List(c echo.Context) error {
	published, err := h.Store.PublishedEditions(c.Request().Context())
	if err != nil {
		return err
	}
	if chosen := c.QueryParam("edition"); chosen != "" && chosen != c.Param("edition") {
		return toEdition(c, chosen)
	}
	at := slices.IndexFunc(published, func(e store.Edition) bool { return e.Name == c.Param("edition") })
	if at < 0 {
		return store.ErrNotFound
	}
	return h.list(c, published, published[at])
}

// toEdition sends the form that chooses an edition on to its address, with what it filters by.
func toEdition(c echo.Context, edition string) error {
	query := c.QueryParams()
	query.Del("edition")
	to := url.URL{Path: "/lists/" + edition, RawQuery: query.Encode()}
	return c.Redirect(http.StatusSeeOther, to.String())
}

func (h *Handlers) list(c echo.Context, published []store.Edition, edition store.Edition) error {
	ctx := c.Request().Context()
	filter := listFilter(c)
	rows, err := h.Store.List(ctx, edition.Name, store.Filter{Levels: filter.Levels, Country: filter.Country, Search: filter.Search})
	if err != nil {
		return err
	}
	countries, err := h.Store.Countries(ctx, edition.Name)
	if err != nil {
		return err
	}
	total, err := h.Store.ListSize(ctx, edition.Name)
	if err != nil {
		return err
	}
	page := templates.ListPage{
		Page:      h.page(c, edition.Name),
		Edition:   templates.ListEdition{Name: edition.Name, Methodology: string(edition.Methodology), Released: *edition.PublishedAt, Hash: edition.ListHash},
		Filter:    filter,
		Countries: countries,
		Total:     total,
	}
	for _, e := range published {
		page.Editions = append(page.Editions, e.Name)
	}
	for _, row := range rows {
		page.Rows = append(page.Rows, listRow(row))
	}
	return h.render(c, http.StatusOK, templates.List(page))
}

func listFilter(c echo.Context) templates.ListFilter {
	filter := templates.ListFilter{Country: c.QueryParam("country"), Search: c.QueryParam("q")}
	for _, asked := range c.QueryParams()["level"] {
		if level, err := strconv.Atoi(asked); err == nil && slices.Contains(power.Levels(), power.Level(level)) {
			filter.Levels = append(filter.Levels, power.Level(level))
		}
	}
	return filter
}

func listRow(row store.ListRow) templates.ListRow {
	return templates.ListRow{
		Rank: row.Rank, ID: text(row.EntryID), System: row.System, Site: row.Site, Country: row.Country, TotalCores: row.TotalCores,
		Rmax: row.Rmax, Power: row.Power, Efficiency: row.Efficiency, Uncertainty: row.EfficiencyUncertainty, Level: row.Level, Top500Rank: row.Top500Rank,
	}
}
