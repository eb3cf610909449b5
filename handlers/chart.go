package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
)

// window is the part of the time that a query asks to see; opening where it asks for none.
func window(c echo.Context, whole, opening power.Span) power.Span {
	var from, to power.Time
	if from.UnmarshalText([]byte(c.QueryParam("from"))) != nil || to.UnmarshalText([]byte(c.QueryParam("to"))) != nil {
		return opening
	}
	shared, ok := whole.Intersect(power.NewSpan(from.Time, to.Time))
	if !ok {
		return opening
	}
	return shared
}

// Chart serves the options of the chart for the window a query asks for.
func (h *Handlers) Chart(c echo.Context) error {
	_, revision, err := h.revision(c)
	if err != nil {
		return err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return err
	}
	if report == nil {
		return store.ErrNotFound
	}
	m, err := h.Store.Measurement(c.Request().Context(), revision)
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }() // nothing was written
	const chartSteps = 1200
	whole := templates.Whole(m.Whole(), report.Spans)
	chart := templates.Chart{Curve: m.Curve(window(c, whole, whole), chartSteps), Whole: whole, Spans: report.Spans, Findings: report.Findings}
	if err := m.Err(); err != nil {
		return err
	}
	options, err := chart.JSON()
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, options)
}

// Report serves the verdict, byte for byte as the command line prints it.
func (h *Handlers) Report(c echo.Context) error {
	_, revision, err := h.revision(c)
	if err != nil {
		return err
	}
	if len(revision.Report) == 0 {
		return store.ErrNotFound
	}
	return c.JSONBlob(http.StatusOK, revision.Report)
}
