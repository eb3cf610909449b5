package list

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	listpage "green500/templates/list"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

const colourParameter = "colour"

type illustrated struct {
	list    lists.Catalogued
	colour  string
	public  bool
	figures []chart.Figure
}

// Figures shows the figures of a list.
func (h *Handlers) Figures(c echo.Context) error {
	of, err := h.illustrated(c)
	if err != nil {
		return err
	}
	title := listTitle(of.list)
	return h.Render(c, http.StatusOK, listpage.Figures(listpage.FiguresPage{
		Page: h.Page(c, "Charts of "+title), Name: of.list.Name, Title: title, Entries: of.list.Entries,
		Colour: of.colour, Figures: of.figures,
	}))
}

// ListFigures makes the figures of that page.
func (h *Handlers) ListFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	of, err := h.illustrated(c)
	return of.figures, of.public, err
}

func (h *Handlers) illustrated(c echo.Context) (of illustrated, err error) {
	of.colour = cmp.Or(c.QueryParam(colourParameter), listpage.ColourByLevel)
	if of.colour != listpage.ColourByLevel && of.colour != listpage.ColourByAccelerator {
		return of, &power.InputError{Field: colourParameter, Problem: fmt.Sprintf("%q is not a colour scheme",
			of.colour), Remedy: "use " + listpage.ColourByLevel + " or " + listpage.ColourByAccelerator}
	}
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	if of.list, err = h.Store.Lists.Catalogued(ctx, c.Param("edition"), user); err != nil {
		return of, err
	}
	if _, err := h.Store.Lists.Catalogued(ctx, of.list.Name, accounts.User{}); err == nil {
		of.public = true
	}
	browsed, err := h.Store.Lists.Browse(ctx, of.list.Name, user,
		listing.View{Sort: "rank", Page: 1, Size: max(1, of.list.Entries)})
	if err != nil || len(browsed.Rows) == 0 {
		return of, err
	}
	figures, err := h.figuresOf(ctx, of, browsed.Rows)
	if err != nil {
		return of, err
	}
	query := url.Values{}
	if of.colour != listpage.ColourByLevel {
		query.Set(colourParameter, of.colour)
	}
	at := "/lists/" + of.list.Name + "/figures"
	of.figures = h.Illustrated(figures, at, at, query)
	if !of.public {
		handlers.Unembed(of.figures)
	}
	return of, nil
}

func (h *Handlers) figuresOf(ctx context.Context, of illustrated, lines []listing.Row) ([]chart.Figure, error) {
	var kinds []kind
	for _, column := range []string{"accelerator", "vendor", "country"} {
		read, err := h.kindOf(ctx, column)
		if err != nil {
			return nil, err
		}
		kinds = append(kinds, read)
	}
	generations := kinds[0]
	colours := levelSeries(lines)
	if of.colour == listpage.ColourByAccelerator {
		colours = generationSeries(lines, generations)
	}
	source := sourceList(of.list)
	figures := []chart.Figure{scatterFigure("scatter", of.list, lines, of.colour, colours), rankFigure(of.list, lines),
		generationFigure(lines, generations, source), levelsOfList(lines, source)}
	for _, one := range kinds {
		figures = append(figures, kindFigure(lines, one, source))
	}
	return slices.DeleteFunc(figures, chart.Figure.Empty), nil
}

func levelSeries(lines []listing.Row) dividing {
	by := dividing{of: func(line listing.Row) string { return line.Cell("level").Text }}
	for _, level := range levelShares() {
		if slices.ContainsFunc(lines, func(line listing.Row) bool { return by.of(line) == level.value }) {
			by.parts = append(by.parts, level)
		}
	}
	return by
}

