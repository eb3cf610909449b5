package whatif

import (
	"green500/validation"
	"green500/validation/power"
)

// KnownValuesOf is what an entry and its report give a model; a nil report gives nothing.
func KnownValuesOf(entry *power.Entry, report *validation.Report) KnownValues {
	const perTera = 1000
	known := KnownValues{Rpeak: power.GFlops(entry.System.RpeakTeraflops * perTera)}
	stated := true
	for _, set := range entry.NodeSets {
		known.Nodes += set.Nodes
		known.Bandwidth += set.MemoryRate * float64(set.Nodes)
		stated = stated && set.MemoryRate > 0
	}
	if !stated { // the balance of a part is not that of the machine
		known.Bandwidth = 0
	}
	if known.Nodes > 0 && entry.System.TotalCores%known.Nodes == 0 {
		known.Cores = entry.System.TotalCores / known.Nodes
	}
	if report == nil {
		return known
	}
	value := func(n *validation.Number) float64 {
		if n == nil {
			return 0
		}
		return n.Value
	}
	n := report.Numbers
	known.Idle, known.CoreAverage = power.Watts(value(n.Idle)), power.Watts(value(n.CoreAverage))
	known.CoreSeconds, known.Rmax = value(n.CoreDuration), power.GFlops(value(n.Rmax))
	return known
}
