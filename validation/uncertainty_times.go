package validation

import (
	"math"
	"time"

	"green500/validation/power"
)

// timeRange is by how many seconds an instant may lie after the one that is stated.
type timeRange struct{ from, to float64 }

// at returns an instant of the range, from 0 to 1.
func (r timeRange) at(part float64) float64 { return r.from + part*(r.to-r.from) }

// coreTimes are by how much the core phase may begin and end after its stated ends. If tied, it lasts as long as the output says.
type coreTimes struct {
	start, end timeRange
	tied       bool
}

// coreTimesOf reads from the output how its whole seconds and the time of the solution go together: a program that prints whole seconds
// cuts off the rest of them.
func coreTimesOf(m *power.Measurement) coreTimes {
	stated := m.Core.Duration().Seconds()
	switch {
	case !m.Entry.Run.AveragingWindow.IsZero() || m.Core.Start.Nanosecond() != 0 || m.Core.End.Nanosecond() != 0:
		return coreTimes{tied: true}
	case m.Output == nil || !m.CoreProven:
		typed := timeRange{-0.5, 1} // rounded, or cut off
		return coreTimes{start: typed, end: typed}
	}
	longer := m.Output.Time.Seconds() - stated
	start := timeRange{math.Max(0, -longer), math.Min(1, 1-longer)}
	if start.to < start.from || m.Output.Time <= 0 {
		return coreTimes{start: timeRange{0, 1}, end: timeRange{0, 1}} // the program took its times elsewhere
	}
	return coreTimes{start: start, end: timeRange{start.from + longer, start.to + longer}, tied: true}
}

// unknownStamp is how far readings may speak of an earlier time than is assumed, if the document does not state where a timestamp lies
// in its interval: by the interval of the series with most power.
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

// timesComponent returns by how much the power is expected to change, and its standard deviation, as the core phase moves within what
// clocks, outputs and timestamps leave open.
func timesComponent(m *power.Measurement, average power.Average, clock float64) (shift, standard float64) {
	times, stamp := coreTimesOf(m), unknownStamp(average)
	outer := func(r timeRange) timeRange { return timeRange{r.from - clock, r.to + clock + stamp} }
	start, end := newEnergyNear(m, average.Span.Start.Time, outer(times.start)), newEnergyNear(m, average.Span.End.Time, outer(times.end))
	between := m.EnergyTo([]int64{average.Span.Start.UnixNano(), average.Span.End.UnixNano()})[1]
	seconds := average.Span.Duration().Seconds()
	mean := func(s, e float64) float64 { return (float64(between) + end.to(e) - start.to(s)) / (seconds + e - s) }
	stated := mean(0, 0)
	sum, squares, count := 0.0, 0.0, 0.0
	for _, p := range midpoints() {
		for _, q := range midpoints() {
			for _, c := range midpoints() {
				for _, s := range midpoints() {
					begin, finish := times.start.at(p), times.end.at(q)
					if times.tied {
						finish = times.end.at(p)
					}
					moved := (2*c-1)*clock + s*stamp
					off := mean(begin+moved, finish+moved) - stated
					sum, squares, count = sum+off, squares+float64(off*off), count+1
				}
			}
		}
	}
	shift = sum / count
	return shift, math.Sqrt(math.Max(0, squares/count-float64(shift*shift)))
}

// midpoints part the range from 0 to 1.
func midpoints() []float64 { return []float64{0.1, 0.3, 0.5, 0.7, 0.9} }

// energyNear is the energy that the machine takes around an instant, at equal distances from it.
type energyNear struct {
	timeRange
	energy []float64 // from the instant on; negative before it
}

const nearSteps = 8

func newEnergyNear(m *power.Measurement, at time.Time, within timeRange) energyNear {
	within = timeRange{math.Min(within.from, 0), math.Max(within.to, 0)}
	n := energyNear{within, make([]float64, nearSteps+1)}
	instants := make([]int64, nearSteps+1)
	for i := range instants {
		instants[i] = at.Add(time.Duration(within.at(float64(i)/nearSteps) * float64(time.Second))).UnixNano()
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

// to returns the energy up to so many seconds after the instant.
func (n energyNear) to(seconds float64) float64 {
	width := n.timeRange.to - n.from
	if width <= 0 {
		return 0
	}
	place := math.Min(math.Max((seconds-n.from)/width, 0), 1) * nearSteps
	i := min(int(place), nearSteps-1)
	return n.energy[i] + (place-float64(i))*(n.energy[i+1]-n.energy[i])
}
