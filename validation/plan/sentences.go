package plan

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
)

func (l *Level) sampleOften() string {
	text := fmt.Sprintf("Take the internal sampling rate of the meter from the data sheet: "+
		"at least %s Hz is required of every meter", figure(l.Sampling))
	switch current := l.request.Meter.Current; {
	case current != "":
		return text + " that measures " + current + "."
	case l.Integrated:
		return text + " that measures AC."
	}
	return text + "."
}

func (l *Level) readOften() string {
	return fmt.Sprintf("Log a reading of every meter every %s or more often, always at the same interval: "+
		"that gives %s in the core phase.", Seconds(l.Interval), counted(l.Readings, "reading"))
}

func (l *Level) putMeters() string {
	var parts []string
	for _, s := range l.Sets {
		part := fmt.Sprintf("%d of the %d nodes of %s", s.Measured, s.Nodes, s.Name)
		if s.Measured == s.Nodes {
			part = fmt.Sprintf("all %d nodes of %s", s.Nodes, s.Name)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("Put meters on %s, with all their power supplies: about %s.", listed(parts),
		Kilowatts(l.Metered))
}

func naming(treatment power.Treatment, format string) func(*Level) string {
	return func(l *Level) string {
		if names := l.with(treatment); len(names) > 0 {
			return fmt.Sprintf(format, listed(names))
		}
		return ""
	}
}

func (l *Level) includeSubsystems() string {
	measure := naming(power.Measured, "Measure the %s.")(l)
	estimate := naming(power.Estimated,
		"Determine an upper bound for the power of the %s from the specification, or measure it.")(l)
	return strings.TrimSpace(measure + " " + estimate)
}

func (l *Level) enoughUnits() string {
	for _, s := range l.Subsystems {
		if s.Measured > 0 && s.Measured < s.Units {
			return fmt.Sprintf("Measure %s%% at least of each subsystem that has a meter: %s.",
				figure(100*l.limits.SubsystemFraction), listed(l.with(power.Measured)))
		}
	}
	return ""
}

func where(asks func(*Level) bool, text string) func(*Level) string {
	return func(l *Level) string {
		if !asks(l) {
			return ""
		}
		return text
	}
}

func (l *Level) severalSets() bool { return len(l.Sets) > 1 }

func (l *Level) partOfSet() bool {
	return slices.ContainsFunc(l.Sets, func(s Set) bool { return s.Measured < s.Nodes })
}

func (l *Level) downstream() bool { return l.request.Meter.Location == power.Downstream }
func (l *Level) energy() bool     { return l.Integrated || l.request.Meter.Measures == power.Energy }

func (l *Level) findLoss() string {
	if !l.downstream() {
		return ""
	}
	ways := map[string]string{
		"manufacturer_model": "use a load-dependent model from the maker's specification",
		"one_psu_measured":   "measure one of the power supplies",
		"simultaneous":       "measure upstream of the supplies at the same time",
	}
	var found []string
	for _, way := range l.limits.LossFoundBy {
		found = append(found, ways[way])
	}
	return fmt.Sprintf("Determine the conversion loss between the supply and the meter: %s.",
		strings.Join(found, ", or "))
}

func (l *Level) measureLoss() string {
	if !l.downstream() {
		return ""
	}
	return fmt.Sprintf("Measure the conversion loss every %s or more often while the job runs.",
		Seconds(l.limits.LossInterval.Seconds()))
}

func (l *Level) accurate() string {
	text := fmt.Sprintf("Take the accuracy of every meter from its data sheet, in the range that is used: "+
		"at most %s%% is required", figure(l.Accuracy))
	if l.Shared > 0 {
		text += fmt.Sprintf(", or %s%% for each of several meters that see equal fractions and have %s%% together",
			figure(l.Shared), figure(l.Accuracy))
	}
	if len(l.limits.Grades) > 0 {
		text += "; a revenue-grade meter, or one that SPEC accepts, needs no further proof"
	}
	return text + "."
}

func (l *Level) averageWindow() string {
	if l.Window.Shortest == 0 {
		return "Average the whole core phase."
	}
	return fmt.Sprintf("Average the whole core phase. "+
		"The text allows a window of %s or more from %s to %s of the core phase, but a window proves less.",
		Seconds(l.Window.Shortest), Seconds(l.Window.From), Seconds(l.Window.To))
}

// Kilowatts writes a power as the lists do, and small ones in watts.
func Kilowatts(w power.Watts) string {
	const small = 1e3
	if w < small {
		return fmt.Sprintf("%.0f W", float64(w))
	}
	return fmt.Sprintf("%.1f kW", w.Kilowatts())
}
