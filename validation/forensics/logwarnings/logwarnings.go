// Package logwarnings finds what a reviewer would ask about the readings of one instrument and no rule checks: spikes
// and resets that no other instrument shows, negative readings, a log written on change, meters read in turn, counts
// too coarse for the interval, readings that never change.
package logwarnings

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Log is what is known of a log whose instruments are looked at.
type Log struct {
	Series      *power.Series
	Zone        *time.Location // that times are shown in
	Instruments int
	Most        int // readings of an instrument that are looked through; 0 if as many as fit into memory
}

// OfIntervals reports whether energy is that of intervals, the sum of which no meter wrote.
func (l *Log) OfIntervals() bool {
	return l.Series.Counts == "interval"
}

func (l *Log) most() int { return cmp.Or(l.Most, mostKept) }

// Warnings says what is to be asked about an instrument whose whole recording was inspected.
func (l *Log) Warnings(one forensics.Instrument, a SetApart) []string {
	said := l.negativeOrApart(one, a)
	if held := l.onChange(one); held != "" {
		said = append(said, held)
	}
	if turns := l.alternating(one); turns != "" {
		said = append(said, turns)
	}
	if Slow(one) && one.ByCounts() {
		said = append(said,
			fmt.Sprintf("the total rises by one count of %s at a time, so it shows the power no finer than that; "+
				"how often the meter reads is unknown", Energy(power.Reading{Value: one.Resolution}.Joules())))
	}
	switch {
	case one.Count < methodology.SuspectReadings || one.Min != one.Max:
	case one.Min == 0:
		said = append(said, fmt.Sprintf("all %s readings are 0", Count(one.Count)))
	default:
		said = append(said, fmt.Sprintf("all %s readings have the same value, "+
			"as of a meter that is stuck or a value that was filled in", Count(one.Count)))
	}
	return said
}

// Slow reports whether values change far less often than they are read.
func Slow(one forensics.Instrument) bool {
	return float64(one.Update) > methodology.UpdateOfInterval*float64(one.MedianStep)
}

func (l *Log) negativeOrApart(one forensics.Instrument, a SetApart) (said []string) {
	if a.Turned || one.Trace.Quantity == power.Power && one.Count >= methodology.SuspectReadings && one.Max < 0 {
		said = append(said, "all readings are negative, as when a current transformer is mounted the wrong way "+
			"round, or when consumption counts as negative")
	}
	what, verb, without := "reading", "is", "without this reading"
	if one.Trace.Quantity == power.Energy {
		what, without = "step", "without this step"
	}
	if a.Count > 1 {
		verb, without = "are", "without them"
	}
	first := Clock(a.First.At, l.Zone)
	switch {
	case a.Count == 0:
		return said
	case a.Resets > 0:
		return append(said,
			fmt.Sprintf("%s, the mean is %s: the total is set back at %s", without, Watts(a.Without), first))
	}
	return append(said, fmt.Sprintf("%s %s far from all others, as when a counter wraps: %s at %s; %s, the mean is %s",
		Plural(a.Count, what), verb, Watts(a.Watts), first, without, Watts(a.Without)))
}

// mostInAll bounds the readings that a report looks through one by one: block statistics show the rest.
const mostInAll = mostLookedThrough

const mostEach = 3

// Notes are the warnings about all logs of a measurement, each at its series and instrument.
func Notes(m *power.Measurement) []power.Note {
	var notes []power.Note
	left, files := mostInAll, forensics.FilesOf(m)
	for _, part := range m.Parts {
		log := Log{Series: part.Series, Zone: m.Core.Start.Location(), Instruments: len(part.Traces)}
		alike := map[string][]int{} // notes of a kind
		for _, t := range part.Traces {
			if t.Len() == 0 {
				continue
			}
			log.Most = max(left, 1)
			left -= t.Len()
			whole := forensics.Whole(m, files, part, t)
			for _, said := range log.Warnings(whole, log.SetApartOf(whole)) {
				kind := power.MaskDigits(said)
				if met := alike[kind]; len(met) > mostEach {
					notes[met[mostEach]].Count++
					continue
				}
				alike[kind] = append(alike[kind], len(notes))
				notes = append(notes,
					power.Note{File: part.Series.File, Field: whole.Column, Problem: said, Count: 1})
			}
		}
	}
	return notes
}

// Energy writes an amount of energy in the unit that fits.
func Energy(j power.Joules) string {
	const wattHour = 3600
	if wh := float64(j) / wattHour; wh == math.Trunc(wh) && wh > 0 {
		return fmt.Sprintf("%g Wh", wh)
	}
	return fmt.Sprintf("%g J", float64(j))
}

const manyWatts = 1e4

// Watts writes power in the unit that fits.
func Watts(p power.Watts) string {
	if math.Abs(float64(p)) >= manyWatts {
		return fmt.Sprintf("%.3f kW", p.Kilowatts())
	}
	return fmt.Sprintf("%.2f W", float64(p))
}

// Clock writes an instant in a zone, to the millisecond if it is no whole second.
func Clock(at time.Time, zone *time.Location) string {
	return at.In(zone).Round(time.Millisecond).Format("2006-01-02 15:04:05.999")
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
