package list

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/handlers"
	"green500/templates"
	"green500/templates/chart"
	"green500/validation/listing"
)

// shareBars draws shares of the systems of a list, one bar each.
func shareBars(figure chart.Figure, of int, shares []share) chart.Figure {
	figure.Kind, figure.X = chart.Bars, chart.Axis{Name: "share of systems", Unit: handlers.Percent}
	figure.Table.Columns = []chart.FigureColumn{{Name: "value", Title: templates.Capital(figure.ID)}, handlers.MeasureColumn("systems", "Systems", ""), handlers.MeasureColumn("share", "Share", handlers.Percent)}
	for i, one := range shares {
		percent := inPercent(one.count, of)
		figure.Stages = append(figure.Stages, one.name)
		digits := 0
		if percent < 1 {
			digits = 1
		}
		label := fmt.Sprintf("%s%% (%d)", strconv.FormatFloat(percent, 'f', digits, 64), one.count)
		figure.Series = append(figure.Series, chart.Series{Name: one.name, Ink: one.ink, Points: []chart.FigurePoint{{Stage: i, X: percent, Name: templates.Plural(one.count, "system", "systems"), Label: label}}})
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{chart.Said(one.name), chart.Counted(one.count), chart.Figured(&percent, 1)})
	}
	return figure
}

func levelsOfList(lines []listing.Row, source string) chart.Figure {
	by := levelSeries(lines)
	var shares []share
	most := 0
	for i, one := range by.parts {
		count := 0
		for _, line := range lines {
			if by.of(line) == one.value {
				count++
			}
		}
		shares = append(shares, share{one, count})
		if one.value != "" && (count > shares[most].count || shares[most].value == "") {
			most = i
		}
	}
	figure := chart.Figure{ID: "levels", Title: "Systems by quality level", Source: source, Note: "Of all systems of the list. The level states how thorough a measurement was."}
	if shares[most].value != "" {
		figure.Says = fmt.Sprintf("%s is the most frequent level: %s of %s", templates.Capital(shares[most].name), strconv.Itoa(shares[most].count), templates.Plural(len(lines), "system", "systems"))
	}
	return shareBars(figure, len(lines), shares)
}

// mostBars are the values that a figure shows one by one.
const mostBars = 10

// kindFigure draws which part of a list has which value of a kind.
func kindFigure(lines []listing.Row, of kind, source string) chart.Figure {
	column, _ := listing.ColumnOf(of.column)
	figure := chart.Figure{ID: map[string]string{"accelerator": "accelerators", "vendor": "vendors", "country": "countries"}[of.column], Source: source}
	figure.Title = "Systems by " + map[string]string{"accelerator": "accelerator generation"}[of.column]
	if of.column != "accelerator" {
		figure.Title = "Systems by " + strings.ToLower(column.Title)
	}
	figure.Note = "Of all systems of the list. A value has the same colour on all pages; rarer ones share grey."
	counts := map[string]int{}
	for _, line := range lines {
		counts[of.of(line)]++
	}
	shares := rankedShares(counts, of)
	first := slices.IndexFunc(shares, func(s share) bool { return s.ink != chart.UnsaidInk && s.name != others })
	if first >= 0 {
		figure.Says = kindSays(of, shares[first], len(lines), len(lines)-counts[listing.NoAccelerator])
	}
	return shareBars(figure, len(lines), shares)
}

func kindSays(of kind, first share, all, fitted int) string {
	if of.column == "accelerator" {
		return fmt.Sprintf("%d of %s have accelerators, most often %s (%d)", fitted, templates.Plural(all, "system", "systems"), first.name, first.count)
	}
	words := map[string]string{"vendor": "%s built the most systems: %d of %d (%s%%)", "country": "%s has the most systems: %d of %d (%s%%)"}[of.column]
	return fmt.Sprintf(words, first.name, first.count, all, strconv.FormatFloat(math.Round(inPercent(first.count, all)), 'f', 0, 64))
}

// rankedShares are the most frequent values, what is left, and what is not stated.
func rankedShares(counts map[string]int, of kind) []share {
	var shares, unsaid []share
	for value, count := range counts {
		one := share{part{value, of.name(value), of.ink(value)}, count}
		if one.ink == chart.UnsaidInk {
			unsaid = append(unsaid, one)
		} else {
			shares = append(shares, one)
		}
	}
	slices.SortFunc(shares, func(a, b share) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name)) })
	if len(shares) > mostBars {
		rest := share{part{others, others, chart.OtherInk}, 0}
		for _, one := range shares[mostBars:] {
			rest.count += one.count
		}
		rest.name = fmt.Sprintf("%d others", len(shares)-mostBars)
		shares = append(shares[:mostBars], rest)
	}
	return append(shares, unsaid...)
}
