package draft

import (
	"strconv"
	"strings"
)

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
func boxTop(n int) int { return pointsTop + n*(pointsBox+pointsGap) }

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
