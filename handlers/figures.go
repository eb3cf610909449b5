package handlers

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store/database"
	"green500/templates/chart"
	"green500/validation/lists/export"
	"green500/validation/power"
)

// DrawnSteps is how many steps of a curve a page without JavaScript draws: its width in pixels.
const DrawnSteps = 600

const figureParameter = "figure"

// Formats of the files of figures: what they are drawn of, the table of one, and its picture.
const (
	JSON = "json"
	CSV  = "csv"
	SVG  = "svg"
	PNG  = "png"
)

// Figured makes the figures that a request is about, and says whether everybody may see them.
type Figured func(echo.Context) (figures []chart.Figure, public bool, err error)

// FigureFile answers with the figures of a page in a format.
func (h *Base) FigureFile(made Figured, format string) echo.HandlerFunc {
	return func(c echo.Context) error {
		figures, public, err := made(c)
		switch {
		case err != nil:
			return err
		case format == JSON:
			return SendFigures(c, figures)
		case format == CSV:
			return SendTable(c, figures)
		}
		return h.sendPicture(c, figures, format, public)
	}
}

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

func noFigure(name string, figures []chart.Figure) error {
	if name == "" || len(figures) == 0 {
		return database.ErrNotFound
	}
	there := make([]string, len(figures))
	for i, figure := range figures {
		there[i] = figure.ID
	}
	return &power.InputError{Field: figureParameter, Problem: fmt.Sprintf("there is no figure %q", name),
		Remedy: power.NameRemedy(name, there, "one of the page")}
}

// pictureKept is how long a picture on another site may be shown without asking again: an erratum is seen within the
// hour.
const pictureKept = "public, max-age=3600"

func (h *Base) sendPicture(c echo.Context, figures []chart.Figure, format string, public bool) error {
	name := c.QueryParam(figureParameter)
	at := slices.IndexFunc(figures, func(f chart.Figure) bool { return f.ID == name })
	if at < 0 {
		return noFigure(name, figures)
	}
	var out bytes.Buffer
	write, media := figures[at].WriteSVG, "image/svg+xml"
	if format == PNG {
		write, media = figures[at].WritePNG, "image/png"
	}
	if err := write(&out, h.ServerAddress()); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf("inline; filename=%q", "green500-"+name+"."+format))
	if public {
		header.Set(echo.HeaderCacheControl, pictureKept)
		header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	return c.Blob(http.StatusOK, media, out.Bytes())
}

// Illustrated says where the data, tables and pictures of figures of a public page are, with the query of the page.
func (h *Base) Illustrated(figures []chart.Figure, page, files string, query url.Values) []chart.Figure {
	figures = Addressed(figures, files+".json", files+".csv", query)
	for i, f := range figures {
		one := url.Values{figureParameter: {f.ID}}
		maps.Copy(one, query)
		figures[i].SVG, figures[i].PNG = files+".svg?"+one.Encode(), files+".png?"+one.Encode()
		if server := h.ServerAddress(); server != "" {
			server = strings.TrimSuffix(server, "/")
			of := page
			if len(query) > 0 {
				of += "?" + query.Encode()
			}
			figures[i].Embed = fmt.Sprintf(`<a href="%s"><img src="%s" alt="%s" width="%d"></a>`,
				html.EscapeString(server+of+"#"+f.Element()), html.EscapeString(server+figures[i].SVG),
				html.EscapeString(f.Heading()), int(chart.FigureWidth))
		}
	}
	return figures
}

// Unembed takes from figures what other sites would embed: they are of something that is not public.
func Unembed(figures []chart.Figure) {
	for i := range figures {
		figures[i].Embed = ""
	}
}

func writeTable(out *bytes.Buffer, table chart.FigureTable) error {
	writer := csv.NewWriter(out)
	writer.UseCRLF = true
	head := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		head[i] = export.Harmless(column.Name)
	}
	rows := [][]string{head}
	for _, row := range table.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = cell.Raw()
			if cell.Number == nil {
				cells[i] = export.Harmless(cells[i])
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

// The units of figures.
const (
	PerWatt  = "GFlops/W"
	Petaflop = "PFlop/s"
	Megawatt = "MW"
	Percent  = "%"
)

var inFiles = map[string]string{PerWatt: "_gflops_per_watt", Petaflop: "_pflops", Megawatt: "_mw", Percent: "_percent",
	"TFlop/s": "_tflops", "kW": "_kw"}

// MeasureColumn is the head of a column of numbers.
func MeasureColumn(name, title, unit string) chart.FigureColumn {
	return chart.FigureColumn{Name: name + inFiles[unit], Title: title, Unit: unit, Numeric: true}
}
