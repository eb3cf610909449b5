package chart

import (
	"io"
	"strings"

	"green500/validation/drawing"
)

type inkColours struct{ fill, edge string }

const (
	filePaper  = "#ffffff"
	fileInk    = "#161b19"
	fileMuted  = "#55605b"
	fileGrid   = "#d9dfdb"
	fileEdge   = "#7d8983"
	fileBand   = "#eceeea"
	fileAccent = "#00663a"
	fileHalf   = "#7fb39c"
)

func fileColours(ink string) inkColours {
	fixed := map[string]inkColours{
		OtherInk: {fileEdge, filePaper}, UnsaidInk: {fileGrid, fileEdge}, GradeInk(0): {filePaper, fileEdge},
		GradeInk(1): {filePaper, fileAccent}, GradeInk(2): {fileHalf, fileAccent}, GradeInk(3): {fileAccent, fileAccent}, "series-1": {fileInk, filePaper},
	}
	for i, colour := range palette[:kindInks] {
		fixed[InTheme(i)] = inkColours{colour, filePaper}
	}
	return fixed[ink]
}

// Sizes of a figure as a file, in pixels.
const (
	imageMargin  = 16.0
	headingLine  = 22.0
	imageLine    = 16.0
	legendSwatch = 12.0
)

// WriteSVG writes a figure with its heading, legend and source as SVG, for pages of others and for papers.
func (f Figure) WriteSVG(out io.Writer, address string) error { return f.canvas(address).SVG(out) }

// WritePNG writes the same as PNG.
func (f Figure) WritePNG(out io.Writer, address string) error { return f.canvas(address).PNG(out) }

func (f Figure) canvas(address string) *drawing.Canvas {
	d := drawn(f)
	width := FigureWidth + 2*imageMargin
	c := &drawing.Canvas{Width: int(width), Title: f.Heading(), About: f.Title + ". " + f.Note}
	y := imageMargin
	write := func(size int, line float64, colour, text string) {
		for _, words := range drawing.Wrapped(text, size, FigureWidth) {
			y += line
			c.Text(drawing.Point{X: imageMargin, Y: y}, size, drawing.Begins, colour, words)
		}
	}
	write(drawing.HeadingSize, headingLine, fileInk, f.Heading())
	if f.Says != "" {
		write(drawing.TextSize, imageLine, fileMuted, f.Title)
	}
	y += imageLine
	for _, m := range d.marks() {
		m.paint(c, drawing.Point{X: imageMargin, Y: y})
	}
	y += d.height
	if places := f.legend(); len(places) > 0 {
		y = f.drawLegend(c, places, y)
	}
	write(drawing.TextSize, imageLine, fileMuted, f.Note)
	write(drawing.TextSize, imageLine, fileMuted, strings.TrimSpace(f.Source+" "+address))
	c.Height = int(y + imageMargin)
	return c
}

func (f Figure) drawLegend(c *drawing.Canvas, places []int, y float64) float64 {
	x := imageMargin
	y += imageLine
	for _, i := range places {
		wide := legendSwatch + 6 + drawing.TextWidth(f.Series[i].Name, drawing.TextSize) + 20
		if x+wide > FigureWidth+imageMargin && x > imageMargin {
			x, y = imageMargin, y+imageLine+2
		}
		colours := fileColours(f.ink(i))
		box := boxOf(x, y-legendSwatch+2, legendSwatch, legendSwatch)
		c.Area(box, colours.fill)
		c.Line(append(box, box[0]), colours.edge, 1, 0)
		c.Text(drawing.Point{X: x + legendSwatch + 6, Y: y}, drawing.TextSize, drawing.Begins, fileInk, f.Series[i].Name)
		x += wide
	}
	return y + imageLine/2
}

func (m figureMark) paint(c *drawing.Canvas, origin drawing.Point) {
	points := make([]drawing.Point, len(m.points))
	for i, p := range m.points {
		points[i] = drawing.Point{X: p.X + origin.X, Y: p.Y + origin.Y}
	}
	colours := fileColours(m.ink)
	switch m.kind {
	case textMark:
		colour := fileMuted
		if m.class == "name" {
			colour = colours.fill
		}
		c.Text(points[0], drawing.TextSize, m.anchor, colour, m.text)
	case dotMark:
		if strings.Contains(m.class, "hollow") {
			colours = inkColours{filePaper, colours.fill}
		}
		c.Disc(points[0], dotRadius, colours.fill, colours.edge)
	case areaMark:
		if m.class == "band" {
			c.Area(points, fileBand)
			return
		}
		c.Area(points, colours.fill)
		c.Line(append(points, points[0]), colours.edge, 1, 0)
	case lineMark:
		m.paintLine(c, points, colours)
	}
}

func (m figureMark) paintLine(c *drawing.Canvas, points []drawing.Point, colours inkColours) {
	const thin, thick, dash = 1, 1.75, 4
	switch m.class {
	case "grid":
		c.Line(points, fileGrid, thin, 0)
	case "axis":
		c.Line(points, fileEdge, thin, 0)
	case "break", "guide":
		c.Line(points, fileEdge, thin, dash)
	default:
		stroke := colours.fill
		if strings.HasPrefix(m.ink, gradePart) {
			stroke = colours.edge
		}
		c.Line(points, stroke, thick, 0)
	}
}
