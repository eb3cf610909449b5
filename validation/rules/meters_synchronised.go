package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var metersSynchronised = Rule{
	ID:      "meters-synchronised",
	Title:   "Aggregation and synchronisation of meters are described",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Devices,
	Field:   "run.clock.synchronised_by",
	Before: "Synchronise the clocks of all meters and of the node that prints the output with NTP, " +
		"and note how readings of several meters are combined.",
	Requires: "If several devices are used, how their readings are aggregated and how their clocks are synchronised " +
		"must be described.",
	Severity: Must,
	Remedy: "Say how readings were combined (meters: aggregation) and how clocks were synchronised (run: clock: " +
		"synchronised_by).",
	How: "If more than one instrument was read, the document must say how their readings were combined (meters: " +
		"aggregation) and how the clocks were " +
		"kept together (run: clock: synchronised_by). " +
		"Instruments are those that the files show, or more if the document says that a series already adds up " +
		"several. A text that is no description, such as a dash or \"not at all\", counts as none. " +
		"Editions name no level for this, so it holds at every level.",
	Check: func(c Case) Result {
		instruments := c.instrumentCount()
		if instruments == 1 {
			return notApplicable("There is one instrument.")
		}
		const asked = "aggregation and synchronisation"
		aggregated := c.meters(func(m *power.Meter) Result {
			if describesNothing(m.Aggregation) {
				return failed("The document does not say how the readings of meter %s were combined.", m.ID).
					seen("not described", asked).
					needs("Say how the readings of meter %s were combined", m.ID)
			}
			return passed("Readings were combined as follows: %s.", m.Aggregation).seen("described", asked)
		})
		if describesNothing(c.Entry.Run.Clock.SynchronisedBy) {
			return failed("The document does not say how the clocks of %d instruments were synchronised.", instruments).
				seen("not described", asked).
				needs("Say how the clocks of the %d instruments were synchronised", instruments).
				lacks(aggregated.Needs...)
		}
		return aggregated
	},
}

// instrumentCount is how many instruments all meters of the document are.
func (c Case) instrumentCount() int {
	count := 0
	for i := range c.Entry.Meters {
		count += c.Devices(&c.Entry.Meters[i])
	}
	return count
}
