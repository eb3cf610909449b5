package templates

import (
	"fmt"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// seen is what the readings of several instruments show together.
type seen struct {
	readings, gaps, doubled, reversed, falls int
	shortest, longest                        time.Duration // usual step
	gap                                      power.Span
	lowest, highest                          power.Reading
}

// FactsOf says what the readings of a part show, for people to hold against what they know of their meter.
func FactsOf(p power.Part) []Fact {
	all := (&power.Measurement{Parts: []power.Part{p}}).Whole()
	if all.IsZero() {
		return nil
	}
	var s seen
	for i, t := range p.Traces {
		s.add(t.Inspect(power.NewSpan(all.Start.Time, all.End.Add(time.Nanosecond))), t.Reversed(), i == 0)
	}
	facts := []Fact{
		{"Instruments", instrumentWords(p.Traces)},
		{"Readings", whole(s.readings)},
		{"First and last", spanWords(all)},
		{"Interval", s.interval()},
		{"Readings between", s.bounds(p.Traces[0].Quantity)},
	}
	return append(facts, s.oddities()...)
}

func (s *seen) add(i power.Inspection, reversed int, first bool) {
	s.readings, s.gaps, s.doubled, s.reversed = s.readings+i.Count, s.gaps+i.Gaps, s.doubled+i.Doubled, s.reversed+reversed
	s.falls += i.Falls
	if first || i.MedianStep < s.shortest {
		s.shortest = i.MedianStep
	}
	s.longest = max(s.longest, i.MedianStep)
	if i.LongestGap.Duration() > s.gap.Duration() {
		s.gap = i.LongestGap
	}
	if first || i.Min < s.lowest.Value {
		s.lowest.Value = i.Min
	}
	if first || i.Max > s.highest.Value {
		s.highest.Value = i.Max
	}
}

// fewNamed is how many instruments are named.
const fewNamed = 4

func instrumentWords(traces []*power.Trace) string {
	var names []string
	for _, t := range traces[:min(len(traces), fewNamed)] {
		names = append(names, t.Instrument)
	}
	if len(traces) > fewNamed {
		names = append(names, fmt.Sprintf("%d more", len(traces)-fewNamed))
	}
	return fmt.Sprintf("%d: %s", len(traces), listed(names))
}

func (s seen) interval() string {
	if s.shortest == s.longest {
		return seconds(s.longest) + ", as a rule"
	}
	return seconds(s.shortest) + " to " + seconds(s.longest) + ", as a rule"
}

func (s seen) bounds(q power.Quantity) string {
	if q == power.Energy {
		return significant(float64(s.lowest.Joules())) + " and " + significant(float64(s.highest.Joules())) + " J"
	}
	return significant(float64(s.lowest.Watts())) + " and " + significant(float64(s.highest.Watts())) + " W"
}

// oddities are what a careful reader would ask about, those that there are.
func (s seen) oddities() []Fact {
	var facts []Fact
	add := func(name string, count int, text string) {
		if count > 0 {
			facts = append(facts, Fact{name, whole(count) + text})
		}
	}
	longest := ""
	if !s.gap.IsZero() {
		longest = "; the longest is " + spanWords(s.gap)
	}
	add("Gaps", s.gaps, longest+". They stay gaps")
	add("Same timestamp twice", s.doubled, " times")
	add("Back in time", s.reversed, " readings stand after a later one")
	return facts
}

// LaidSentence says how a core phase lies over the power of a file.
func LaidSentence(l forensics.Laid) string {
	switch {
	case l.Outside:
		return "The core phase lies outside of the readings." + shiftSentence(l)
	case l.Fits:
		return "Power rises and falls with the core phase: times and zone agree."
	case l.Holds:
		return "The core phase lies within a longer stretch of load, so it can't be told whether the clocks agree."
	}
	return "Power does not rise and fall with the core phase." + shiftSentence(l)
}

func shiftSentence(l forensics.Laid) string {
	if len(l.Shifts) == 0 {
		return ""
	}
	s := l.Shifts[0]
	direction := "later"
	if s.By < 0 {
		direction = "earlier"
	}
	if s.Zone != 0 {
		return fmt.Sprintf(" It would fit if it were %s %s: look at the time zones of file and run.", lasting(s.Zone.Abs()), direction)
	}
	return fmt.Sprintf(" It would fit if it were %s %s: look at the clocks.", lasting(s.By.Abs()), direction)
}
