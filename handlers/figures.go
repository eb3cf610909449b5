package handlers

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates/chart"
	"green500/validation/power"
	"green500/validation/sheet"
	"green500/validation/suggest"
)

// DrawnSteps is how many steps of a curve a page without JavaScript draws: its width in pixels.
const DrawnSteps = 600

// figureParameter names a figure of a page.
const figureParameter = "figure"

// SendFigures answers with what the figures of a page are drawn of.
func SendFigures(c echo.Context, figures []chart.Figure) error {
	written, err := chart.FiguresJSON(figures)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-cache")
	return c.JSONBlob(http.StatusOK, written)
}

// SendTable answers with the table of the requested figure, as RFC 4180 has it.
func SendTable(c echo.Context, figures []chart.Figure) error {
	name := c.QueryParam(figureParameter)
	at := slices.IndexFunc(figures, func(f chart.Figure) bool { return f.ID == name })
	if at < 0 {
		return noFigure(name, figures)
	}
	var out bytes.Buffer
	if err := writeTable(&out, figures[at].Table); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", "green500-"+name+".csv"))
	header.Set(echo.HeaderCacheControl, "no-cache")
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", out.Bytes())
}

// noFigure says that there is no such figure, and which there are if there are any.
func noFigure(name string, figures []chart.Figure) error {
	if name == "" || len(figures) == 0 {
		return store.ErrNotFound
	}
	there := make([]string, len(figures))
	for i, figure := range figures {
		there[i] = figure.ID
	}
	return &power.InputError{Field: figureParameter, Problem: fmt.Sprintf("there is no figure %q", name), Remedy: suggest.Remedy(name, there, "one of the page")}
}

// writeTable writes a table whole: numbers as they are and not as they are shown.
func writeTable(out *bytes.Buffer, table chart.FigureTable) error {
	writer := csv.NewWriter(out)
	writer.UseCRLF = true
	head := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		head[i] = sheet.Harmless(column.Name)
	}
	rows := [][]string{head}
	for _, row := range table.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = cell.Raw()
			if cell.Number == nil {
				cells[i] = sheet.Harmless(cells[i])
			}
		}
		rows = append(rows, cells)
	}
	return writer.WriteAll(rows)
}

// Addressed says where the figures of a page are found, by addresses of documents beside it and the query of the page.
func Addressed(figures []chart.Figure, document, table string, query url.Values) []chart.Figure {
	for i := range figures {
		figures[i].Data = document
		if len(query) > 0 {
			figures[i].Data += "?" + query.Encode()
		}
		one := url.Values{figureParameter: {figures[i].ID}}
		for name, values := range query {
			one[name] = values
		}
		figures[i].CSV = table + "?" + one.Encode()
	}
	return figures
}
