package rules

import "green500/validation/methodology"

var synchronisationConfirmed = Rule{
	ID:       "synchronisation-confirmed",
	Title:    "The words on synchronisation name a common time",
	Aspect:   methodology.MeterAccuracy,
	Section:  methodology.Devices,
	Field:    "run.clock.synchronised_by",
	Requires: "If several devices are used, it must be described how their clocks are synchronised.",
	Remedy: "Name what keeps the clocks together, such as NTP, PTP, GPS or one logger that stamps all readings " +
		"(run: clock: synchronised_by).",
	How: "If several instruments were read and synchronisation is described, " +
		"the description must name a common time, " +
		"such as NTP, PTP, GPS, or one machine that stamps all readings, and not say otherwise before it. " +
		"A reviewer confirms other words.",
	Check: func(c Case) Result {
		const asked = "a common time"
		text := c.Entry.Run.Clock.SynchronisedBy
		switch {
		case len(c.Entry.Meters) > 0 && c.instrumentCount() == 1:
			return notApplicable("There is one instrument.")
		case describesNothing(text):
			return notApplicable("How the clocks are synchronised is not described.")
		case firstOf(text, wordsOfOwnTime, wordsOfOneTime):
			return failed("The clocks seem to have no common time: %s.", text).seen(text, asked)
		case !wordsOfOneTime.MatchString(text):
			return unknown("Whether the clocks have a common time cannot be read from the words: %s.", text).
				seen(text, asked)
		}
		return passed("The clocks are synchronised by %s.", text).seen(text, asked)
	},
}
