package drawing

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

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

// describe says in words what the picture shows.
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
	text := fmt.Sprintf("Power over time, between %.4g and %.4g %s, %s, %s.", least/axis.watts, most/axis.watts, axis.unit, p.Start.Format("2006-01-02 15:04:05"), p.Zone)
	if gaps > 0 {
		text += fmt.Sprintf(" Gaps: %d.", gaps)
	}
	if !p.Core.IsZero() {
		text += fmt.Sprintf(" The core phase is from %s to %s.", p.Core.Start.In(p.Start.Location()).Format("15:04:05"), p.Core.End.In(p.Start.Location()).Format("15:04:05"))
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
		fmt.Fprintf(w, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" d=\"%s\"/>\n", s.fill, short(s.width), s.path())
	case strokes:
		dashes := ""
		if s.dash > 0 {
			dashes = fmt.Sprintf(" stroke-dasharray=\"%s\"", short(s.dash))
		}
		fmt.Fprintf(w, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s stroke-linejoin=\"round\" d=\"%s\"/>\n", s.fill, short(s.width), dashes, s.path())
	case disc:
		fmt.Fprintf(w, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" stroke=\"%s\"/>\n", short(s.points[0].X), short(s.points[0].Y), short(s.width), s.fill, s.edge)
	case words:
		fmt.Fprintf(w, "<text x=\"%s\" y=\"%s\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
			short(s.points[0].X), short(s.points[0].Y), s.size, s.anchor, s.fill, escaped(s.text))
	}
}

// path writes points as commands of a path, the short ones for pieces along an axis.
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

// short writes a length to a hundredth of a pixel.
func short(v float64) string {
	const hundredth = 100
	return strconv.FormatFloat(math.Round(v*hundredth)/hundredth, 'f', -1, 64)
}
