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

// sentence is the label of the meter with what it sees.
func (m PlacedMeter) sentence() string {
	if len(m.Sees) == 0 {
		return m.label()
	}
	return m.label() + " (sees " + strings.Join(m.Sees, ", ") + ")"
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
func (p powerPath) at(location power.Location) []string { return p.told(location, PlacedMeter.label) }

// sentences are the meters at a point with what they see.
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

// nowhere are the meters whose place is not stated.
func (p powerPath) nowhere() []string { return p.sentences("") }

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
		meter.Sees = p.seenBy(p.Values[fields.ItemPath("meters[].id", n)])
		path.Meters = append(path.Meters, meter)
	}
	return path
}

// seenBy are the parts of the machine that the series of a meter cover, and those that are measured with them.
func (p FormPage) seenBy(meter string) []string {
	var seen []string
	for n := range fields.Count("series", p.Values) {
		if subsystem := p.Values[fields.ItemPath("series[].covers.subsystem", n)]; subsystem != "" && p.Values[fields.ItemPath("series[].meter", n)] == meter {
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
