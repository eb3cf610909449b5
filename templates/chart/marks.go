package chart

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"green500/validation/power"
)

// markEnd is an end of a mark.
type markEnd struct {
	Name  string      `json:"name,omitempty"`
	XAxis int64       `json:"xAxis"`
	Y     int         `json:"y,omitempty"` // of a bar: how far below the top of the drawing it lies
	Label *opts.Label `json:"label,omitempty"`
}

// mark makes an overlay a series without data, which the script knows by its id: it colours and switches it. Bands lie behind
// the curve, bars are level lines over the plot; the first bar of a fault has its number at its left end.
func (c Chart) mark(o overlay) charts.SingleSeries {
	places := bandPlaces
	switch {
	case !o.Kind.band():
		places = barPlaces
	case o.Kind == legalBand: // within another band
		places = innerPlaces
	}
	var marks []any
	for i, s := range o.Spans {
		from, to := markEnd{Name: o.Name, XAxis: c.millis(s.Start.Time), Label: &opts.Label{Position: c.namePlace(s, places)}}, markEnd{XAxis: c.millis(s.End.Time)}
		if !o.Kind.band() {
			from.Y, to.Y = o.lane+c.extra(), o.lane+c.extra()
		}
		if o.number > 0 {
			from.Name, from.Label.Position = "", "start"
			if i == 0 {
				from.Name = Circled(o.number)
			}
		}
		marks = append(marks, [2]markEnd{from, to})
	}
	series := charts.SingleSeries{Id: o.ID, Type: "line"}
	if o.Kind.band() {
		series.MarkAreas = &opts.MarkAreas{Data: marks}
	} else {
		series.MarkLines = &opts.MarkLines{Data: marks}
	}
	return series
}

// Where bands and bars are named, as the library calls it: near the left edge of the drawing, in
// between, and near the right edge, where a name longer than its span would be cut off.
var (
	bandPlaces  = [3]string{"insideTopLeft", "insideTop", "insideTopRight"}
	innerPlaces = [3]string{"insideBottomLeft", "insideBottom", "insideBottomRight"}
	barPlaces   = [3]string{"insideStartTop", "insideMiddleTop", "insideEndTop"}
)

func (c Chart) namePlace(s power.Span, places [3]string) string {
	middle := s.Start.Add(s.Duration() / 2)
	switch part := float64(middle.Sub(c.Whole.Start.Time)) / float64(c.Whole.Duration()); {
	case part < nearEdge:
		return places[0]
	case part > 1-nearEdge:
		return places[2]
	}
	return places[1]
}

// nearEdge is the part of the drawing at either side in which names are set flush with their band.
const nearEdge = 0.08

// laneHeight is where the spans of the n-th marked finding lie; from some point on they share a lane.
func laneHeight(n int) int { return findingLane + min(n, findingLanes-1)*laneStep }
