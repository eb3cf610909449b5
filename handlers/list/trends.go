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
	"green500/validation/listing"
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

// TrendFigures gives what the figures of that page are drawn of.
func (h *Handlers) TrendFigures(c echo.Context) error {
	figures, err := h.trendsOf(c)
	if err != nil {
		return err
	}
	return handlers.SendFigures(c, figures)
}

// TrendTable gives the table of one of them.
func (h *Handlers) TrendTable(c echo.Context) error {
	figures, err := h.trendsOf(c)
	if err != nil {
		return err
	}
	return handlers.SendTable(c, figures)
}

func (h *Handlers) trendsOf(c echo.Context) ([]chart.Figure, error) {
	asked, err := h.trendsAsked(c)
	if err != nil {
		return nil, err
	}
	return h.trendFigures(c, asked)
}

// askedTrends is what somebody wants to see.
type askedTrends struct {
	scope    store.Scope
	edition  string   // whose systems are drawn one by one
	editions []string // there are, the oldest first
}

// trendsAsked reads the request. It drops what is not possible, and reports that.
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

// asksForTop500 reads which lists somebody wants to see.
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
	levels, err := h.Store.Shares(ctx, asked.scope, "level")
	if err != nil {
		return nil, err
	}
	countries, err := h.Store.Shares(ctx, asked.scope, "country")
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
	figures := []chart.Figure{
		efficiencyFigure(trends, source), cloudFigure(list, lines), levelFigure(trends, levels, source), fittedFigure(trends, source),
		countryFigure(trends, countries, source), rmaxFigure(trends, source), powerFigure(trends, source), systemsFigure(trends, source),
	}
	markBreaks(figures, trends)
	figures[0].Says = efficiencySays(trends, breaks(trends))
	return handlers.Addressed(figures, "/trends.json", "/trends.csv", asked.query()), nil
}

// cloudFigure draws the power of systems against their performance.
func cloudFigure(list store.Catalogued, lines []listing.Row) chart.Figure {
	title := fmt.Sprintf("Power and performance of the systems of %s", listpage.ListName(list.Kind, list.Edition))
	source := fmt.Sprintf("Source: the list %s, %s.", list.Name, map[bool]string{true: "graded here", false: "published elsewhere, not graded here"}[list.Kind == listing.Graded])
	return againstFigure(lines, chart.Figure{
		ID: "cloud", Title: title, Source: source,
		Note: "One point for each system whose power is known. Equal distances are equal ratios: systems of the same efficiency lie on a line that rises at 45 degrees of ratios.",
	}, func(listing.Row) string { return "systems" })
}

// againstFigure draws power against performance, in series by their names.
func againstFigure(lines []listing.Row, figure chart.Figure, seriesOf func(listing.Row) string) chart.Figure {
	rmax, _ := listing.ColumnOf("rmax")
	watts, _ := listing.ColumnOf("power")
	figure.Kind, figure.X, figure.Y = chart.Cloud, chart.Axis{Name: rmax.Title, Unit: rmax.Unit, Log: true}, chart.Axis{Name: watts.Title, Unit: watts.Unit, Log: true}
	figure.Table.Columns = []chart.FigureColumn{
		{Name: "system", Title: "System"}, {Name: "list", Title: "List"}, {Name: "rank", Title: "Rank", Numeric: true},
		handlers.MeasureColumn("rmax", rmax.Title, rmax.Unit), handlers.MeasureColumn("power", watts.Title, watts.Unit), handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt),
	}
	for _, line := range lines {
		x, y := shownIn(rmax, line.Cell("rmax")), shownIn(watts, line.Cell("power"))
		if x == nil || y == nil || *x <= 0 || *y <= 0 {
			continue
		}
		name := seriesOf(line)
		at := slices.IndexFunc(figure.Series, func(s chart.Series) bool { return s.Name == name })
		if at < 0 {
			at, figure.Series = len(figure.Series), append(figure.Series, chart.Series{Name: name})
		}
		figure.Series[at].Points = append(figure.Series[at].Points, chart.FigurePoint{X: *x, Y: *y, Name: named(line), Href: chart.SystemHref(line.SystemID)})
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
			chart.Linked(named(line), chart.SystemHref(line.SystemID)), chart.Said(line.List), chart.Counted(line.Rank),
			chart.Figured(x, rmax.Digits), chart.Figured(y, watts.Digits), chart.Figured(line.Efficiency, 3),
		})
	}
	return figure
}
