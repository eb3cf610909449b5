package draft

import (
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/fields"
	"green500/validation/power"
)

// PlacedMeter is a meter as the drawing of the power path shows it.
type PlacedMeter struct {
	Name     string
	Location power.Location
	Loss     float64  // supplied over measured power; 0 if none is stated
	Sees     []string // the parts of the machine that its readings cover
}

func (m PlacedMeter) sentence() string {
	return templates.Either(len(m.Sees) == 0, m.label(), m.label()+" (sees "+strings.Join(m.Sees, ", ")+")")
}

func (m PlacedMeter) label() string {
	return templates.Either(m.Loss == 0, m.Name, m.Name+" × "+strconv.FormatFloat(m.Loss, 'f', -1, 64))
}

type powerPath struct {
	Meters []PlacedMeter
	None   string // what is said of a point if there is no meter
}

func (p powerPath) at(location power.Location) []string { return p.told(location, PlacedMeter.label) }

func (p powerPath) sentences(location power.Location) []string {
	return p.told(location, PlacedMeter.sentence)
}

func (p powerPath) told(location power.Location, words func(PlacedMeter) string) []string {
	var all []string
	for _, meter := range p.Meters {
		if meter.Location == location {
			all = append(all, words(meter))
		}
	}
	return all
}

func (p powerPath) nowhere() []string { return p.sentences("") }

func (p FormPage) powerPath() powerPath {
	path := powerPath{None: "No meter in this document."}
	for n := range fields.Count("meters", p.Values) {
		meter := PlacedMeter{Name: p.Values[fields.ItemPath("meters[].id", n)],
			Location: power.Location(p.Values[fields.ItemPath("meters[].location", n)])}
		if meter.Name == "" {
			meter.Name = "meter " + strconv.Itoa(n+1)
		}
		if factor, err := strconv.ParseFloat(strings.TrimSpace(p.Values[fields.ItemPath("meters[].loss.factor", n)]),
			64); err == nil {
			meter.Loss = factor
		}
		meter.Sees = p.seenBy(p.Values[fields.ItemPath("meters[].id", n)])
		path.Meters = append(path.Meters, meter)
	}
	return path
}

func (p FormPage) seenBy(meter string) []string {
	var seen []string
	for n := range fields.Count("series", p.Values) {
		if subsystem := p.Values[fields.ItemPath("series[].covers.subsystem", n)]; subsystem != "" &&
			p.Values[fields.ItemPath("series[].meter", n)] == meter {
			seen = append(seen, templates.Words(subsystem))
			for k := range fields.Count("subsystems", p.Values) {
				if p.Values[fields.ItemPath("subsystems[].measured_with", k)] == subsystem {
					seen = append(seen, templates.Words(p.Values[fields.ItemPath("subsystems[].name", k)]))
				}
			}
		}
	}
	return distinct(seen)
}

// The drawing of the points, in its own units. It is upright and narrow, so that its text can be read on a phone.
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

func powerBoxes() []string {
	return []string{"Mains", "Transformer, UPS", "PDU", "Power supply", "Nodes, switches"}
}

func boxTop(n int) int  { return pointsTop + n*(pointsBox+pointsGap) }
func pointAt(n int) int { return boxTop(n) + pointsBox + pointsGap/2 }

// systemTop is where the border of the system lies: power is delivered just outside.
func systemTop() int    { return boxTop(2) - 2*pointsTop }
func pointsHeight() int { return boxTop(len(powerBoxes())-1) + pointsBox + 2*pointsTop }

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
