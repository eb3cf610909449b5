package list

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/lists"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/lists/listing"
	"green500/validation/power"
	"green500/validation/review"
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
	return h.RenderChecked(c, wrong, listpage.Trends(listpage.TrendsPage{
		Page: h.Page(c, "Trends"), Series: seriesName(asked.scope), Editions: asked.editions, From: asked.scope.From,
		To: asked.scope.To, Edition: asked.edition,
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
	scope    lists.Scope
	edition  string   // whose systems are drawn one by one
	editions []string // there are, the oldest first
}

func (h *Handlers) trendsAsked(c echo.Context) (askedTrends, error) {
	top500, err := asksForTop500(c)
	asked := askedTrends{scope: lists.Scope{Top500: top500}}
	lists, failed := h.Store.Lists.ScopedLists(c.Request().Context(), asked.scope)
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
			wrong = append(wrong, &power.InputError{Field: chosen.parameter,
				Problem: fmt.Sprintf("there is no edition %q among these lists", said),
				Remedy:  power.NameRemedy(said, asked.editions, "one that is named")})
		}
	}
	if to := asked.scope.To; to != "" && asked.scope.From > to {
		wrong = append(wrong, &power.InputError{Field: fromParameter,
			Problem: "the first edition is later than the last", Remedy: "exchange them"})
		asked.scope.From, asked.scope.To = "", ""
	}
	if len(wrong) > 0 {
		return asked, wrong
	}
	return asked, nil
}

