package validation

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
	"green500/validation/uncertainty"
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
	clock, declared := clockError(in.Measurement)
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

// clockError is how far the clocks of meter and machine may lie apart: as declared, or what outputs resolve.
func clockError(m *power.Measurement) (clock time.Duration, declared bool) {
	if seconds := m.Entry.Run.Clock.MaxErrorSeconds; seconds > 0 {
		return time.Duration(math.Round(seconds * float64(time.Second))), true
	}
	return methodology.ClocksApart, false
}

func shiftsWith(clock time.Duration) []time.Duration {
	return slices.Compact(slices.Sorted(slices.Values(append(methodology.Shifts(), clock))))
}

func shifted(in Input, asked []rules.Rule, core power.Average, kind ShiftKind, by time.Duration) Shift {
	m := moved(in.Measurement, kind, by)
	shift := Shift{Kind: kind, Seconds: by.Seconds(), Core: m.Core}
	span := m.AveragingSpan()
	if !core.Known || span.Duration() <= 0 || m.Core.Duration() <= 0 ||
		!m.Reaches(span, methodology.LongestStepOfInterval) {
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
			return []string{fmt.Sprintf("The readings do not show the average of a core phase %s by the clock error "+
				"of %v s.", shift.Kind, b.ClockError)}
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

// coreTimesOf reads from the output how its whole seconds and the time of the solution go together: a program that
// prints whole seconds cuts off the rest of them.
func coreTimesOf(m *power.Measurement) uncertainty.Times {
	stated := m.Core.Duration().Seconds()
	switch {
	case !m.Entry.Run.AveragingWindow.IsZero() || m.Core.Start.Nanosecond() != 0 || m.Core.End.Nanosecond() != 0:
		return uncertainty.Times{Tied: true}
	case m.Output == nil || !m.CoreProven:
		return typedTimes(m.Core)
	}
	return uncertainty.Printed(stated, m.Output.Time.Seconds())
}

// typedTimes are those of a span that a person states: of an end in whole seconds, nobody knows whether it was rounded
// or cut off.
func typedTimes(span power.Span) uncertainty.Times {
	times := uncertainty.Times{}
	if span.Start.Nanosecond() == 0 {
		times.Start = uncertainty.Typed()
	}
	if span.End.Nanosecond() == 0 {
		times.End = uncertainty.Typed()
	}
	return times
}

// unknownStamp is how far readings may speak of an earlier time than is assumed, if the document does not state where a
// timestamp lies in its interval: by the interval of the series with most power.
func unknownStamp(average power.Average) float64 {
	var most power.Watts
	interval := time.Duration(0)
	for _, c := range average.Contributions {
		if c.Kind == power.Metered && c.Watts > most {
			most, interval = c.Watts, 0
			if trace := c.Part.Traces[0]; c.Part.Series.Stamp == "" && trace.Quantity == power.Power {
				interval = c.Part.Interval(trace, average.Span)
			}
		}
	}
	return interval.Seconds()
}

// timesComponent returns by how much the power is expected to change, and its standard deviation, as a span moves
// within what clocks, outputs and timestamps leave open.
func timesComponent(m *power.Measurement, average power.Average, times uncertainty.Times, clock float64) (
	shift, standard float64) {
	stamp := unknownStamp(average)
	outer := func(r uncertainty.Range) uncertainty.Range {
		return uncertainty.Range{From: r.From - clock, To: r.To + clock + stamp}
	}
	start, end := newEnergyNear(m, average.Span.Start.Time, outer(times.Start)),
		newEnergyNear(m, average.Span.End.Time, outer(times.End))
	between := m.EnergyTo([]int64{average.Span.Start.UnixNano(), average.Span.End.UnixNano()})[1]
	return times.Component(uncertainty.Energies{Start: start.to, End: end.to, Between: float64(between),
		Seconds: average.Span.Duration().Seconds()}, clock, stamp)
}

// energyNear is the energy that the machine takes around an instant, at equal distances from it.
type energyNear struct {
	uncertainty.Range
	energy []float64 // from the instant on; negative before it
}

const nearSteps = 8

func newEnergyNear(m *power.Measurement, at time.Time, within uncertainty.Range) energyNear {
	within = uncertainty.Range{From: math.Min(within.From, 0), To: math.Max(within.To, 0)}
	n := energyNear{within, make([]float64, nearSteps+1)}
	instants := make([]int64, nearSteps+1)
	for i := range instants {
		instants[i] = at.Add(time.Duration(within.At(float64(i)/nearSteps) * float64(time.Second))).UnixNano()
	}
	for i, joules := range m.EnergyTo(instants) {
		n.energy[i] = float64(joules)
	}
	zero := n.to(0)
	for i := range n.energy {
		n.energy[i] -= zero
	}
	return n
}

func (n energyNear) to(seconds float64) float64 {
	width := n.To - n.From
	if width <= 0 {
		return 0
	}
	place := math.Min(math.Max((seconds-n.From)/width, 0), 1) * nearSteps
	i := min(int(place), nearSteps-1)
	return n.energy[i] + (place-float64(i))*(n.energy[i+1]-n.energy[i])
}
