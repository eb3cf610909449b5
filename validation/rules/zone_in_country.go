package rules

import (
	"fmt"
	"time"

	"green500/validation/methodology"
)

var zoneInCountry = Rule{
	ID:       "zone-in-country",
	Title:    "The time zone of the run is used in the country of the site",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.timezone",
	Requires: "The core phase is the time used for the performance figure, so its clock must be known.",
	Remedy:   "Check run: timezone (the zone of the node that printed the output) and site: country.",
	How: "If the output prints times without a zone, the offset of run: " +
		"timezone at the start of the core phase is searched among those of the zones of the site's country, " +
		"by the table of the IANA time zone database. UTC is right everywhere.",
	Check: func(c Case) Result {
		zone, err := time.LoadLocation(c.Entry.Run.Timezone)
		if !c.CoreProven || c.Entry.Run.Timezone == "" || err != nil {
			return notApplicable("No times are read in run: timezone.")
		}
		names := methodology.ZonesOf(c.Entry.Site.Country)
		if len(names) == 0 {
			return notApplicable("The zones of the country are not known here.")
		}
		at := c.Core.Start.Time
		_, offset := at.In(zone).Zone()
		observed := fmt.Sprintf("%s, %s", zone, at.In(zone).Format("-07:00"))
		if offset == 0 && methodology.Universal(zone.String()) {
			return passed("The times are in universal time.").seen(observed, "a zone of the country")
		}
		for _, name := range names {
			if there, err := time.LoadLocation(name); err == nil {
				if _, own := at.In(there).Zone(); own == offset {
					return passed("%s is a time of %s.", zone, c.Entry.Site.Country).
						seen(observed, "a zone of the country")
				}
			}
		}
		return failed("Times of the output are read in %s (%s), which is no time of %s, where the site is.", zone,
			at.In(zone).Format("-07:00"), c.Entry.Site.Country).
			seen(observed, "a zone of the country").at(c.Core)
	},
}
