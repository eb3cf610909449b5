package list

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/power"
	"green500/validation/suggest"
)

// Names of the parameters of trends.
const (
	toParameter      = "to"
	editionParameter = "edition"
)

// Trends shows how lists change. What cannot be is told at its field, beside what can.
func (h *Handlers) Trends(c echo.Context) error {
	asked, err := h.trendsAsked(c)
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	figures, err := h.trendFigures(c, asked)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	return h.Render(c, status, listpage.Trends(listpage.TrendsPage{
		Page: h.Page(c, "Trends"), Series: seriesName(asked.scope), Editions: asked.editions, From: asked.scope.From, To: asked.scope.To, Edition: asked.edition,
		Errors: wrong, Figures: figures,
	}))
}

// TrendFigures makes the figures of that page.
func (h *Handlers) TrendFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	asked, err := h.trendsAsked(c)
	if err == nil {
		figures, err = h.trendFigures(c, asked)
	}
	return figures, true, err
}

type askedTrends struct {
	scope    store.Scope
	edition  string   // whose systems are drawn one by one
	editions []string // there are, the oldest first
}

func (h *Handlers) trendsAsked(c echo.Context) (askedTrends, error) {
	top500, err := asksForTop500(c)
	asked := askedTrends{scope: store.Scope{Top500: top500}}
	lists, failed := h.Store.ScopedLists(c.Request().Context(), asked.scope)
	if failed != nil {
		return asked, failed
	}
	for _, list := range lists {
		asked.editions = append(asked.editions, list.Edition)
	}
	var wrong power.InputErrors
	if err != nil {
		wrong = append(wrong, seriesError(c.QueryParam(seriesParameter)))
	}
	for _, chosen := range []struct {
		parameter string
		into      *string
	}{{fromParameter, &asked.scope.From}, {toParameter, &asked.scope.To}, {editionParameter, &asked.edition}} {
		switch said := c.QueryParam(chosen.parameter); {
		case slices.Contains(asked.editions, said):
			*chosen.into = said
		case said != "":
			wrong = append(wrong, &power.InputError{Field: chosen.parameter, Problem: fmt.Sprintf("there is no edition %q among these lists", said), Remedy: suggest.Remedy(said, asked.editions, "one that is named")})
		}
	}
	if to := asked.scope.To; to != "" && asked.scope.From > to {
		wrong = append(wrong, &power.InputError{Field: fromParameter, Problem: "the first edition is later than the last", Remedy: "exchange them"})
		asked.scope.From, asked.scope.To = "", ""
	}
	if len(wrong) > 0 {
		return asked, wrong
	}
	return asked, nil
}

func seriesError(said string) *power.InputError {
	there := []string{listpage.SeriesGreen500, listpage.SeriesTop500}
	return &power.InputError{Field: seriesParameter, Problem: "there are no such lists", Remedy: suggest.Remedy(said, there, "")}
}

func asksForTop500(c echo.Context) (bool, error) {
	switch c.QueryParam(seriesParameter) {
	case "", listpage.SeriesGreen500:
		return false, nil
	case listpage.SeriesTop500:
		return true, nil
	}
	return false, seriesError(c.QueryParam(seriesParameter))
}

func seriesName(scope store.Scope) string {
	if scope.Top500 {
		return listpage.SeriesTop500
	}
	return listpage.SeriesGreen500
}

func (a askedTrends) query() url.Values {
	query := url.Values{}
	for name, value := range map[string]string{fromParameter: a.scope.From, toParameter: a.scope.To, editionParameter: a.edition} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if a.scope.Top500 {
		query.Set(seriesParameter, listpage.SeriesTop500)
	}
	return query
}

func (h *Handlers) trendFigures(c echo.Context, asked askedTrends) ([]chart.Figure, error) {
	ctx := c.Request().Context()
	trends, err := h.Store.Trends(ctx, asked.scope)
	if err != nil || len(trends) == 0 {
		return nil, err
	}
	shares, err := h.sharesOfTrends(ctx, asked.scope, trends)
	if err != nil {
		return nil, err
	}
	one := asked.scope
	if asked.edition != "" {
		one.From, one.To = asked.edition, asked.edition
	}
	list, lines, err := h.Store.Matching(ctx, one)
	if err != nil {
		return nil, err
	}
	source := "Source: " + sourceOf(trends) + "."
	figures := slices.Concat([]chart.Figure{efficiencyFigure(trends, source), scatterFigure("cloud", list, lines, listpage.ColourByLevel, levelSeries(lines))}, shares, []chart.Figure{
		fittedFigure(trends, source), rmaxFigure(trends, source), powerFigure(trends, source), systemsFigure(trends, source),
	})
	markBreaks(figures, trends, breaks(trends), coverageNote)
	figures[0].Says = efficiencySays(trends, breaks(trends))
	return h.Illustrated(figures, "/trends", "/trends", asked.query()), nil
}
