package fields

import (
	"green500/templates"
	"green500/validation/power"
)

// MeasuringPoint is a place in the path of power where a meter may sit.
type MeasuringPoint struct {
	Location power.Location
	Letter   string
	Word     string // in the drawing
	Title    string
	Means    string
}

// MeasuringPoints are the points from the mains to the chips (2.0, section 3.7).
func MeasuringPoints() []MeasuringPoint {
	return []MeasuringPoint{
		{power.Upstream, "A", "upstream", "A: upstream of the system", "Before the power is delivered to the system: at the transformer, switchboard or feeder of the building."},
		{power.Delivery, "B", "at delivery", "B: at delivery to the system", "At the sockets or busbars that feed the racks."},
		{power.Equivalent, "C", "inside, equivalent", "C: inside, equivalent to B", "The power is not converted yet, so the point is electrically equivalent: anywhere in a passive PDU, or at the input of a power supply."},
		{power.Downstream, "–", "downstream: loss to add", "downstream of a power supply", "Behind a converter that loses power, such as a sensor of a board or chip. The loss has to be added."},
	}
}

func pointOptions() []templates.Option {
	var made []templates.Option
	for _, point := range MeasuringPoints() {
		made = append(made, templates.Option{Value: string(point.Location), Label: point.Title})
	}
	return made
}
