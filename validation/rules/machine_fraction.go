package rules

import (
	"fmt"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

var machineFraction = Rule{
	ID:      "machine-fraction",
	Title:   "Enough of the compute nodes is measured",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Fraction,
	Field:   "node_sets[].measured",
	Requires: "A minimum part of the compute nodes must be measured; " +
		"the text states it as a fraction, a number of nodes and a power.",
	Severity: Must,
	Remedy:   "Measure more compute nodes.",
	How: "Measured nodes over all nodes of all sets, the number of measured nodes and the average power metered at " +
		"them over the core phase are compared with the limits of the " +
		"level. The minima of nodes and power apply to the whole machine, not to each set, " +
		"because the text does not say. Measuring the whole machine suffices at every " +
		"level: the text of 2.0 says so for small machines at Level 2, its table for all. " +
		"For Level 2 the checklist of 1.2 prints a question mark in one place and " +
		"1/3 in another; the table and section 3.6 have 1/8, which applies.",
	Check: func(c Case) Result {
		nodes, measured := c.Entry.Nodes()
		if nodes == 0 {
			return unknown("The document does not say how many compute nodes there are.").
				seen("not stated", computeLimit(c)).
				needs("State how many compute nodes there are")
		}
		if measured == 0 { // nothing could be scaled to the whole machine, however large the power
			return unknown("The document does not say how many compute nodes were measured.").
				seen("not stated", computeLimit(c)).
				needs("State how many compute nodes were measured")
		}
		metered := c.ComputePower()
		observed := fmt.Sprintf("%d of %d nodes, %s", measured, nodes, watts(float64(metered)))
		return c.lackNodes(fractionResult(c.Limits.Compute, nodes, measured, metered).seen(observed, computeLimit(c)))
	},
}

func fractionResult(limits methodology.ComputeLimits, nodes, measured int, metered power.Watts) Result {
	switch {
	case measured >= nodes:
		return passed("All compute nodes are measured.")
	case limits.Whole:
		return failed("%d of %d compute nodes are measured; all are required.", measured, nodes)
	case limits.EnoughPower > 0 && metered >= limits.EnoughPower:
		return atLeast("The measured power", float64(metered), float64(limits.EnoughPower), watts)
	}
	least := []Result{
		atLeast("The measured fraction of the compute nodes", float64(measured)/float64(nodes),
			limits.Fraction, percent), atLeast("The measured power", float64(metered), float64(limits.Power), watts),
	}
	if limits.Nodes > 0 {
		least = append(least, atLeast("The number of measured nodes", float64(measured), float64(limits.Nodes), pieces))
	}
	return worst(least...)
}

func (c Case) lackNodes(r Result) Result {
	if r.Outcome != Fail {
		return r
	}
	plan := c.nodePlan()
	route := plan.shortest()
	for i, set := range c.Entry.NodeSets {
		r = r.lacks(moreNodes(set, route.further[i], plan.way(route.further))...)
	}
	return r
}

func computeLimit(c Case) string {
	limits := c.Limits.Compute
	if limits.Whole {
		return "all compute nodes"
	}
	text := togetherAsked(limits)
	if limits.EnoughPower > 0 {
		text += ", or " + watts(float64(limits.EnoughPower))
	}
	return text
}

func togetherAsked(limits methodology.ComputeLimits) string {
	all := []string{percent(limits.Fraction), watts(float64(limits.Power))}
	if limits.Nodes > 0 {
		all = append(all, fmt.Sprintf("%d nodes", limits.Nodes))
	}
	return strings.Join(all, " and ")
}
