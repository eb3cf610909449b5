package drawing

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

type bitmap struct {
	image  *image.RGBA
	raster *vector.Rasterizer
	font   *opentype.Font
	faces  map[int]font.Face
}

func newBitmap(width, height int) (*bitmap, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	return &bitmap{image.NewRGBA(image.Rect(0, 0, width, height)), vector.NewRasterizer(width, height), parsed,
		map[int]font.Face{}}, nil
}

func (b *bitmap) draw(s shape) error {
	switch s.kind {
	case words:
		return b.write(s)
	case disc:
		b.fill(s.edge, ring(s.points[0], s.width))
		b.fill(s.fill, ring(s.points[0], s.width-discEdge*s.width))
	case area:
		b.fill(s.fill, s.points)
	case strokes:
		for _, piece := range dashed(s.points, s.dash) {
			// each by itself: pieces that go round in other directions cancel out
			b.fill(s.fill, bar(piece[0], piece[1], s.width/2))
		}
	default:
		b.fill(s.fill, steps(s.points, s.width)...)
	}
	return nil
}

func (b *bitmap) fill(colour string, polygons ...[]Point) {
	within := bounds(polygons).Intersect(b.image.Bounds())
	if within.Empty() {
		return
	}
	b.raster.Reset(within.Dx(), within.Dy())
	for _, points := range polygons {
		b.polygon(points, within.Min)
	}
	b.raster.Draw(b.image, within, image.NewUniform(rgb(colour)), image.Point{})
}

func bounds(polygons [][]Point) image.Rectangle {
	var all image.Rectangle
	for _, points := range polygons {
		for _, p := range points {
			x, y := int(math.Floor(p.X)), int(math.Floor(p.Y))
			all = all.Union(image.Rect(x-1, y-1, x+2, y+2))
		}
	}
	return all
}

// discEdge is the width of the edge of a disc, as a part of its radius.
const discEdge = 0.3

func ring(at Point, radius float64) []Point {
	const corners = 24
	points := make([]Point, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = Point{at.X + radius*cos, at.Y + radius*sin}
	}
	return points
}

func bar(p, q Point, half float64) []Point {
	dx, dy := q.X-p.X, q.Y-p.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return ring(p, half)
	}
	dx, dy = dx/length*half, dy/length*half
	return []Point{{p.X - dx - dy, p.Y - dy + dx}, {q.X + dx - dy, q.Y + dy + dx}, {q.X + dx + dy, q.Y + dy - dx},
		{p.X - dx + dy, p.Y - dy - dx}}
}

func dashed(points []Point, dash float64) [][2]Point {
	var pieces [][2]Point
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		length := math.Hypot(q.X-p.X, q.Y-p.Y)
		if dash <= 0 || length <= dash {
			pieces = append(pieces, [2]Point{p, q})
			continue
		}
		at := func(along float64) Point { return Point{p.X + (q.X-p.X)*along/length, p.Y + (q.Y-p.Y)*along/length} }
		for from := 0.0; from < length; from += 2 * dash {
			pieces = append(pieces, [2]Point{at(from), at(min(length, from+dash))})
		}
	}
	return pieces
}

func (b *bitmap) polygon(points []Point, corner image.Point) {
	for i, p := range points {
		x, y := float32(p.X-float64(corner.X)), float32(p.Y-float64(corner.Y))
		if i == 0 {
			b.raster.MoveTo(x, y)
		} else {
			b.raster.LineTo(x, y)
		}
	}
	b.raster.ClosePath()
}

// steps are the pieces of a line. All go round the same way, so that shared parts are filled once.
func steps(points []Point, width float64) [][]Point {
	var pieces [][]Point
	half := width / 2
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		left, right := math.Min(p.X, q.X)-half, math.Max(p.X, q.X)+half
		above, below := math.Min(p.Y, q.Y)-half, math.Max(p.Y, q.Y)+half
		if len(points) == 2 { // a line of the axes lies on whole pixels
			left, right, above, below = math.Round(left), math.Round(right), math.Round(above), math.Round(below)
		}
		pieces = append(pieces, []Point{{left, above}, {right, above}, {right, below}, {left, below}})
	}
	return pieces
}

func (b *bitmap) write(s shape) error {
	face, err := b.face(s.size)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: b.image, Src: image.NewUniform(rgb(s.fill)), Face: face}
	text := strings.ToValidUTF8(s.text, "�")
	x := s.points[0].X
	switch length := float64(d.MeasureString(text)) / 64; s.anchor { // in 64ths of a pixel
	case Centred:
		x -= length / 2
	case Ends:
		x -= length
	}
	d.Dot = fixed.P(int(math.Round(x)), int(math.Round(s.points[0].Y)))
	d.DrawString(text)
	return nil
}

func (b *bitmap) face(size int) (font.Face, error) {
	if face, made := b.faces[size]; made {
		return face, nil
	}
	const pixels = 72 // dots an inch: a point is a pixel then
	face, err := opentype.NewFace(b.font,
		&opentype.FaceOptions{Size: float64(size), DPI: pixels, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	b.faces[size] = face
	return face, nil
}

func rgb(text string) color.Color {
	n, _ := strconv.ParseUint(text[1:], 16, 32) // all of them are constants above
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}