func seriesError(said string) *power.InputError {
	there := []string{listpage.SeriesGreen500, listpage.SeriesTop500}
	return &power.InputError{Field: seriesParameter, Problem: "there are no such lists",
		Remedy: power.NameRemedy(said, there, "")}
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

func seriesName(scope lists.Scope) string {
	if scope.Top500 {
		return listpage.SeriesTop500
	}
	return listpage.SeriesGreen500
}

func (a askedTrends) query() url.Values {
	query := url.Values{}
	for name, value := range map[string]string{fromParameter: a.scope.From, toParameter: a.scope.To,
		editionParameter: a.edition} {
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
	trends, err := h.Store.Lists.Trends(ctx, asked.scope)
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
	list, lines, err := h.Store.Lists.Matching(ctx, one)
	if err != nil {
		return nil, err
	}
	source := sourceOf(trends)
	figures := slices.Concat([]chart.Figure{efficiencyFigure(trends, source),
		scatterFigure("cloud", list, lines, listpage.ColourByLevel, levelSeries(lines))}, shares, []chart.Figure{
		fittedFigure(trends, source), rmaxFigure(trends, source), powerFigure(trends, source),
		systemsFigure(trends, source),
	})
	markBreaks(figures, trends, breaks(trends), coverageNote)
	figures[0].Says = efficiencySays(trends, breaks(trends))
	return h.Illustrated(figures, "/trends", "/trends", asked.query()), nil
}

const (
	rowParameter  = "row" // list:rank
	rankParameter = "rank"
	mostCompared  = 8
)

// SideBySide compares lines of lists. The form that adds one is led on to the address of the comparison.
func (h *Handlers) SideBySide(c echo.Context) error {
	of, err := h.compared(c)
	rows, wrong := of.rows, handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	add := listpage.AddRow{List: c.QueryParam(listParameter), Rank: strings.TrimSpace(c.QueryParam(rankParameter))}
	if add.Rank != "" && wrong == nil {
		added, err := h.line(c, add.List, add.Rank, rankParameter)
		if wrong = handlers.FieldErrors(err); err != nil && wrong == nil {
			return err
		}
		if wrong == nil {
			return c.Redirect(http.StatusSeeOther, listpage.CompareHref(append(rows, added)))
		}
	}
	lists, err := h.Store.Lists.Catalogue(c.Request().Context())
	if err != nil {
		return err
	}
	page := listpage.SideBySidePage{Page: h.Page(c, "Side by side"), Rows: rows, Most: mostCompared, Add: add,
		Errors: wrong, Figures: of.figures}
	for _, list := range lists {
		page.Lists = append(page.Lists, list.Name)
	}
	return h.RenderChecked(c, wrong, listpage.SideBySide(page))
}

// SideBySideFigures makes the figures of that page.
func (h *Handlers) SideBySideFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	of, err := h.compared(c)
	return of.figures, of.public, err
}

type compared struct {
	rows    []listing.Row
	public  bool // all of them are
	figures []chart.Figure
}

func (h *Handlers) compared(c echo.Context) (of compared, err error) {
	var wrong error
	if of.rows, wrong = h.linesAsked(c); wrong != nil && handlers.FieldErrors(wrong) == nil {
		return of, wrong
	}
	if len(of.rows) == 0 {
		return of, wrong
	}
	if of.public, err = h.arePublic(c, of.rows); err != nil {
		return of, err
	}
	query := url.Values{}
	for _, row := range of.rows {
		query.Add(rowParameter, row.List+":"+strconv.Itoa(row.Rank))
	}
	of.figures = h.Illustrated(comparedFigures(of.rows), "/compare", "/compare", query)
	if !of.public {
		handlers.Unembed(of.figures)
	}
	return of, wrong
}

func (h *Handlers) arePublic(c echo.Context, rows []listing.Row) (bool, error) {
	for _, row := range rows {
		_, err := h.Store.Lists.Catalogued(c.Request().Context(), row.List, accounts.User{})
		if errors.Is(err, database.ErrNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

func (h *Handlers) linesAsked(c echo.Context) ([]listing.Row, error) {
	asked := slices.Clone(c.QueryParams()[rowParameter])
	var rows []listing.Row
	var wrong []string
	for i, said := range asked {
		if slices.Contains(asked[:i], said) {
			continue
		}
		if len(rows) == mostCompared {
			wrong = append(wrong,
				fmt.Sprintf("At most %d lines are compared; those after %s are left out.", mostCompared, asked[i-1]))
			break
		}
		list, rank, _ := strings.Cut(said, ":")
		row, err := h.line(c, list, rank, rowParameter)
		var inputError *power.InputError
		switch {
		case errors.As(err, &inputError):
			wrong = append(wrong, inputError.Error())
		case err != nil:
			return nil, err
		default:
			rows = append(rows, row)
		}
	}
	if len(wrong) > 0 {
		return rows, &power.InputError{Field: rowParameter, Problem: strings.Join(wrong, " ")}
	}
	return rows, nil
}

func (h *Handlers) line(c echo.Context, list, rank, field string) (listing.Row, error) {
	user, _ := handlers.Viewer(c)
	number, err := strconv.Atoi(rank)
	if err != nil || number <= 0 || number > math.MaxInt32 {
		return listing.Row{}, &power.InputError{Field: field, Problem: fmt.Sprintf("%q is no rank", rank),
			Remedy: "write a line as 2026-11:3, and a rank as 3"}
	}
	row, err := h.Store.Lists.Line(c.Request().Context(), list, number, user)
	var conflict *review.ConflictError
	if errors.Is(err, database.ErrNotFound) || errors.As(err, &conflict) {
		return row, &power.InputError{Field: field,
			Problem: fmt.Sprintf("there is no rank %d in a list %s", number, list), Remedy: "look it up in the list"}
	}
	return row, err
}

func named(line listing.Row) string {
	return cmp.Or(line.System, line.Computer, "an unnamed system")
}

func comparedFigures(rows []listing.Row) []chart.Figure {
	efficiency := chart.Figure{
		ID: "efficiency", Kind: chart.Marks, Title: "Efficiency", Source: "Source: the lists named in the table.",
		X: chart.Axis{Name: "line"}, Y: chart.Axis{Name: "efficiency", Unit: handlers.PerWatt},
		Note: "A bar is the half width of the uncertainty, if the list states one. " +
			"Values whose bars do not come near each other can be distinguished.",
		Table: chart.FigureTable{Columns: []chart.FigureColumn{
			{Name: "system", Title: "System"}, {Name: "list", Title: "List"}, {Name: "rank", Title: "Rank",
				Numeric: true}, handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt),
			handlers.MeasureColumn("half_width", "±", handlers.PerWatt),
		}},
	}
	series := chart.Series{Name: "efficiency"}
	for i, row := range rows {
		efficiency.Stages = append(efficiency.Stages, fmt.Sprintf("%s (%s:%d)", named(row), row.List, row.Rank))
		if row.Efficiency != nil {
			series.Points = append(series.Points, chart.FigurePoint{Stage: i, Y: *row.Efficiency, Half: row.Uncertainty,
				Name: named(row), Href: chart.LineHref(row.List, row.Rank, row.EntryID)})
		}
		efficiency.Table.Rows = append(efficiency.Table.Rows, []chart.FigureCell{
			chart.Linked(named(row), systemHref(row)), chart.Said(row.List), rankOr(row.Ranked()),
			chart.Figured(row.Efficiency, 3), chart.Figured(row.Uncertainty, 3),
		})
	}
	efficiency.Series = []chart.Series{series}
	by := dividing{
		of: func(row listing.Row) string { return fmt.Sprintf("%s (%s:%d)", named(row), row.List, row.Rank) }}
	for _, row := range rows {
		by.parts = append(by.parts, part{value: by.of(row), name: by.of(row)})
	}
	against := againstFigure(rows, chart.Figure{
		ID: "against", Title: "Rmax and power", Source: efficiency.Source,
		Note: "Systems on a dashed line have the same efficiency. Both scales are logarithmic.",
	}, by)
	return []chart.Figure{efficiency, against}
}
