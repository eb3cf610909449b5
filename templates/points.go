package templates

import (
	"strconv"
	"strings"

	"green500/validation/power"
)

// measuringPoint is a place in the path of power where a meter may sit.
type measuringPoint struct {
	Location power.Location
	Letter   string
	Word     string // in the drawing
	Title    string
	Means    string
}

// measuringPoints are the points from the mains to the chips (2.0, section 3.7.1).
func measuringPoints() []measuringPoint {
	return []measuringPoint{
		{power.Upstream, "A", "upstream", "A: upstream of the system", "Before the power is delivered to the system: at the transformer, switchboard or feeder of the building."},
		{power.Delivery, "B", "at delivery", "B: at delivery to the system", "At the sockets or busbars that feed the racks."},
		{power.Equivalent, "C", "inside, equivalent", "C: inside, equivalent to B", "Nothing has changed the power yet, so it is electrically equivalent: anywhere in a passive PDU, or at the input of a power supply."},
		{power.Downstream, "–", "downstream: loss to add", "downstream of a power supply", "Behind something that converts power and loses some of it, such as a sensor of a board or chip. The loss has to be added."},
	}
}

func pointOptions() []Option {
	var made []Option
	for _, point := range measuringPoints() {
		made = append(made, Option{Value: string(point.Location), Label: point.Title})
	}
	return made
}

// The drawing of the points, in its own units. It is upright and narrow, so that its text can be
// read on a phone.
const (
	pointsWidth   = 340
	pointsTop     = 4
	pointsBox     = 32 // height of a box
	pointsGap     = 58 // between boxes: room for a point and two lines
	pointsWide    = 124
	pointsAxis    = 74 // where the line of power runs
	pointsText    = 100
	pointsLetters = 28 // letters of meters that fit beside a point
)

// powerBoxes are what the power passes, with a point of measurement between each and the next. The
// system begins at the second point.
func powerBoxes() []string {
	return []string{"Mains", "Transformer, UPS", "PDU", "Power supply", "Nodes, switches"}
}

// boxTop is where the n-th box begins, and pointAt where the point after it lies.
func boxTop(n int) int  { return pointsTop + n*(pointsBox+pointsGap) }
func pointAt(n int) int { return boxTop(n) + pointsBox + pointsGap/2 }

// systemTop is where the border of the system lies: power is delivered just outside.
func systemTop() int { return boxTop(2) - 2*pointsTop }

// pointsHeight is the height of the drawing.
func pointsHeight() int { return boxTop(len(powerBoxes())-1) + pointsBox + 2*pointsTop }

// inDrawing are the names of meters as far as the drawing has room for them.
func inDrawing(names []string) string {
	all := strings.Join(names, ", ")
	letters := []rune(all)
	switch {
	case len(letters) <= pointsLetters:
		return all
	case len(names) > 1:
		return strconv.Itoa(len(names)) + " meters"
	}
	return string(letters[:pointsLetters-1]) + "…"
}
