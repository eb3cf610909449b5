package chart

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/drawing"
)

type figureMark struct {
	kind   markKind
	points []drawing.Point // of a line or an area; the only one is where a dot or a text is
	class  string          // in the style sheet, beside the ink
	ink    string          // the colour of a series; empty for the frame
	text   string          // of a text; of a dot and an area, what is shown over it
	anchor drawing.Anchor
}

type markKind int

const (
	lineMark markKind = iota
	areaMark
	dotMark
	textMark
)

const (
	dotRadius   = 3.5
	tickLength  = 4
	textLower   = 4 // a text is written so much below its middle
	breakWord   = "break"
	stageLower  = 18
	titleHigher = 8
)

func (d figureDrawing) marks() []figureMark {
	var all []figureMark
	add := func(marks ...figureMark) { all = append(all, marks...) }
	d.frame(add)
	d.ground(add)
	for i, s := range d.Series {
		switch d.Kind {
		case Stacks:
			d.stack(i, add)
		case Bars:
			d.bars(i, add)
		default:
			d.course(i, s, add)
		}
	}
	for i, name := range d.names() {
		if name.text != "" {
			add(figureMark{kind: textMark, points: at(name.x, name.y+textLower), class: "name", ink: d.ink(i),
				text: name.text})
		}
	}
	for i := range all {
		all[i].anchor = cmp.Or(all[i].anchor, drawing.Begins)
	}
	return all
}

func at(x, y float64) []drawing.Point { return []drawing.Point{{X: x, Y: y}} }

func between(x1, y1, x2, y2 float64) []drawing.Point {
	return []drawing.Point{{X: x1, Y: y1}, {X: x2, Y: y2}}
}

func boxOf(x, y, width, height float64) []drawing.Point {
	return []drawing.Point{{X: x, Y: y}, {X: x + width, Y: y}, {X: x + width, Y: y + height}, {X: x, Y: y + height}}
}

func (d figureDrawing) frame(add func(...figureMark)) {
	floor, end := d.height-figureBottom, FigureWidth-d.right
	if !d.Kind.lying() {
		add(figureMark{kind: textMark, points: at(4, 14), text: d.Y.Title()})
	}
	for _, t := range d.yTicks() {
		if !d.Kind.lying() {
			add(figureMark{points: between(d.left, t.at, end, t.at), class: "grid"})
		}
		add(figureMark{kind: textMark, points: at(d.left-6, t.at+textLower), text: t.text, anchor: drawing.Ends})
	}
	for _, t := range d.xTicks() {
		if d.Kind.lying() || d.Kind == Cloud {
			add(figureMark{points: between(t.at, figureTop, t.at, floor), class: "grid"})
		}
		add(figureMark{points: between(t.at, floor, t.at, floor+tickLength), class: "axis"},
			figureMark{kind: textMark, points: at(t.at, floor+stageLower), text: t.text, anchor: drawing.Centred})
	}
	add(figureMark{kind: textMark, points: at(end, d.height-titleHigher), text: d.X.Title(), anchor: drawing.Ends})
	if d.Kind.lying() {
		add(figureMark{points: between(d.left, figureTop, d.left, floor), class: "axis"})
	} else {
		add(figureMark{points: between(d.left, floor, end, floor), class: "axis"})
	}
}

func (d figureDrawing) ground(add func(...figureMark)) {
	floor := d.height - figureBottom
	for _, band := range d.Bands {
		from, to := d.xAt(band.From), d.xAt(band.To)
		add(figureMark{kind: areaMark, points: boxOf(from, figureTop, to-from, floor-figureTop), class: "band"})
	}
	for _, one := range d.breakSlots() {
		x := d.slotAt(one.Slot)
		add(figureMark{points: between(x, figureTop, x, floor), class: "break"})
		if one.Name != "" {
			add(figureMark{kind: textMark, points: at(x, figureTop-titleHigher), text: one.Name,
				anchor: drawing.Centred})
		}
	}
	named := FigureWidth // where the name of the last line that ends at the top begins
	for _, guide := range slices.Backward(d.guides()) {
		x, y := d.xAt(guide.toX), d.yAt(guide.toY)
		add(figureMark{points: between(d.xAt(guide.fromX), d.yAt(guide.fromY), x, y), class: "guide"})
		if y > figureTop+1 { // it ends at the right
			add(figureMark{kind: textMark, points: at(x+4, y+textLower), text: guide.Name})
		} else if x+textWidth(guide.Name)/2 < named {
			add(figureMark{kind: textMark, points: at(x, figureTop-4), text: guide.Name, anchor: drawing.Centred})
			named = x - textWidth(guide.Name)/2
		}
	}
}

