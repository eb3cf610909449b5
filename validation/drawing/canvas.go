package drawing

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"strings"
	"unicode/utf8"
)

// Canvas collects shapes, in pixels from its upper left corner, and writes them as SVG or as PNG. Colours are written as #00663a.
type Canvas struct {
	Width, Height int
	Title, About  string // what the drawing shows, for people who do not see it
	shapes        []shape
}

// Point is a place on a canvas.
type Point struct{ X, Y float64 }

// Anchor says which part of a text lies at its point.
type Anchor int

// Anchors of texts.
const (
	Begins Anchor = iota
	Centred
	Ends
)

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

// Area fills a polygon.
func (c *Canvas) Area(points []Point, fill string) {
	c.shapes = append(c.shapes, shape{kind: area, points: asPoints(points), fill: fill})
}

// Line strokes straight pieces between points; dash is the length of dashes, 0 for a line without gaps.
func (c *Canvas) Line(points []Point, stroke string, width, dash float64) {
	c.shapes = append(c.shapes, shape{kind: strokes, points: asPoints(points), fill: stroke, width: width, dash: dash})
}

// Disc fills a circle and strokes its edge.
func (c *Canvas) Disc(at Point, radius float64, fill, edge string) {
	c.shapes = append(c.shapes, shape{kind: disc, points: []point{{at.X, at.Y}}, fill: fill, edge: edge, width: radius})
}

// Text writes a text.
func (c *Canvas) Text(at Point, size int, to Anchor, fill, text string) {
	c.shapes = append(c.shapes, shape{kind: words, points: []point{{at.X, at.Y}}, fill: fill, size: size, anchor: [...]anchor{begins, centred, ends}[to], text: text})
}

func asPoints(points []Point) []point {
	as := make([]point, len(points))
	for i, p := range points {
		as[i] = point{p.X, p.Y}
	}
	return as
}

// SVG writes the drawing as SVG. Its errors are those of out.
func (c *Canvas) SVG(out io.Writer) error {
	w := &bytes.Buffer{}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="title about">`+"\n", c.Width, c.Height)
	fmt.Fprintf(w, "<title id=\"title\">%s</title>\n<desc id=\"about\">%s</desc>\n", escaped(c.Title), escaped(c.About))
	fmt.Fprintf(w, "<g font-family=\"system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif\" style=\"font-variant-numeric: tabular-nums\">\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", c.Width, c.Height, paper)
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
func (c *Canvas) PNG(out io.Writer) error {
	b, err := newBitmap(density*c.Width, density*c.Height)
	if err != nil {
		return err
	}
	wide, high := float64(c.Width), float64(c.Height)
	ground := shape{kind: area, fill: paper, points: []point{{0, 0}, {wide, 0}, {wide, high}, {0, high}}}
	for _, s := range append([]shape{ground}, c.shapes...) {
		if err := b.draw(s.larger(density)); err != nil {
			return err
		}
	}
	return png.Encode(out, b.image)
}

// larger is the shape in smaller pixels.
func (s shape) larger(times float64) shape {
	points := make([]point, len(s.points))
	for i, p := range s.points {
		points[i] = point{p.x * times, p.y * times}
	}
	s.points, s.width, s.dash, s.size = points, s.width*times, s.dash*times, int(float64(s.size)*times)
	return s
}
