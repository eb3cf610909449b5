package drawing

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Canvas collects shapes, in pixels from its upper left corner, and writes them as SVG or as PNG. Colours are written
// as #00663a.
type Canvas struct {
	Width, Height int
	Title, About  string // what the drawing shows, for people who do not see it
	shapes        []shape
	lower         float64 // by how much what is drawn next lies below its place
}

// Point is a place on a canvas.
type Point struct{ X, Y float64 }

// Anchor says which part of a text lies at its point, in the words of SVG.
type Anchor string

// Anchors of texts.
const (
	Begins  Anchor = "start"
	Centred Anchor = "middle"
	Ends    Anchor = "end"
)

type kind int

const (
	area  kind = iota // filled polygon
	lines             // stroked steps: every piece is horizontal or vertical
	words
	strokes // straight pieces in any direction
	disc    // a filled circle with an edge
)

type shape struct {
	kind   kind
	points []Point
	fill   string
	edge   string  // colour of the edge of a disc
	width  float64 // of lines; radius of a disc
	dash   float64 // length of the dashes of strokes; 0 for none
	text   string
	size   int
	anchor Anchor
}

// Sizes of texts on a canvas, in pixels.
const (
	HeadingSize = titleSize
	TextSize    = labelSize
)

// letterPart is the width of a letter as a part of the size of a text, on average.
const letterPart = 0.56

// TextWidth estimates how wide a text is, in pixels.
func TextWidth(text string, size int) float64 {
	return letterPart * float64(size) * float64(utf8.RuneCountInString(text))
}

// Wrapped breaks a text at blanks into lines of at most a width in pixels; a word that is longer has a line of its own.
func Wrapped(text string, size int, width float64) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		if last := len(lines) - 1; last >= 0 && TextWidth(lines[last]+" "+word, size) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func (c *Canvas) add(s shape, points ...Point) {
	for _, p := range points {
		s.points = append(s.points, Point{p.X, p.Y + c.lower})
	}
	c.shapes = append(c.shapes, s)
}

// Area fills a polygon.
func (c *Canvas) Area(points []Point, fill string) { c.add(shape{kind: area, fill: fill}, points...) }

// Line strokes straight pieces between points; dash is the length of dashes, 0 for a line without gaps.
func (c *Canvas) Line(points []Point, stroke string, width, dash float64) {
	c.add(shape{kind: strokes, fill: stroke, width: width, dash: dash}, points...)
}

func (c *Canvas) steps(stroke string, width float64, points ...Point) {
	c.add(shape{kind: lines, fill: stroke, width: width}, points...)
}

func (c *Canvas) rect(x, y, width, height float64, fill string) {
	c.Area([]Point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, fill)
}

// Disc fills a circle and strokes its edge.
func (c *Canvas) Disc(at Point, radius float64, fill, edge string) {
	c.add(shape{kind: disc, fill: fill, edge: edge, width: radius}, at)
}

// Text writes a text.
func (c *Canvas) Text(at Point, size int, to Anchor, fill, text string) {
	if text != "" {
		c.add(shape{kind: words, fill: fill, size: size, anchor: to, text: text}, at)
	}
}

// SVG writes the drawing as SVG. Its errors are those of out.
func (c *Canvas) SVG(out io.Writer) error {
	w := &bytes.Buffer{}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" `+
		`role="img" aria-labelledby="title about">`+"\n", c.Width, c.Height)
	fmt.Fprintf(w, "<title id=\"title\">%s</title>\n<desc id=\"about\">%s</desc>\n", escaped(c.Title), escaped(c.About))
	fmt.Fprintf(w, "<g font-family=\"system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', "+
		"sans-serif\" style=\"font-variant-numeric: tabular-nums\">\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
		c.Width, c.Height, paper)
	for _, s := range c.shapes {
		s.writeSVG(w)
	}
	fmt.Fprintln(w, "</g>\n</svg>")
	_, err := w.WriteTo(out)
	return err
}

// density is how many pixels of a PNG are one of its canvas, so that it is sharp on most screens.
const density = 2

// PNG writes the drawing as PNG, with twice as many pixels in each direction.
func (c *Canvas) PNG(out io.Writer) error { return c.bitmap(out, density) }

