package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var idlePlausible = Rule{
	ID:      "idle-plausible",
	Title:   "Idle power is that of a machine that is ready for work",
	Aspect:  methodology.Measurements,
	Section: methodology.IdlePower,
	Field:   "idle[].power_w",
	Requires: "Idle power is that of the system when it is ready for work: it is not asleep, " +
		"and it does not run the workload.",
	Remedy: "Measure idle power of the whole machine while it is ready for work, in watts (idle: " +
		"power_w) or as a time range with readings; do not subtract anything from the readings.",
	How: "Each idle measurement is compared with the core average: from " + percent(methodology.IdleOfLoad().Low) +
		" to " + percent(methodology.IdleOfLoad().High) +
		" of it, for a span of readings the compute nodes by themselves as well. The nodes are then compared with " +
		"the lowest power of the largest instruments of nodes before and after the run: a factor of " +
		number(methodology.IdleOfRest) +
		" either way. The methodology requires idle power that is measured in a ready state and not asleep.",
	Check: func(c Case) Result {
		load := c.Average(c.Core) // what lies beside the run is held against it too, whatever window is averaged
		if !load.Known {
			load = c.Average(c.AveragingSpan())
		}
		var results []Result
		for _, idle := range c.IdleAverages() {
			if load.Known && load.Total > 0 {
				results = append(results, c.idlePlausible(idle, load))
			}
		}
		return worstOr("There is no idle power to compare.", results)
	},
}

func (c Case) idlePlausible(idle, load power.Average) Result {
	part := float64(idle.Total / load.Total)
	r := within("Idle power of "+watts(float64(idle.Total))+" as a part of the load", part,
		methodology.IdleOfLoad(), percent)
	if !idle.Span.IsZero() {
		r = r.at(idle.Span)
	}
	if r.Outcome == Fail {
		if methodology.IdleOfLoad().Hold(part*kilo) && idle.Span.IsZero() {
			r.Message += " This is probably a wrong unit: the figure would fit in kW."
			r = r.needs("State idle power in watts: the figure fits in kW")
		}
		return r
	}
	if nodes := computeOf(load); !idle.Span.IsZero() && nodes > 0 &&
		computeOf(idle) < nodes*power.Watts(methodology.IdleOfLoad().Low) {
		return within("Idle power of the compute nodes as a part of their load", float64(computeOf(idle)/nodes),
			methodology.IdleOfLoad(), percent).at(idle.Span)
	}
	rest, nodes := c.facts().Rest, float64(nodesOf(load))
	idleNodes := float64(nodesOf(idle))
	if idle.Span.IsZero() {
		idleNodes = float64(idle.Total-load.Total) + nodes // what is no node draws the same at all times
	}
	if rest <= 0 || nodes <= 0 {
		return r
	}
	seen, why := idleNodes/nodes/rest, ""
	switch {
	case seen*methodology.IdleOfRest < 1:
		why = "before and after the run nodes never draw less than %s of their load: " +
			"the idle machine may have been asleep."
	case seen > methodology.IdleOfRest:
		why = "before or after the run nodes draw as little as %s of their load: the machine may not have been idle."
	default:
		return r
	}
	return failed("Idle power of %s is %s of the load, but "+why, watts(float64(idle.Total)), percent(part),
		percent(rest)).
		seen(figures(seen)+" times the power beside the run",
			figures(1/methodology.IdleOfRest)+" to "+figures(methodology.IdleOfRest)+" times").at(r.Spans...)
}

func computeOf(a power.Average) (sum power.Watts) {
	for _, one := range a.Contributions {
		if one.Subsystem == power.Compute && one.Kind == power.Metered {
			sum += one.Watts
		}
	}
	return sum
}

func nodesOf(a power.Average) (sum power.Watts) {
	for _, one := range a.Contributions {
		if one.Subsystem == power.Compute {
			sum += one.Watts
		}
	}
	return sum
}
