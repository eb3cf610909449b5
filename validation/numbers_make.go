package validation

import (
	"fmt"
	"math"

	"green500/validation/power"
)

// numbers derives the figures of an entry, each with the formula and the inputs it was made with.
func numbers(m *power.Measurement) Numbers {
	core, run := m.Average(m.AveragingSpan()), m.Average(m.Entry.Run.FullRun)
	n := Numbers{
		CoreAverage:        published(core, "core phase"),
		MeteredCoreAverage: metered(core, "core phase"),
		CoreDuration:       &Number{Value: m.Core.Duration().Seconds(), Unit: "s", Formula: "end - start of the core phase"},
		Rmax:               rmax(m),
	}
	if !m.Entry.Run.FullRun.IsZero() {
		n.FullRunAverage, n.MeteredFullRunAverage = published(run, "full run"), metered(run, "full run")
	}
	if idle, known := m.IdleAverage(); known {
		idle.Known = true
		n.Idle = published(idle, "idle span")
	}
	if core.Known {
		n.CoreEnergy = coreEnergy(m, core)
		n.Efficiency = efficiency(m, core)
	}
	return n
}

// metered is the power the meters saw, before anything is added to it.
func metered(a power.Average, over string) *Number {
	if !a.Known {
		return nil
	}
	return &Number{Value: rounded(a.Metered), Unit: "W", Formula: "sum over the instruments of their average power in the " + over}
}

// published is the power of the whole machine.
func published(a power.Average, over string) *Number {
	if !a.Known {
		return nil
	}
	number := &Number{Value: rounded(a.Total), Unit: "W",
		Formula: "metered power in the " + over + " × loss factor × whole / measured part, summed, + estimates"}
	if a.Accurate {
		half := rounded(a.Uncertainty)
		number.Uncertainty = &half
	}
	return number
}

func coreEnergy(m *power.Measurement, core power.Average) *Number {
	energy := core.Total.Over(m.Core.Duration())
	number := &Number{Value: round(float64(energy)), Unit: "J", Formula: "core_average_w × core_duration_s"}
	if core.Accurate {
		half := round(float64(core.Uncertainty.Over(m.Core.Duration())))
		number.Uncertainty = &half
	}
	return number
}

func rmax(m *power.Measurement) *Number {
	if m.Rmax <= 0 {
		return nil
	}
	source := "stated by the submitter"
	if m.Output != nil {
		source = fmt.Sprintf("Gflops of the result in %s", m.Entry.Run.Output)
	}
	return &Number{Value: float64(m.Rmax), Unit: "GFlops", Formula: source}
}

func efficiency(m *power.Measurement, core power.Average) *Number {
	if m.Rmax <= 0 || core.Total <= 0 {
		return nil
	}
	// Divided by the figure that is shown, so that the order in which parts were added leaves no trace.
	value := m.Rmax.PerWatt(power.Watts(rounded(core.Total)))
	number := &Number{Value: value, Unit: "GFlops/W", Formula: "rmax_gflops / core_average_w"}
	if core.Accurate {
		half := round(value * float64(core.Uncertainty/core.Total))
		number.Uncertainty = &half
	}
	return number
}

// microscale keeps a millionth of a unit: below what any meter resolves, above what binary
// fractions scatter.
const microscale = 1e6

func rounded(w power.Watts) float64 { return round(float64(w)) }

func round(v float64) float64 { return math.Round(v*microscale) / microscale }

// breakdown lists the parts that the published power is added up from.
func breakdown(m *power.Measurement) []Part {
	parts := []Part{}
	for _, c := range m.Average(m.AveragingSpan()).Contributions {
		c.Watts = power.Watts(rounded(c.Watts))
		parts = append(parts, Part(c))
	}
	return parts
}
