package contents

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"green500/validation/forensics"
	"green500/validation/forensics/logwarnings"
	"green500/validation/power"
)

// Describe is what an instrument shows: how many readings and of when, how much, and what a reviewer would ask about.
func (s *Survey) Describe(one forensics.Instrument) []string {
	said := []string{fmt.Sprintf("%s from %s to %s, every %s", logwarnings.Plural(one.Count, "reading"),
		s.Clock(one.First.At), s.Clock(one.Last.At), one.MedianStep.Round(time.Microsecond))}
	average, known := one.Average()
	if s.restarts(one.Trace, one.Falls) {
		said = append(said, fmt.Sprintf("no mean: the total falls %s, as at a reset, first at %s; set wraps_at to "+
			"the value at which the counter wraps", logwarnings.Plural(one.Falls, "time"), s.Clock(one.After.At)))
	} else if known && one.Trace.Quantity == power.Energy {
		said = append(said, fmt.Sprintf("mean %s from the counted energy", logwarnings.Watts(average)))
	} else if known {
		said = append(said, fmt.Sprintf("mean %s, from %s to %s%s",
			logwarnings.Watts(average), logwarnings.Watts(power.Reading{Value: one.Min}.Watts()),
			logwarnings.Watts(power.Reading{Value: one.Max}.Watts()), s.countedAlike(one.Trace)))
	}
	return append(said, s.oddities(one)...)
}

const fewestMixed = 0.01

func (s *Survey) oddities(one forensics.Instrument) []string {
	var said []string
	say := func(when bool, format string, args ...any) {
		if when {
			said = append(said, fmt.Sprintf(format, args...))
		}
	}
	if one.Inspection.Gaps > 0 {
		say(true, "%s, the longest of %s after %s%s", logwarnings.Plural(one.Inspection.Gaps, "gap"),
			one.LongestGap.Duration().Round(time.Millisecond), s.Clock(one.LongestGap.Start.Time),
			s.withGaps(one.Trace))
	}
	say(one.Doubled > 0, "%s with the same timestamp as the one before, the first at %s",
		logwarnings.Plural(one.Doubled, "reading"), s.Clock(one.FirstDoubled))
	mixed := ""
	if float64(one.Reversed) > fewestMixed*float64(one.Count) {
		mixed = ", as when clocks are put back, or when one log contains several instruments: " +
			"name the column that identifies them, if any"
	}
	say(one.Reversed > 0, "%s after a later one in the log%s", logwarnings.Plural(one.Reversed, "reading"), mixed)
	for _, code := range one.Codes {
		say(!s.ofIntervals(), "%s of %v, a code for a missing reading, the first at %s",
			logwarnings.Plural(code.Count, "reading"), code.Value, s.Clock(code.First.At))
	}
	say(one.Outliers > 0, "%s far from both neighbours, the first at %s", logwarnings.Plural(one.Outliers, "reading"),
		s.Clock(one.FirstOutlier.At))
	say(logwarnings.Slow(one) && !one.ByCounts(), "the value changes every %s only", one.Update.Round(time.Microsecond))
	var apart logwarnings.SetApart
	if at, known := s.places[one.Trace]; known && at < len(s.apart) {
		apart = s.apart[at]
	}
	return append(said, s.log().Warnings(one, apart)...)
}

// Warnings are what a reviewer would ask about, each with the instrument that it is about.
func (s *Survey) Warnings() []string {
	said := []string{}
	for _, one := range s.Instruments {
		for _, odd := range s.oddities(one) {
			said = append(said, one.Trace.Instrument+": "+odd)
		}
	}
	return said
}

// Clock writes an instant in the zone of the log, to the millisecond if it is no whole second.
func (s *Survey) Clock(at time.Time) string {
	return logwarnings.Clock(at, s.Zone())
}

// NameOf names a series by its column and the rows it takes.
func NameOf(s *power.Series) string {
	name := s.Value
	for _, column := range slices.Sorted(maps.Keys(s.Where)) {
		name += " where " + column + " is " + strings.Join(s.Where[column], " or ")
	}
	return name
}

// DescribeTotal is what several instruments show as one, or why that is nothing; empty if there is one.
func (s *Survey) DescribeTotal() string {
	all := s.Window(power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond)))
	switch {
	case len(s.Instruments) < 2:
		return ""
	case all.Known:
		return "mean " + logwarnings.Watts(all.Mean) + s.withoutSum()
	case !all.Apart:
		return "no mean: not all of them have one, for example because a total falls or is read once"
	case !all.Shared.End.After(all.Shared.Start.Time):
		return "no mean: there is no time at which all of them have readings"
	}
	part := s.Window(power.NewSpan(all.Shared.Start.Time, all.Shared.End.Add(time.Nanosecond)))
	from, to := s.Clock(all.Shared.Start.Time), s.Clock(all.Shared.End.Time)
	if !part.Known {
		return fmt.Sprintf("no mean: from %s to %s, which all of them cover, not all have a mean at the same time",
			from, to)
	}
	return fmt.Sprintf("mean %s from %s to %s, when all of them have readings", logwarnings.Watts(part.Mean), from, to)
}
