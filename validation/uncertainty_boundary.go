package validation

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Of returns the core phase with the shift done to it.
func (k ShiftKind) Of(core power.Span, by time.Duration) power.Span {
	switch k {
	case Earlier:
		return core.Trim(-by, by)
	case Later:
		return core.Trim(by, -by)
	}
	return core.Trim(by, by)
}

func boundary(in Input, core power.Average) Boundary {
	m := in.Measurement
	clock, declared := clockError(m)
	b := Boundary{ClockError: clock.Seconds(), Declared: declared, Shifts: []Shift{}}
	asked := rules.For(in.Edition)
	for _, by := range shiftsWith(clock) {
		for _, kind := range []ShiftKind{Earlier, Later, Trimmed} {
			shift := shifted(in, asked, core, kind, by)
			b.Shifts = append(b.Shifts, shift)
			if shift.Power != nil && by <= clock {
				b.Below = math.Max(b.Below, round(rounded(core.Total)-*shift.Power))
				b.Above = math.Max(b.Above, round(*shift.Power-rounded(core.Total)))
			}
		}
	}
	return b
}

// clockError is how far the clocks of meter and machine may lie apart: what the document declares,
// or what outputs resolve.
func clockError(m *power.Measurement) (clock time.Duration, declared bool) {
	if seconds := m.Entry.Run.Clock.MaxErrorSeconds; seconds > 0 {
		return time.Duration(math.Round(seconds * float64(time.Second))), true
	}
	return methodology.ClocksApart, false
}

func shiftsWith(clock time.Duration) []time.Duration {
	return slices.Compact(slices.Sorted(slices.Values(append(methodology.Shifts(), clock))))
}

// shifted is the verdict with another core phase; it holds no figures where readings do not reach.
func shifted(in Input, asked []rules.Rule, core power.Average, kind ShiftKind, by time.Duration) Shift {
	m := moved(in.Measurement, kind, by)
	shift := Shift{Kind: kind, Seconds: by.Seconds(), Core: m.Core}
	span := m.AveragingSpan()
	if !core.Known || span.Duration() <= 0 || m.Core.Duration() <= 0 || !m.Reaches(span, methodology.LongestStepOfInterval) {
		return shift
	}
	average := m.Average(span)
	if !average.Known {
		return shift
	}
	shift.Power, shift.Level = new(rounded(average.Total)), new(levelOf(m, asked, in.Edition))
	if core.Total > 0 {
		shift.Change = new(roundPart(float64(average.Total/core.Total) - 1))
	}
	if m.Rmax > 0 && average.Total > 0 {
		shift.Efficiency = new(round(m.Rmax.PerWatt(average.Total)))
	}
	return shift
}

// moved is a measurement with another core phase, and nothing else changed. A window that was chosen
// in it moves along, and ends where the core phase does; an output would have printed the other time.
func moved(m *power.Measurement, kind ShiftKind, by time.Duration) *power.Measurement {
	other := *m
	other.Core = kind.Of(m.Core, by)
	if m.Output != nil && kind == Trimmed {
		output := *m.Output
		output.Time = max(0, output.Time-(m.Core.Duration()-other.Core.Duration()))
		other.Output = &output
	}
	if window := m.Entry.Run.AveragingWindow; !window.IsZero() {
		entry := *m.Entry
		if kind != Trimmed {
			entry.Run.AveragingWindow = kind.Of(window, by)
		} else {
			entry.Run.AveragingWindow, _ = window.Intersect(other.Core)
		}
		other.Entry = &entry
	}
	return &other
}

func (b Boundary) missing() []string {
	for _, shift := range b.Shifts {
		if shift.Seconds == b.ClockError && shift.Power == nil {
			return []string{fmt.Sprintf("The readings do not show the average of a core phase %s by the clock error of %v s.", shift.Kind, b.ClockError)}
		}
	}
	return nil
}

func spansAsked(m *power.Measurement) []power.Span {
	asked := []power.Span{m.Core, m.AveragingSpan(), m.Entry.Run.FullRun}
	for _, idle := range m.Entry.Idle {
		asked = append(asked, idle.Span())
	}
	clock, _ := clockError(m)
	for _, by := range shiftsWith(clock) {
		for _, kind := range []ShiftKind{Earlier, Later, Trimmed} {
			shifted := moved(m, kind, by)
			asked = append(asked, shifted.Core, shifted.AveragingSpan())
		}
	}
	return asked
}
