package submission

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/submissions"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/lists/powersteps"
	"green500/validation/logs/drawing"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

const chartSteps = 1200

// window is the part of the time that a query asks to see; opening if it asks for none.
func window(c echo.Context, whole, opening power.Span) power.Span {
	asked, _ := spanAsked(c, "from", "to")
	if shared, ok := whole.Intersect(asked); ok && !asked.IsZero() {
		return shared
	}
	return opening
}

type charted struct {
	seen
	revision submissions.Revision
	report   *validation.Report
	whole    power.Span
	window   power.Span // that the query asks to see
	asked    []chart.Asked
}

// charted opens the readings of a revision; they have to be closed.
func (h *Handlers) charted(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision,
	open func(context.Context, submissions.Revision) (*submissions.Readings, error)) (charted, error) {
	asked, err := h.Review.Marks(c, entry, revision)
	if err != nil {
		return charted{}, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return charted{}, err
	}
	if report == nil {
		return charted{}, database.ErrNotFound
	}
	readings, err := open(c.Request().Context(), revision)
	if err != nil {
		return charted{}, err
	}
	whole := chart.Whole(readings.Whole(), report.Spans)
	return charted{seenBy(entry, readings, report), revision, report, whole, window(c, whole, whole), asked}, nil
}

func (h *Handlers) drawn(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) (
	charted, error) {
	return h.charted(c, entry, revision, h.Store.Submissions.Measurement)
}

// Close gives the readings back; nothing was written.
func (d charted) Close() { _ = d.readings.Close() }

func (d charted) chart(c echo.Context, curve func(m *power.Measurement) power.Curve) (chart.Chart, error) {
	view := viewAsked(c)
	view.draw(d.readings.Measurement, curve)
	chart := chart.Of(d.report, d.whole, curve(d.readings.Measurement), view.View, d.asked)
	return chart, d.readings.Err()
}

// Chart serves the options of the chart for the window a query asks for.
func (h *Handlers) Chart(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
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

type seen struct {
	readings *submissions.Readings
	graded   *validation.Report
	steps    *powersteps.Steps // nil for people who may see every reading
}

func seenBy(entry submissions.EntryAccess, readings *submissions.Readings, report *validation.Report) seen {
	s := seen{readings: readings, graded: report}
	if !review.MayReadReadings(entry.Reader) {
		s.steps = new(powersteps.StepsOf(readings.Measurement, report.Spans))
	}
	return s
}

func (s seen) step() time.Duration {
	if s.steps == nil {
		return 0
	}
	return s.steps.Length
}

func (s seen) curve(m *power.Measurement, window power.Span, most int) power.Curve {
	if s.steps == nil {
		return m.Curve(window, most)
	}
	return s.steps.Curve(m, window, most)
}

func (s seen) even(m *power.Measurement, window power.Span, most int) power.Curve {
	if s.steps == nil {
		return m.EvenCurve(window, most)
	}
	return s.steps.EvenCurve(m, window, most)
}

func (s seen) claim(window power.Span) validation.Claim {
	in := validation.Input{Measurement: s.readings.Measurement, Edition: methodology.Edition(s.graded.Methodology)}
	if s.steps == nil {
		return validation.ClaimOf(in, window)
	}
	whole, ok := s.steps.Window(window)
	if !ok {
		return validation.Claim{Span: window, Seconds: window.Duration().Seconds(), Step: s.steps.Length.Seconds(),
			Why: "Figures of windows are public within the run, and of the idle measurements as they were graded."}
	}
	claim := validation.ClaimOf(in, whole)
	claim.Step = s.steps.Length.Seconds()
	claim.Why += fmt.Sprintf(" The figures are those from %s to %s: everybody sees the run in steps of %s, "+
		"as in its envelope.", whole.Start.Format(time.RFC3339Nano), whole.End.Format(time.RFC3339Nano), s.steps.Length)
	return claim
}

func exported(c echo.Context, kind, ending string) {
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, kind)
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", "power-"+c.Param("id")+ending))
	c.Response().WriteHeader(http.StatusOK)
}

// ChartSVG serves the view as a drawing that is complete in itself.
func (h *Handlers) ChartSVG(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	d, err := h.drawn(c, entry, revision)
	if err != nil {
		return err
	}
	defer d.Close()
	chart, err := d.chart(c, func(m *power.Measurement) power.Curve { return d.even(m, d.window, chart.PictureSteps) })
	if err != nil {
		return err
	}
	pictures := chart.Pictures(handlers.Title(d.readings.Entry))
	exported(c, "image/svg+xml", ".svg")
	return drawing.SVG(c.Response(), pictures[0], pictures[1:]...)
}

// ChartCSV serves the steps of the view: readings if they may be seen, else means with least and most.
func (h *Handlers) ChartCSV(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	d, err := h.drawn(c, entry, revision)
	if err != nil {
		return err
	}
	defer d.Close()
	chart, err := d.chart(c, func(m *power.Measurement) power.Curve { return d.curve(m, d.window, chartSteps) })
	if err != nil {
		return err
	}
	exported(c, "text/csv; charset=utf-8", ".csv")
	rows := csv.NewWriter(c.Response())
	err = rows.Write([]string{"from", "to", "series", "mean_w", "least_w", "most_w", "present"})
	for _, line := range chart.Curve.Lines {
		err = writeLine(rows, err, chart.Curve, line, "sum of "+line.Name) // a spreadsheet takes no sum for a formula
	}
	for _, pane := range chart.Panes {
		for _, line := range pane.Curve.Lines {
			err = writeLine(rows, err, pane.Curve, line, pane.ID)
		}
	}
	if err != nil {
		return err
	}
	rows.Flush()
	return rows.Error()
}

func writeLine(rows *csv.Writer, err error, curve power.Curve, line power.Line, name string) error {
	for i := range line.Watts {
		if err != nil {
			return err
		}
		at, end := curve.At(i).UTC().Format(time.RFC3339Nano), curve.At(i+1).UTC().Format(time.RFC3339Nano)
		err = rows.Write([]string{at, end, name, cell(line.Watts[i]), cell(line.Min[i]), cell(line.Max[i]),
			cell(line.Present[i])})
	}
	return err
}

func cell(value float64) string {
	if math.IsNaN(value) {
		return ""
	}
	const micro = 1e6
	return strconv.FormatFloat(math.Round(value*micro)/micro, 'f', -1, 64)
}
