package submission

import (
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates/chart"
	"green500/validation/drawing"
	"green500/validation/power"
)

// exported sends a file that is made of what is in view.
func exported(c echo.Context, kind, ending string) {
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, kind)
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", "power-"+c.Param("id")+ending))
	c.Response().WriteHeader(http.StatusOK)
}

// ChartSVG serves the view as a drawing that is complete in itself.
func (h *Handlers) ChartSVG(c echo.Context, entry store.EntryAccess, revision store.Revision) error {
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

// ChartCSV serves the steps of the view: readings where they are few and may be seen, else the mean of every step and
// the least and most that each instrument showed, added up.
func (h *Handlers) ChartCSV(c echo.Context, entry store.EntryAccess, revision store.Revision) error {
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

// writeLine writes the steps of a line, unless something went wrong before; cells of a gap are empty.
func writeLine(rows *csv.Writer, err error, curve power.Curve, line power.Line, name string) error {
	for i := range line.Watts {
		if err != nil {
			return err
		}
		at, end := curve.At(i).UTC().Format(time.RFC3339Nano), curve.At(i+1).UTC().Format(time.RFC3339Nano)
		err = rows.Write([]string{at, end, name, cell(line.Watts[i]), cell(line.Min[i]), cell(line.Max[i]), cell(line.Present[i])})
	}
	return err
}

// cell writes a figure to the microwatt.
func cell(value float64) string {
	if math.IsNaN(value) {
		return ""
	}
	const micro = 1e6
	return strconv.FormatFloat(math.Round(value*micro)/micro, 'f', -1, 64)
}