func generationSeries(lines []listing.Row, generations kind) dividing {
	by := dividing{of: func(line listing.Row) string {
		value := generations.of(line)
		if generations.ink(value) == chart.OtherInk {
			return others
		}
		return value
	}}
	for _, value := range append(append(
		generations.order[:min(mostKinds, len(generations.order)):min(mostKinds, len(generations.order))], others),
		listing.NoAccelerator) {
		if slices.ContainsFunc(lines, func(line listing.Row) bool { return by.of(line) == value }) {
			by.parts = append(by.parts, part{value, value, generations.ink(value)})
		}
	}
	return by
}

func scatterSays(lines []listing.Row) string {
	best, fastest := bestOf(lines), -1
	for i, line := range lines {
		if line.Rmax != nil && line.Power != nil && line.Efficiency != nil &&
			(fastest < 0 || *line.Rmax > *lines[fastest].Rmax) {
			fastest = i
		}
	}
	if best < 0 || fastest < 0 {
		return ""
	}
	if best == fastest {
		return fmt.Sprintf("%s is both the fastest system with a known power and the most efficient: %s GFlops/W",
			named(lines[best]), templates.Efficiency(*lines[best].Efficiency))
	}
	return fmt.Sprintf(
		"%s is the most efficient with %s GFlops/W; the fastest system with a known power, %s, reaches %s",
		named(lines[best]), templates.Efficiency(*lines[best].Efficiency), named(lines[fastest]),
		templates.Efficiency(*lines[fastest].Efficiency))
}

func bestOf(lines []listing.Row) int {
	best := -1
	for i, line := range lines {
		if line.Efficiency != nil && !line.Unranked && (best < 0 || *line.Efficiency > *lines[best].Efficiency) {
			best = i
		}
	}
	return best
}

func rankFigure(list lists.Catalogued, lines []listing.Row) chart.Figure {
	figure := placedFigure(lines, chart.Figure{
		ID: "ranks", Title: "Efficiency by rank", Source: sourceList(list), X: chart.Axis{Name: "rank by efficiency"},
		Note: "A bar is the uncertainty, if the list states one. " +
			"A grey band contains ranks that the measurements cannot distinguish.",
	}, placing{
		rank: func(line listing.Row) int {
			if list.Kind == listing.Top500 && line.EfficiencyRank != nil {
				return *line.EfficiencyRank
			}
			return line.Rank
		},
		href:     func(line listing.Row) string { return chart.LineHref(line.List, line.Rank, line.EntryID) },
		dividing: dividing{of: func(listing.Row) string { return "" }, parts: []part{{name: "systems"}}},
		bands:    true,
	})
	figure.Says = rankSays(lines, figure.Bands)
	return figure
}

const halfRank = 0.5

func rankOr(rank *int) chart.FigureCell {
	if rank == nil {
		return chart.Said(templates.Missing)
	}
	return chart.Counted(*rank)
}

func rankSays(lines []listing.Row, bands []chart.RankBand) string {
	known, within := 0, 0
	for _, line := range lines {
		if line.Efficiency != nil && line.Uncertainty != nil {
			known++
		}
	}
	for _, band := range bands {
		within += int(band.To - band.From)
	}
	switch {
	case known == 0:
		return "The list states no uncertainty, so it is not known which ranks are certain"
	case within == 0:
		return "The measurements distinguish all ranks"
	}
	return fmt.Sprintf("%d of %s cannot be distinguished from a neighbour in rank", within,
		templates.Plural(known, "system", "systems"))
}

func aboutLine(line listing.Row) []string {
	about := []string{templates.Capital(line.RankWords())}
	if line.Site != "" {
		about[0] += ", " + line.Site
	}
	for _, name := range []string{"rmax", "power", "efficiency"} {
		column, _ := listing.ColumnOf(name)
		if v := shownIn(column, line.Cell(name)); v != nil {
			about = append(about, column.Title+" "+templates.Digits(*v, column.Digits)+" "+column.Unit)
		}
	}
	switch {
	case line.OfAnotherRun():
		about = append(about, "Efficiency of an optimised run; Rmax and power of another run")
	case line.OfOptimisedRun():
		about = append(about, "Efficiency of an optimised run")
	}
	if line.Accelerator != "" {
		about = append(about, line.Accelerator)
	}
	if line.Level != nil {
		about = append(about, templates.Capital(line.Level.String()))
	}
	return about
}

