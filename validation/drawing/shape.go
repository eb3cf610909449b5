package drawing

// point is a place in the picture, in pixels from its upper left corner.
type point struct{ x, y float64 }

type kind int

const (
	area  kind = iota // filled polygon
	lines             // stroked steps: every piece is horizontal or vertical
	words
	strokes // straight pieces in any direction
	disc    // a filled circle with an edge
)

type anchor string

// How a text lies to its point.
const (
	begins  anchor = "start"
	centred anchor = "middle"
	ends    anchor = "end"
)

// shape is one thing that is drawn.
type shape struct {
	kind   kind
	points []point
	fill   string
	edge   string  // colour of the edge of a disc
	width  float64 // of lines; radius of a disc
	dash   float64 // length of the dashes of strokes; 0 for none
	text   string
	size   int
	anchor anchor
}

func (l *layout) rect(x, y, width, height float64, fill string) {
	l.shapes = append(l.shapes, shape{kind: area, fill: fill, points: []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}})
}

func (l *layout) line(x1, y1, x2, y2 float64, fill string) {
	l.shapes = append(l.shapes, shape{kind: lines, fill: fill, width: 1, points: []point{{x1, y1}, {x2, y2}}})
}

func (l *layout) text(x, y float64, size int, to anchor, fill, text string) {
	if text != "" {
		l.shapes = append(l.shapes, shape{kind: words, fill: fill, size: size, anchor: to, text: text, points: []point{{x, y}}})
	}
}
