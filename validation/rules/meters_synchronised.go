package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// metersSynchronised: sums over several meters need one clock and a described way of summing.
var metersSynchronised = Rule{
	ID:       "meters-synchronised",
	Title:    "Aggregation and synchronisation of several meters are described",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Devices,
	Levels:   []power.Level{2, 3},
	Severity: Must,
	Remedy:   "Say how readings were put together (meters: aggregation) and how clocks were kept together (run: clock: synchronised_by).",
	How: "Where more than one instrument was read, the document has to say how their readings were put together (meters: aggregation) and how the clocks were " +
		"kept together (run: clock: synchronised_by). Instruments are those that the files show, or more where the document says that a series already adds up " +
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
				return failed("How the readings of meter %s were put together is not described.", m.ID).seen("not described", asked).
					needs("Say how the readings of meter %s were put together", m.ID)
			}
			return passed("Readings were put together thus: %s.", m.Aggregation).seen("described", asked)
		})
		if c.Entry.Run.Clock.SynchronisedBy == "" {
			return failed("How the clocks of %d instruments were kept together is not described.", instruments).seen("not described", asked).
				needs("Say how the clocks of the %d instruments were kept together", instruments).lacks(aggregated.Needs...)
		}
		return aggregated
	},
}
