package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

// meterCountAgrees: a count that the readings do not show would share a limit of accuracy among meters that are not
// there, and instruments beyond it may be of another meter.
var meterCountAgrees = Rule{
	ID:       "meter-count-agrees",
	Title:    "The count of a meter agrees with the instruments of its series",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Accuracy,
	Field:    "meters[].count",
	Requires: "Several meters may share the accuracy limit only if each of them has readings.",
	Since:    methodology.V20,
	Remedy:   "Correct the number of meters (meters: count), or add the readings of those that are missing.",
	How: "Only if a meter states a count and its series show more than one instrument. Each counted meter has one " +
		"instrument, or all have equally many channels: the count has to divide the number of instruments. " +
		"Readings that were combined to one instrument before do not show a difference.",
	Check: func(c Case) Result { return c.meters(func(m *power.Meter) Result { return c.countResult(m) }) },
}

func (c Case) countResult(m *power.Meter) Result {
	instruments := 0
	for _, part := range c.Parts {
		if part.Meter == m {
			instruments += len(part.Traces)
		}
	}
	if m.Count <= 0 || instruments == 1 {
		return notApplicable("Meter %s states no count that its series could show.", m.ID)
	}
	seen, asked := counted(instruments, "instrument"), counted(m.Count, "meter")
	if instruments >= m.Count && instruments%m.Count == 0 {
		return passed("The series of meter %s show %s for a count of %d.", m.ID, counted(instruments, "instrument"),
			m.Count).seen(seen, asked)
	}
	return failed("Meter %s has a count of %d, and its series show %s.", m.ID, m.Count,
		counted(instruments, "instrument")).seen(seen, asked).
		needs("State the number of meters %s, or add the readings that are missing: %s", m.ID,
			fmt.Sprintf("%d counted, %d shown", m.Count, instruments))
}
