package submission

import (
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/submissions"
	"green500/templates/chart"
	evidencepage "green500/templates/evidence"
	submissionpage "green500/templates/submission"
	"green500/validation/power"
)

func (h *Handlers) desk(c echo.Context, page submissionpage.EntryPage, access submissions.EntryAccess,
	revision submissions.Revision) (evidencepage.DeskPage, error) {
	desk := evidencepage.DeskPage{EntryPage: page, Tab: evidencepage.TabOf(c.QueryParam("tab"))}
	if c.QueryParam("tab") == desk.Tab {
		desk.OpenTab = desk.Tab
	}
	ctx := c.Request().Context()
	place, err := h.Store.Reviews.QueuePlace(ctx, handlers.User(c), access.ID)
	if err != nil {
		return desk, err
	}
	desk.Place = evidencepage.Place{At: place.At, Of: place.Of}
	if place.Previous != 0 {
		desk.Place.Previous = handlers.Text(place.Previous)
	}
	if place.Next != 0 {
		desk.Place.Next = handlers.Text(place.Next)
	}
	if desk.Tab == evidencepage.MetersTab {
		desk.Meters, err = h.meters(c, page, revision)
	}
	return desk, err
}

func (h *Handlers) meters(c echo.Context, page submissionpage.EntryPage, revision submissions.Revision) (
	*evidencepage.Meters, error) {
	m, err := h.Store.Submissions.Measurement(c.Request().Context(), revision)
	if err != nil {
		return nil, err
	}
	defer func() { _ = m.Close() }() // nothing was written
	choices := instruments(m.Measurement)
	steps := evidencepage.MeterSteps(len(choices))
	borders := evenBorders(page.Window, steps)
	var all []evidencepage.Meter
	var series []int
	for _, choice := range choices {
		line := power.Line{}
		if curve := m.Select(choice).CurveOf(borders); len(curve.Lines) > 0 {
			line = curve.Lines[0]
		}
		if len(line.Watts) == 0 {
			continue
		}
		all = append(all,
			evidencepage.Meter{ID: choice.String(), Name: chart.NameOf(page.Entry, choice), Watts: line.Watts})
		series = append(series, choice.Series)
	}
	inside := make([]bool, steps)
	for i := range inside {
		inside[i] = borders[i] >= page.Report.Spans.Core.Start.UnixNano() &&
			borders[i+1] <= page.Report.Spans.Core.End.UnixNano()
	}
	zone := chart.Chart{Spans: page.Report.Spans, Whole: page.Whole}
	meters := evidencepage.Meters{All: evidencepage.NewMeters(all, series, inside), Whole: page.Window,
		Core: page.Report.Spans.Core, Steps: steps, Zone: zone.ZoneName()}
	return &meters, m.Err()
}

func instruments(m *power.Measurement) []power.Selection {
	all := m.Selections()
	return slices.DeleteFunc(slices.Clone(all), func(choice power.Selection) bool {
		return choice.Instrument == "" && slices.ContainsFunc(all, func(other power.Selection) bool {
			return other.Series == choice.Series && other.Instrument != ""
		})
	})
}

func evenBorders(s power.Span, steps int) []int64 {
	borders := make([]int64, steps+1)
	from, whole := s.Start.UnixNano(), s.Duration().Nanoseconds()
	for i := range borders {
		borders[i] = from + whole/int64(steps)*int64(i)
	}
	return borders
}
