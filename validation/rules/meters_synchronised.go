package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// metersSynchronised: sums over several meters need one clock and a described way of summing.
var metersSynchronised = Rule{
	ID:       "meters-synchronised",
	Title:    "Aggregation and synchronisation of meters are described",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Devices,
	Levels:   []power.Level{2, 3},
	Severity: Must,
	Remedy:   "Say how readings were combined (meters: aggregation) and how clocks were synchronised (run: clock: synchronised_by).",
	How: "If more than one instrument was read, the document must say how their readings were combined (meters: aggregation) and how the clocks were " +
		"synchronised (run: clock: synchronised_by). Instruments are those in the files, or more if the document says that a series already adds up " +
		"several.",
	Check: func(c Case) Result {
		instruments := 0
		for i := range c.Entry.Meters {
			instruments += c.Devices(&c.Entry.Meters[i])
		}
		if instruments == 1 {
			return notApplicable("There is one instrument.")
		}
		const asked = "aggregation and synchronisation"
		aggregated := c.meters(func(m *power.Meter) Result {
			if m.Aggregation == "" {
				return failed("The document does not say how the readings of meter %s were combined.", m.ID).seen("not described", asked).
					needs("Say how the readings of meter %s were combined", m.ID)
			}
			return passed("Readings were combined as follows: %s.", m.Aggregation).seen("described", asked)
		})
		if c.Entry.Run.Clock.SynchronisedBy == "" {
			return failed("The document does not say how the clocks of %d instruments were synchronised.", instruments).seen("not described", asked).
				needs("Say how the clocks of the %d instruments were synchronised", instruments).lacks(aggregated.Needs...)
		}
		return aggregated
	},
}
