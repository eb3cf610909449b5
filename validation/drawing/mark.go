package drawing

import "green500/validation/power"

// Mark is a kind of stretch that is marked in a picture beside core phase and full run.
type Mark struct {
	Name  string
	Spans []power.Span
	Over  bool // bars above the plot; else bands behind the curve
}

// What marks look like.
const (
	markBand   = "#ece9dd"
	markBar    = "#a3221b"
	barHeight  = 3
	barsBottom = top - 22 // of the lowest bar, above the names
	leastWide  = 1        // pixels, so that an instant is seen
)

// bands draws what lies behind the curve, each named where it has the room.
func (l *layout) bands() {
	for _, mark := range l.Marks {
		if mark.Over {
			continue
		}
		for _, part := range l.visible(mark.Spans) {
			l.rect(part.from, top, part.width, l.plotHeight(), markBand)
			l.text(part.from+part.width/2, top+labelSize+2, labelSize, Centred, muted, mark.Name)
		}
	}
}

// bars draws what lies above the plot, a lane for each kind until the lanes run out.
func (l *layout) bars() {
	const lanes = 3
	lane := 0
	for _, mark := range l.Marks {
		if !mark.Over {
			continue
		}
		for _, part := range l.visible(mark.Spans) {
			l.rect(part.from, float64(barsBottom+lane*(barHeight+1)), part.width, barHeight, markBar)
		}
		lane = min(lane+1, lanes-1)
	}
}

// stripe is a span across the picture, in pixels.
type stripe struct{ from, width float64 }

// visible are the parts of spans that lie in the picture.
func (l *layout) visible(spans []power.Span) []stripe {
	var found []stripe
	for _, span := range spans {
		if shared, ok := span.Intersect(power.NewSpan(l.Start, l.end)); ok {
			from := l.x(shared.Start.Time)
			found = append(found, stripe{from, max(leastWide, l.x(shared.End.Time)-from)})
		}
	}
	return found
}
