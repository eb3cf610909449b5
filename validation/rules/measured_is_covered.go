package rules

import (
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

var measuredIsCovered = Rule{
	ID:       "measured-is-covered",
	Title:    "Every measured subsystem has readings",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "series[].covers.subsystem",
	After:    "Name the file and the column of the readings of everything that was measured.",
	Requires: "Every measured subsystem needs readings. Do not subtract measured power afterwards.",
	Severity: Must,
	Remedy: "Name the series that covers the subsystem (series: covers), " +
		"or list it as part of another that is measured with it.",
	How: "Each measured subsystem needs a series that covers it, or the subsystem that it is measured with " +
		"(subsystems: measured_with, or in words in basis); each set of nodes needs one if there are " +
		"several. A subsystem that a series covers must be listed as measured. " +
		"Measured power is never subtracted afterwards.",
	Check: func(c Case) Result {
		for _, sub := range c.Entry.Subsystems {
			switch covers := c.Covers(sub.Name); {
			case sub.Treatment == power.Measured && !covers && sub.Name != power.Cooling && !saysBehindWhat(sub):
				// cooling inside the racks has no feed of its own
				return failed("%s is listed as measured, but no series covers it.", sub.Name).
					seen(sub.Name+": no series", "a series").
					needs("Name the series that covers %s", named(sub.Name))
			case sub.Treatment != power.Measured && covers:
				return failed("%s is listed as %s, but a series covers it. Measured power must stay in the sum.",
					sub.Name, treatment(sub)).seen(sub.Name+": a series", "no series").
					needs("List %s as measured: its series stays in the sum", named(sub.Name))
			}
		}
		for _, set := range c.Entry.NodeSets {
			covers := func(p power.Part) bool {
				return p.Series.Covers == power.Covers{Subsystem: power.Compute, NodeSet: set.Name}
			}
			if len(c.Entry.NodeSets) > 1 && !slices.ContainsFunc(c.Parts, covers) {
				return failed("Node set %s has no series: its power is missing from the sum.", set.Name).
					seen(set.Name+": no series", "a series").
					needs("Name the series that covers node set %s", set.Name)
			}
		}
		return passed("Every measured subsystem has readings.").seen("covered", "covered")
	},
}

func saysBehindWhat(sub power.Subsystem) bool {
	return sub.MeasuredWith != "" ||
		len(strings.Fields(sub.Basis)) >= wordsOfDescription && !describesNothing(sub.Basis)
}
