package validation

import (
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// legalWindow finds what methodology 1.2 lets Level 1 choose from; nil under other editions and without readings.
func legalWindow(in Input) *LegalWindow {
	m := in.Measurement
	shortest, within, ok := in.Edition.Limits(power.Levels()[0]).LegalWindow(m.Core)
	if !ok || !m.Reaches(m.Core, methodology.LongestStepOfInterval) || !m.Average(m.Core).Known {
		return nil
	}
	curve := newEnergyCurve(m, within, shortest)
	core := meanPower(m, m.Core)
	figure := func(span power.Span) WindowFigure {
		watts := meanPower(m, span)
		figure := WindowFigure{Span: span, Power: rounded(watts), Efficiency: round(m.Rmax.PerWatt(watts))}
		if watts > 0 {
			figure.Gain = round(float64(core/watts) - 1)
		}
		return figure
	}
	window := &LegalWindow{Shortest: shortest.Seconds(), Within: within, Best: figure(curve.thriftiest(shortest)),
		Claimed: figure(m.AveragingSpan())}
	for i := range curve.energy {
		curve.energy[i] = -curve.energy[i]
	}
	window.Worst = figure(curve.thriftiest(shortest))
	return window
}

func meanPower(m *power.Measurement, span power.Span) power.Watts {
	energies := m.EnergyTo([]int64{span.Start.UnixNano(), span.End.UnixNano()})
	return power.Watts(float64(energies[1]) / span.Duration().Seconds())
}

// energyCurve is the energy that the machine took up to some instants. Between two of them the power
// is constant, so that the window of least power begins or ends at one, or does both.
type energyCurve struct {
	at     []int64 // nanoseconds since 1970 UTC
	energy []power.Joules
	zone   *time.Location
}

func newEnergyCurve(m *power.Measurement, within power.Span, shortest time.Duration) energyCurve {
	start, end := within.Start.UnixNano(), within.End.UnixNano()
	var at []int64
	for _, instant := range m.Instants(within, methodology.WindowPositions) {
		for _, other := range []int64{instant - int64(shortest), instant, instant + int64(shortest)} {
			if start <= other && other <= end {
				at = append(at, other)
			}
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return energyCurve{at, m.EnergyTo(at), within.Start.Location()}
}

// thriftiest returns the window of least mean power among all that are not shorter than the shortest.
// It looks for the window that lies furthest below a guess of the mean, which is a single pass, takes
// its mean for the next guess, and ends if no window lies below (Dinkelbach's method).
func (c energyCurve) thriftiest(shortest time.Duration) power.Span {
	from, to := 0, len(c.at)-1
	for guess := c.mean(from, to); ; {
		i, j := c.furthestBelow(guess, shortest)
		mean := c.mean(i, j)
		if !(mean < guess) {
			return power.NewSpan(time.Unix(0, c.at[from]).In(c.zone), time.Unix(0, c.at[to]).In(c.zone))
		}
		from, to, guess = i, j, mean
	}
}

func (c energyCurve) mean(from, to int) float64 {
	return float64(c.energy[to]-c.energy[from]) / time.Duration(c.at[to]-c.at[from]).Seconds()
}

func (c energyCurve) furthestBelow(guess float64, shortest time.Duration) (from, to int) {
	above := func(i int) float64 {
		return float64(c.energy[i]) - float64(guess*time.Duration(c.at[i]-c.at[0]).Seconds())
	}
	start, least := 0, math.Inf(1)
	highest := start
	for j := range c.at {
		for ; c.at[j]-c.at[start] >= int64(shortest); start++ {
			if above(start) > above(highest) {
				highest = start
			}
			if d := above(j) - above(highest); d < least {
				least, from, to = d, highest, j
			}
		}
		if d := above(j) - above(highest); start > 0 && d < least {
			least, from, to = d, highest, j
		}
	}
	return from, to
}
