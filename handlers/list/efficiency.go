package list

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	"green500/templates/chart"
)

// Efficiency returns the efficiency of Green500 lists from a year on, with the address of its data; it is empty if there is no such list.
func (h *Handlers) Efficiency(ctx context.Context, year int) (chart.Figure, error) {
	scope := store.Scope{From: strconv.Itoa(year)}
	trends, err := h.Store.Trends(ctx, scope)
	if err != nil || len(trends) == 0 {
		return chart.Figure{}, err
	}
	query := url.Values{fromParameter: {trends[0].Edition}}
	figures := []chart.Figure{efficiencyFigure(trends, "Source: "+sourceOf(trends)+".")}
	markBreaks(figures, trends, breaks(trends), coverageNote)
	figures[0].Says = efficiencySays(trends, breaks(trends))
	return h.Illustrated(figures, "/trends", "/trends", query)[0], nil
}

func efficiencyFigure(trends []store.Trend, source string) chart.Figure {
	return courseFigure(trends, chart.Figure{
		ID: "efficiency", Title: "Efficiency: best, top-10 mean, median", Source: source, Y: chart.Axis{Name: "efficiency", Unit: handlers.PerWatt, Log: true},
		Note: "Logarithmic scale. Systems without a known efficiency or a rank are left out. If fewer than ten have one, the mean is of those.",
	}, course{"best", func(t store.Trend) *float64 { return t.Best }}, course{"top-10 mean", func(t store.Trend) *float64 { return t.Top }},
		course{"median", func(t store.Trend) *float64 { return t.Median }})
}

// coverageFactor is how many times as many systems with an efficiency a list may have as the one before, or the other way round.
const coverageFactor = 2

// breaks are the lists whose figures do not compare with those of the list before: what is measured of far more, or far fewer,
// systems.
func breaks(trends []store.Trend) []int {
	var at []int
	for i := 1; i < len(trends); i++ {
		a, b := trends[i-1].Measured, trends[i].Measured
		if max(a, b) > coverageFactor*min(a, b) {
			at = append(at, i)
		}
	}
	return at
}

// markBreaks marks in figures of lists where lists do not compare; because says why.
func markBreaks(figures []chart.Figure, trends []store.Trend, at []int, because string) {
	if len(at) == 0 {
		return
	}
	editions := make([]string, len(at))
	for i, stage := range at {
		editions[i] = trends[stage].Edition
	}
	note := fmt.Sprintf(" %s: %s.", because, strings.Join(editions, ", "))
	for i := range figures {
		switch figures[i].Kind {
		case chart.Courses:
			figures[i].Breaks, figures[i].Note = at, figures[i].Note+note
		case chart.Stacks:
			figures[i].Breaks = at
		}
	}
}

// coverageNote says where whole lists do not compare.
const coverageNote = "Lines are broken where the number of systems with an efficiency changes by more than a factor of 2"

// The least that a rate of growth is stated of.
const (
	leastLists = 4
	leastYears = 3
	leastRate  = 0.05 // doublings a year
)

// efficiencySays states how fast the best efficiency grows, over the longest run of lists that compare; of few lists it states the
// figures of the newest.
func efficiencySays(trends []store.Trend, at []int) string {
	first, last := 0, 0
	begin := 0
	for _, end := range append(at[:len(at):len(at)], len(trends)) {
		if end-begin > last-first {
			first, last = begin, end
		}
		begin = end
	}
	run := trends[first:last]
	if rate, ok := doublings(run); ok {
		return fmt.Sprintf("Efficiency of the best system doubled every %.1f years from %s to %s", 1/rate, run[0].Edition, run[len(run)-1].Edition)
	}
	newest := trends[len(trends)-1]
	if newest.Best == nil || newest.Median == nil {
		return ""
	}
	if newest.Measured == 1 {
		return fmt.Sprintf("In %s the only system with an efficiency reaches %s GFlops/W", newest.Edition, templates.Efficiency(*newest.Best))
	}
	return fmt.Sprintf("In %s the best system reaches %s GFlops/W, the median %s", newest.Edition, templates.Efficiency(*newest.Best), templates.Efficiency(*newest.Median))
}

// doublings is how often a year the best efficiency doubles, by least squares of its logarithm.
func doublings(run []store.Trend) (rate float64, ok bool) {
	var n, x, y, xx, xy, from, to float64
	for _, trend := range run {
		at, dated := yearOf(trend.Edition)
		if !dated || trend.Best == nil || *trend.Best <= 0 {
			continue
		}
		if n == 0 {
			from = at
		}
		v := math.Log2(*trend.Best)
		n, x, y, xx, xy, to = n+1, x+at-from, y+v, xx+(at-from)*(at-from), xy+(at-from)*v, at
	}
	if n < leastLists || to-from < leastYears {
		return 0, false
	}
	rate = (n*xy - x*y) / (n*xx - x*x)
	return rate, rate >= leastRate
}

// yearOf is the year of an edition such as 2026-06, with its month as a part.
func yearOf(edition string) (float64, bool) {
	year, month, _ := strings.Cut(edition, "-")
	y, err := strconv.Atoi(year)
	m, wrong := strconv.Atoi(month)
	const months = 12
	return float64(y) + float64(m)/months, err == nil && wrong == nil
}
