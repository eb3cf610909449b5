package draft

import (
	"strconv"
	"strings"

	"green500/templates/fields"
	"green500/validation/power"
)

// PlacedMeter is a meter as the drawing of the power path shows it.
type PlacedMeter struct {
	Name     string
	Location power.Location
	Loss     float64 // supplied over measured power; 0 if none is stated
}

// label is the name of the meter, with the factor of the loss where it has one.
func (m PlacedMeter) label() string {
	if m.Loss == 0 {
		return m.Name
	}
	return m.Name + " × " + strconv.FormatFloat(m.Loss, 'f', -1, 64)
}

// powerPath is a drawing of the power path with some meters in it.
type powerPath struct {
	Meters []PlacedMeter
	None   string // what is said of a point where there is no meter
}

// at are the meters at a point.
func (p powerPath) at(location power.Location) []string {
	var labels []string
	for _, meter := range p.Meters {
		if meter.Location == location {
			labels = append(labels, meter.label())
		}
	}
	return labels
}

// nowhere are the meters whose place is not stated.
func (p powerPath) nowhere() []string { return p.at("") }

// powerPath draws the meters of the document.
func (p FormPage) powerPath() powerPath {
	path := powerPath{None: "No meter in this document."}
	for n := range fields.Count("meters", p.Values) {
		meter := PlacedMeter{Name: p.Values[fields.ItemPath("meters[].id", n)], Location: power.Location(p.Values[fields.ItemPath("meters[].location", n)])}
		if meter.Name == "" {
			meter.Name = "meter " + strconv.Itoa(n+1)
		}
		if factor, err := strconv.ParseFloat(strings.TrimSpace(p.Values[fields.ItemPath("meters[].loss.factor", n)]), 64); err == nil {
			meter.Loss = factor
		}
		path.Meters = append(path.Meters, meter)
	}
	return path
}
