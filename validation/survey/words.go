package survey

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Describe is what an instrument shows: how many readings and of when, how much, and what a reviewer would
// ask about.
func (s *Survey) Describe(one forensics.Instrument) []string {
	said := []string{fmt.Sprintf("%s from %s to %s, every %s", Plural(one.Count, "reading"), s.Clock(one.First.At), s.Clock(one.Last.At), one.MedianStep.Round(time.Microsecond))}
	average, known := one.Average()
	if s.restarts(one.Trace, one.Falls) {
		said = append(said, fmt.Sprintf("no mean: the total falls %s, as at a reset, first at %s; set wraps_at to the value at which the counter wraps", Plural(one.Falls, "time"), s.Clock(one.After.At)))
	} else if known && one.Trace.Quantity == power.Energy {
		said = append(said, fmt.Sprintf("mean %s from the counted energy", Watts(average)))
	} else if known {
		said = append(said, fmt.Sprintf("mean %s, from %s to %s%s", Watts(average), Watts(power.Reading{Value: one.Min}.Watts()), Watts(power.Reading{Value: one.Max}.Watts()), s.countedAlike(one.Trace)))
	}
	return append(said, s.oddities(one)...)
}

// fewestMixed is from which share of a log readings that stand after a later one may be of another instrument: fewer come
// late by themselves.
const fewestMixed = 0.01

// oddities says what a reviewer would ask about.
func (s *Survey) oddities(one forensics.Instrument) []string {
	var said []string
	say := func(when bool, format string, args ...any) {
		if when {
			said = append(said, fmt.Sprintf(format, args...))
		}
	}
	if one.Inspection.Gaps > 0 {
		say(true, "%s, the longest of %s after %s%s", Plural(one.Inspection.Gaps, "gap"), one.LongestGap.Duration().Round(time.Millisecond), s.Clock(one.LongestGap.Start.Time), s.withGaps(one.Trace))
	}
	say(one.Doubled > 0, "%s with the same timestamp as the one before, the first at %s", Plural(one.Doubled, "reading"), s.Clock(one.FirstDoubled))
	mixed := ""
	if float64(one.Reversed) > fewestMixed*float64(one.Count) {
		mixed = ", as when clocks are put back, or when one log contains several instruments: name the column that identifies them, if any"
	}
	say(one.Reversed > 0, "%s after a later one in the log%s", Plural(one.Reversed, "reading"), mixed)
	s.sayApart(one, say)
	held := s.onChange(one)
	say(held != "", "%s", held)
	for _, code := range one.Codes {
		say(!s.ofIntervals(), "%s of %v, a code for a missing reading, the first at %s", Plural(code.Count, "reading"), code.Value, s.Clock(code.First.At))
	}
	say(one.Outliers > 0, "%s far from both neighbours, the first at %s", Plural(one.Outliers, "reading"), s.Clock(one.FirstOutlier.At))
	slow := float64(one.Update) > methodology.UpdateOfInterval*float64(one.MedianStep)
	counts := slow && one.ByCounts()
	say(counts, "the total rises by one count of %s at a time, so it shows the power no finer than that; how often the meter reads is unknown", Energy(power.Reading{Value: one.Resolution}.Joules()))
	say(slow && !counts, "the value changes every %s only", one.Update.Round(time.Microsecond))
	say(one.Count >= methodology.SuspectReadings && one.Min == one.Max && one.Min != 0, "all %s readings have the same value, as of a meter that is stuck or a value that was filled in", Count(one.Count))
	say(one.Count >= methodology.SuspectReadings && one.Min == 0 && one.Max == 0, "all %s readings are 0", Count(one.Count))
	return said
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

// sayApart says what is set apart, and the mean without it.
func (s *Survey) sayApart(one forensics.Instrument, say func(when bool, format string, args ...any)) {
	at, known := s.places[one.Trace]
	if !known || at >= len(s.apart) {
		return
	}
	a, without := s.apart[at], ""
	say(a.Turned, "all readings are negative, as when a current transformer is mounted the wrong way round, or when consumption counts as negative")
	switch {
	case a.Count == 0:
		return
	case a.Count == 1 && a.Resets == 1:
		without = "without this step"
	case a.Count == 1 && one.Trace.Quantity == power.Power:
		without = "without this reading"
	case a.Count == 1:
		without = "without this step"
	default:
		without = "without them"
	}
	what, where := "reading", "is far from all others, as when a counter wraps"
	if one.Trace.Quantity == power.Energy {
		what = "step"
	}
	if a.Count > 1 {
		where = "are far from all others, as when a counter wraps"
	}
	say(a.Resets == 0, "%s %s: %s at %s; %s, the mean is %s", Plural(a.Count, what), where, Watts(a.Watts), s.Clock(a.First.At), without, Watts(a.Without))
	say(a.Resets > 0, "%s, the mean is %s: the total is set back at %s", without, Watts(a.Without), s.Clock(a.First.At))
}

// Energy writes an amount of energy in the unit that fits.
func Energy(j power.Joules) string {
	const wattHour = 3600
	if wh := float64(j) / wattHour; wh == math.Trunc(wh) && wh > 0 {
		return fmt.Sprintf("%g Wh", wh)
	}
	return fmt.Sprintf("%g J", float64(j))
}

// manyWatts is from where power is written in kilowatts.
const manyWatts = 1e4

// Watts writes power in the unit that fits.
func Watts(p power.Watts) string {
	if math.Abs(float64(p)) >= manyWatts {
		return fmt.Sprintf("%.3f kW", p.Kilowatts())
	}
	return fmt.Sprintf("%.2f W", float64(p))
}

// Clock writes an instant in the zone of the log, to the millisecond where it is no whole second.
func (s *Survey) Clock(at time.Time) string {
	return at.In(s.Zone()).Round(time.Millisecond).Format("2006-01-02 15:04:05.999")
}

// Plural writes how many there are of something.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// Count writes a number with commas between thousands.
func Count(n int) string {
	const thousand = 1000
	if n < thousand {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", Count(n/thousand), n%thousand)
}

// NameOf names a series by its column and the rows it takes.
func NameOf(s *power.Series) string {
	name := s.Value
	for _, column := range slices.Sorted(maps.Keys(s.Where)) {
		name += " where " + column + " is " + strings.Join(s.Where[column], " or ")
	}
	return name
}

// DescribeTotal is what several instruments show as one, or why that is nothing; empty where there is one.
func (s *Survey) DescribeTotal() string {
	all := s.Window(power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond)))
	switch {
	case len(s.Instruments) < 2:
		return ""
	case all.Known:
		return "mean " + Watts(all.Mean) + s.withoutSum()
	case !all.Apart:
		return "no mean: not all of them have one, for example because a total falls or is read once"
	case !all.Shared.End.After(all.Shared.Start.Time):
		return "no mean: there is no time at which all of them have readings"
	}
	part := s.Window(power.NewSpan(all.Shared.Start.Time, all.Shared.End.Add(time.Nanosecond)))
	from, to := s.Clock(all.Shared.Start.Time), s.Clock(all.Shared.End.Time)
	if !part.Known {
		return fmt.Sprintf("no mean: from %s to %s, which all of them cover, not all have a mean at the same time", from, to)
	}
	return fmt.Sprintf("mean %s from %s to %s, when all of them have readings", Watts(part.Mean), from, to)
}