type drawnGuide struct {
	Guide
	fromX, fromY, toX, toY float64
}

func (d figureDrawing) guides() []drawnGuide {
	var all []drawnGuide
	for _, g := range d.Guides {
		from, to := max(d.x.Low, d.y.Low/g.Ratio), min(d.x.High, d.y.High/g.Ratio)
		if from < to {
			all = append(all, drawnGuide{g, from, from * g.Ratio, to, to * g.Ratio})
		}
	}
	return all
}

func (d figureDrawing) course(i int, s Series, add func(...figureMark)) {
	ink := d.ink(i)
	if d.Kind == Courses || d.Kind == Curves {
		for _, run := range d.runs(s) {
			line := figureMark{class: "line", ink: ink}
			for _, p := range run {
				line.points = append(line.points, drawing.Point{X: d.xOf(p), Y: d.yOf(p)})
			}
			add(line)
		}
	}
	if d.Kind == Curves && len(s.Points) > 1 { // the points are its line
		return
	}
	for _, p := range s.Points {
		x, y := d.xOf(p), d.yOf(p)
		if p.Half != nil && !d.Kind.lying() {
			low, high := d.yAt(max(p.Y-*p.Half, d.y.Low)), d.yAt(p.Y+*p.Half)
			add(figureMark{points: between(x-capWidth, low, x+capWidth, low), class: "line", ink: ink},
				figureMark{points: between(x-capWidth, high, x+capWidth, high), class: "line", ink: ink},
				figureMark{points: between(x, low, x, high), class: "line", ink: ink})
		}
		class := "fill"
		if d.Kind == Cloud || d.Kind == Strips {
			class += " faint"
		}
		if p.Doubt {
			class += " hollow"
		}
		add(figureMark{kind: dotMark, points: at(x, y), class: class, ink: ink, text: over(p)})
	}
}

func over(p FigurePoint) string {
	if len(p.About) == 0 {
		return ""
	}
	return strings.Join(append([]string{p.Name}, p.About...), "\n")
}

func (d figureDrawing) stack(series int, add func(...figureMark)) {
	below := make([]float64, len(d.Stages))
	for _, s := range d.Series[:series] {
		for _, p := range s.Points {
			below[p.Stage] += p.Y
		}
	}
	wide := d.slotWidth() * stackWide
	for _, p := range d.Series[series].Points {
		top, base := d.yAt(below[p.Stage]+p.Y), d.yAt(below[p.Stage])
		add(figureMark{kind: areaMark, points: boxOf(d.stageAt(p.Stage)-wide/2, top, wide, base-top), class: "fill",
			ink: d.ink(series)})
	}
}

func (d figureDrawing) bars(series int, add func(...figureMark)) {
	for _, p := range d.Series[series].Points {
		middle, high := d.rowAt(p.Stage), rowHeight*stackWide
		add(figureMark{kind: areaMark, points: boxOf(d.left, middle-high/2, math.Max(1, d.xAt(p.X)-d.left), high),
			class: "fill", ink: d.ink(series)},
			figureMark{kind: textMark, points: at(math.Max(d.left+1, d.xAt(p.X))+6, middle+textLower), text: p.Label})
	}
}

func (m figureMark) path() string {
	var path strings.Builder
	for i, p := range m.points {
		step := "L"
		if i == 0 {
			step = "M"
		}
		path.WriteString(step + Coordinate(p.X) + " " + Coordinate(p.Y))
	}
	if m.kind == areaMark {
		path.WriteString("z")
	}
	return path.String()
}

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
		GradeInk(1): {filePaper, fileAccent}, GradeInk(2): {fileHalf, fileAccent},
		GradeInk(3): {fileAccent, fileAccent}, "series-1": {fileInk, filePaper},
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
		c.Text(drawing.Point{X: x + legendSwatch + 6, Y: y}, drawing.TextSize, drawing.Begins, fileInk,
			f.Series[i].Name)
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
