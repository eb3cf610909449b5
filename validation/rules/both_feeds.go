package rules

import (
	"regexp"
	"strings"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var bothFeeds = Rule{
	ID:       "both-feeds",
	Title:    "The names of the instruments name no feed without the others",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "series[].file",
	Requires: "A measured node is measured with all its power supplies.",
	Remedy: "Add the other feeds of the same parts, or state in the aggregation of the meter " +
		"why there is no other.",
	How: "The names of the instruments of each part are searched for a feed or power supply at their end, such as " +
		"-psuA, feed 1 or _inletB. If all name the same one, the others seem to be missing.",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		const asked = "all feeds"
		feeds, all := map[power.Covers]map[string]int{}, map[power.Covers]int{}
		for _, one := range facts.Instruments {
			covers := one.Part.Series.Covers
			if feeds[covers] == nil {
				feeds[covers] = map[string]int{}
			}
			name := one.Trace.Instrument
			if len(one.Part.Traces) == 1 && one.Part.Series.Value != "" {
				name = one.Part.Series.Value
			}
			all[covers]++
			if found := feedAtEnd.FindStringSubmatch(name); found != nil && one.Part.Series.FeedOf == "" {
				feeds[covers][strings.ToLower(found[1])]++
			}
		}
		for _, one := range facts.Instruments {
			covers := one.Part.Series.Covers
			for feed, count := range feeds[covers] {
				if count == all[covers] && count > 1 {
					return failed("The names of all %s of %s end in %s, as of one feed or power supply of several.",
						counted(count, "instrument"), covers.Subsystem, feed).seen(feed+" only", asked)
				}
			}
		}
		return passed("No names tell that feeds are missing.").seen(asked, asked)
	}),
}

// feedAtEnd is a feed or a power supply at the end of a name.
var feedAtEnd = regexp.MustCompile(
	`(?i)[-_ ./:\d]((?:feed|psu|ps|inlet|input|supply|cord|leg)[-_ ./:]*(?:[a-d]|[1-4])|(?:pdu|[-_ ./:])[-_ ./:]*[ab])$`)
