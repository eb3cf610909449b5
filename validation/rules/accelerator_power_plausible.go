package rules

import (
	"fmt"
	"math"

	"green500/validation/methodology"
)

var acceleratorPowerPlausible = Rule{
	ID:       "accelerator-power-plausible",
	Title:    "Accelerators draw what their data sheet says",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "system.accelerator_cores",
	Requires: "Power is measured in watts, of the whole system with all of its accelerators.",
	Remedy: "Check the accelerators (system: accelerator, accelerator_cores), the numbers of nodes, " +
		"and the units of the series.",
	How: "Cores of accelerators over the cores of one give their number. " +
		"The power of the compute nodes for each of them, with its part of the node, is compared with the " +
		"data sheet: at least " + percent(methodology.AcceleratorOfSheet().Low) +
		" of it. Accelerators that are not in the table are not checked. The methodology states no such limits.",
	Check: func(c Case) Result {
		kind, known := methodology.AcceleratorOf(c.Entry.System.Accelerator)
		cores := c.Entry.System.AcceleratorCores
		if !known || cores <= 0 {
			return notApplicable("The accelerator is not one whose data sheet is known here.")
		}
		node, measured := c.perNode()
		nodes, _ := c.Entry.Nodes()
		if !measured {
			return notApplicable("The power of a compute node is not known.")
		}
		count := math.Max(1, math.Round(float64(cores)/float64(kind.Cores)))
		bounds := methodology.AcceleratorOfSheet()
		bounds.Low, bounds.High = bounds.Low*kind.Watts, bounds.High*kind.Watts
		r := within("The power of an accelerator with its part of the node", node*float64(nodes)/count, bounds, watts)
		r.Message += fmt.Sprintf(" The machine has %s of them, at %s by the data sheet.", number(count),
			watts(kind.Watts))
		return c.probableUnit(r)
	},
}
