package drawing

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes a picture as PNG.
func PNG(out io.Writer, p *Picture) error {
	b, err := newBitmap(p.Width, p.Height)
	if err != nil {
		return err
	}
	for _, s := range p.drawn() {
		if err := b.draw(s); err != nil {
			return err
		}
	}
	return png.Encode(out, b.image)
}

// bitmap draws shapes as pixels.
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
	return &bitmap{image.NewRGBA(image.Rect(0, 0, width, height)), vector.NewRasterizer(width, height), parsed, map[int]font.Face{}}, nil
}

func (b *bitmap) draw(s shape) error {
	if s.kind == words {
		return b.write(s)
	}
	b.raster.Reset(b.image.Rect.Dx(), b.image.Rect.Dy())
	if s.kind == area {
		b.polygon(s.points)
	} else {
		b.steps(s.points, s.width)
	}
	b.raster.Draw(b.image, b.image.Bounds(), image.NewUniform(rgb(s.fill)), image.Point{})
	return nil
}

func (b *bitmap) polygon(points []point) {
	for i, p := range points {
		if i == 0 {
			b.raster.MoveTo(float32(p.x), float32(p.y))
		} else {
			b.raster.LineTo(float32(p.x), float32(p.y))
		}
	}
	b.raster.ClosePath()
}

// steps draws every piece as a rectangle. All go round the same way, so that the parts they share are
// filled once; half a width more at the ends closes the corners.
func (b *bitmap) steps(points []point, width float64) {
	half := width / 2
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		left, right := math.Min(p.x, q.x)-half, math.Max(p.x, q.x)+half
		above, below := math.Min(p.y, q.y)-half, math.Max(p.y, q.y)+half
		if len(points) == 2 { // a line of the axes lies on whole pixels
			left, right, above, below = math.Round(left), math.Round(right), math.Round(above), math.Round(below)
		}
		b.polygon([]point{{left, above}, {right, above}, {right, below}, {left, below}})
	}
}

func (b *bitmap) write(s shape) error {
	face, err := b.face(s.size)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: b.image, Src: image.NewUniform(rgb(s.fill)), Face: face}
	text := strings.ToValidUTF8(s.text, "�")
	x := s.points[0].x
	switch length := float64(d.MeasureString(text)) / 64; s.anchor { // in 64ths of a pixel
	case centred:
		x -= length / 2
	case ends:
		x -= length
	}
	d.Dot = fixed.P(int(math.Round(x)), int(math.Round(s.points[0].y)))
	d.DrawString(text)
	return nil
}

func (b *bitmap) face(size int) (font.Face, error) {
	if face, made := b.faces[size]; made {
		return face, nil
	}
	const pixels = 72 // dots an inch: a point is a pixel then
	face, err := opentype.NewFace(b.font, &opentype.FaceOptions{Size: float64(size), DPI: pixels, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	b.faces[size] = face
	return face, nil
}

// rgb reads a colour of ours, as #00663a.
func rgb(text string) color.Color {
	n, _ := strconv.ParseUint(text[1:], 16, 32) // all of them are constants above
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}