func (c *Canvas) bitmap(out io.Writer, times int) error {
	b, err := newBitmap(times*c.Width, times*c.Height)
	if err != nil {
		return err
	}
	draw.Draw(b.image, b.image.Bounds(), image.NewUniform(rgb(paper)), image.Point{}, draw.Src)
	for _, s := range c.shapes {
		if err := b.draw(s.larger(times)); err != nil {
			return err
		}
	}
	return png.Encode(out, b.image)
}

func (s shape) larger(times int) shape {
	by := float64(times)
	points := make([]Point, len(s.points))
	for i, p := range s.points {
		points[i] = Point{p.X * by, p.Y * by}
	}
	s.points, s.width, s.dash, s.size = points, s.width*by, s.dash*by, s.size*times
	return s
}

// SVG writes a picture as SVG, and others of the same width below it. Its errors are those of out.
func SVG(out io.Writer, p *Picture, below ...*Picture) error {
	c := &Canvas{Width: p.Width, Title: p.Title, About: p.describe()}
	for i, one := range append([]*Picture{p}, below...) {
		if i > 0 {
			c.About += " " + one.Title + ": " + one.describe()
		}
		one.draw(c)
	}
	return c.SVG(out)
}

// PNG writes a picture as PNG.
func PNG(out io.Writer, p *Picture) error {
	c := &Canvas{Width: p.Width}
	p.draw(c)
	return c.bitmap(out, 1)
}

func (p *Picture) describe() string {
	least, most := math.Inf(1), math.Inf(-1)
	gaps := 0
	for i, c := range p.Cells {
		if math.IsNaN(c.Mean) {
			if i == 0 || !math.IsNaN(p.Cells[i-1].Mean) {
				gaps++
			}
			continue
		}
		least, most = min(least, c.Min), max(most, c.Max)
	}
	if least > most {
		return "Power over time, without a reading."
	}
	axis := powerAxisFor(most, 0)
	text := fmt.Sprintf("Power over time, between %.4g and %.4g %s, %s, %s.", least/axis.watts, most/axis.watts,
		axis.unit, p.Start.Format("2006-01-02 15:04:05"), p.Zone)
	if gaps > 0 {
		text += fmt.Sprintf(" Gaps: %d.", gaps)
	}
	if !p.Core.IsZero() {
		text += fmt.Sprintf(" The core phase is from %s to %s.", p.Core.Start.In(p.Start.Location()).Format("15:04:05"),
			p.Core.End.In(p.Start.Location()).Format("15:04:05"))
	}
	return text
}

// escaped makes text safe in XML; control characters, which XML has no way to write, are left out.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "�"))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

func (s shape) writeSVG(w *bytes.Buffer) {
	switch s.kind {
	case area:
		fmt.Fprintf(w, "<path fill=\"%s\" d=\"%sz\"/>\n", s.fill, s.path())
	case lines:
		fmt.Fprintf(w, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" d=\"%s\"/>\n", s.fill,
			short(s.width), s.path())
	case strokes:
		dashes := ""
		if s.dash > 0 {
			dashes = fmt.Sprintf(" stroke-dasharray=\"%s\"", short(s.dash))
		}
		fmt.Fprintf(w, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s stroke-linejoin=\"round\" d=\"%s\"/>\n",
			s.fill, short(s.width), dashes, s.path())
	case disc:
		fmt.Fprintf(w, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" stroke=\"%s\"/>\n", short(s.points[0].X),
			short(s.points[0].Y), short(s.width), s.fill, s.edge)
	case words:
		fmt.Fprintf(w, "<text x=\"%s\" y=\"%s\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
			short(s.points[0].X), short(s.points[0].Y), s.size, s.anchor, s.fill, escaped(s.text))
	}
}

func (s shape) path() string {
	var path strings.Builder
	before := Point{}
	for i, p := range s.points {
		x, y := short(p.X), short(p.Y)
		switch {
		case i == 0:
			path.WriteString("M" + x + " " + y)
		case x == short(before.X) && y == short(before.Y):
		case y == short(before.Y):
			path.WriteString("H" + x)
		case x == short(before.X):
			path.WriteString("V" + y)
		default:
			path.WriteString("L" + x + " " + y)
		}
		before = p
	}
	return path.String()
}

func short(v float64) string {
	const hundredth = 100
	return strconv.FormatFloat(math.Round(v*hundredth)/hundredth, 'f', -1, 64)
}