const mostGenerations = 14

func generationFigure(lines []listing.Row, generations kind, source string) chart.Figure {
	figure := chart.Figure{
		ID: "generations", Kind: chart.Strips, Title: "Efficiency by accelerator generation", Source: source,
		X: chart.Axis{Name: "efficiency", Unit: handlers.PerWatt},
		Note: "One point for each system with an efficiency, by the generation of its accelerator. " +
			"The dark point is the median.",
		Table: chart.FigureTable{Columns: []chart.FigureColumn{
			{Name: "generation", Title: "Generation"}, handlers.MeasureColumn("systems", "Systems", ""),
			handlers.MeasureColumn("least", "Least", handlers.PerWatt),
			handlers.MeasureColumn("median", "Median", handlers.PerWatt),
			handlers.MeasureColumn("most", "Most", handlers.PerWatt),
		}},
	}
	found := generationsOf(lines, generations)
	systems, medians := chart.Series{Name: "systems", Ink: chart.KindInk(0)},
		chart.Series{Name: "median", Ink: "series-1"}
	for i, g := range found {
		figure.Stages = append(figure.Stages, g.name)
		for _, line := range g.lines {
			systems.Points = append(systems.Points, chart.FigurePoint{Stage: i, X: *line.Efficiency, Name: named(line),
				Href: systemHref(line), About: aboutLine(line)})
		}
		medians.Points = append(medians.Points, chart.FigurePoint{Stage: i, X: g.median,
			Name: "Median of " + templates.Plural(len(g.lines), "system", "systems")})
		least, most := *g.lines[0].Efficiency, *g.lines[len(g.lines)-1].Efficiency
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{chart.Said(g.name), chart.Counted(
			len(g.lines)), chart.Figured(&least, 3), chart.Figured(&g.median, 3), chart.Figured(&most, 3)})
	}
	figure.Series, figure.Says = []chart.Series{systems, medians}, generationSays(found)
	return figure
}

type measuredGeneration struct {
	name   string
	lines  []listing.Row
	median float64
}

func generationsOf(lines []listing.Row, generations kind) []measuredGeneration {
	by := map[string][]listing.Row{}
	for _, line := range lines {
		if line.Efficiency != nil {
			name := generations.of(line)
			by[name] = append(by[name], line)
		}
	}
	var found []measuredGeneration
	for name, lines := range by {
		slices.SortFunc(lines, func(a, b listing.Row) int { return cmp.Compare(*a.Efficiency, *b.Efficiency) })
		middle := len(lines) / 2
		median := (*lines[middle].Efficiency + *lines[(len(lines)-1)/2].Efficiency) / 2
		found = append(found, measuredGeneration{name, lines, median})
	}
	slices.SortFunc(found, func(a, b measuredGeneration) int {
		return cmp.Or(cmp.Compare(len(b.lines), len(a.lines)), cmp.Compare(a.name, b.name))
	})
	found = found[:min(len(found), mostGenerations)]
	slices.SortFunc(found, func(a, b measuredGeneration) int {
		return cmp.Or(cmp.Compare(b.median, a.median), cmp.Compare(a.name, b.name))
	})
	return found
}

func generationSays(found []measuredGeneration) string {
	if len(found) < 2 {
		return ""
	}
	best := found[0]
	text := fmt.Sprintf("%s has the highest median, %s GFlops/W", templates.Capital(best.name),
		templates.Efficiency(best.median))
	without := slices.IndexFunc(found, func(g measuredGeneration) bool { return g.name == listing.NoAccelerator })
	if without > 0 && found[without].median > 0 {
		text += fmt.Sprintf(", %s times that of systems without accelerators",
			strconv.FormatFloat(best.median/found[without].median, 'f', 1, 64))
	}
	return text
}

type share struct {
	part
	count int
}
