package submission

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/power"
)

// chartSteps is how many steps of a curve a page with JavaScript draws.
const chartSteps = 1200

// window is the part of the time that a query asks to see; opening where it asks for none.
func window(c echo.Context, whole, opening power.Span) power.Span {
	asked, _ := spanAsked(c, "from", "to")
	if shared, ok := whole.Intersect(asked); ok && !asked.IsZero() {
		return shared
	}
	return opening
}

// charted is an entry of which something is drawn.
type charted struct {
	seen
	revision store.Revision
	report   *validation.Report
	whole    power.Span
	window   power.Span // that the query asks to see
	asked    []chart.Asked
}

// charted opens the readings of a revision; they have to be closed.
func (h *Handlers) charted(c echo.Context, entry store.EntryAccess, revision store.Revision, open func(context.Context, store.Revision) (*store.Readings, error)) (charted, error) {
	asked, err := h.Review.Marks(c, entry, revision)
	if err != nil {
		return charted{}, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return charted{}, err
	}
	if report == nil {
		return charted{}, store.ErrNotFound
	}
	readings, err := open(c.Request().Context(), revision)
	if err != nil {
		return charted{}, err
	}
	whole := chart.Whole(readings.Whole(), report.Spans)
	return charted{seenBy(entry, readings, report), revision, report, whole, window(c, whole, whole), asked}, nil
}

// drawn opens the readings for drawing.
func (h *Handlers) drawn(c echo.Context, entry store.EntryAccess, revision store.Revision) (charted, error) {
	return h.charted(c, entry, revision, h.Store.Measurement)
}

// Close gives the readings back; nothing was written.
func (d charted) Close() { _ = d.readings.Close() }

// chart is what a query asks to see, by curves of one kind or another.
func (d charted) chart(c echo.Context, curve func(m *power.Measurement) power.Curve) (chart.Chart, error) {
	view := viewAsked(c)
	view.draw(d.readings.Measurement, curve)
	chart := chart.Of(d.report, d.whole, curve(d.readings.Measurement), view.View, d.asked)
	return chart, d.readings.Err()
}

// Chart serves the options of the chart for the window a query asks for.
func (h *Handlers) Chart(c echo.Context, entry store.EntryAccess, revision store.Revision) error {
	d, err := h.drawn(c, entry, revision)
	if err != nil {
		return err
	}
	defer d.Close()
	chart, err := d.chart(c, func(m *power.Measurement) power.Curve { return d.curve(m, d.window, chartSteps) })
	if err != nil {
		return err
	}
	options, err := chart.JSON()
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, options)
}
