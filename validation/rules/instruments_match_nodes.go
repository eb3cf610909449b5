package rules

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

var instrumentsMatchNodes = Rule{
	ID:      "instruments-match-nodes",
	Title:   "The instruments of a node set fit the number of measured nodes",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Fraction,
	Field:   "node_sets[].measured",
	Requires: "The power of the measured nodes is extrapolated by their number, " +
		"so that each node that counts as measured has readings.",
	Remedy: "Correct how many nodes were measured (node_sets: measured), add the missing instruments, " +
		"or state what each sees (series: nodes, feed_of).",
	How: "Instruments of a set that draw about the same power, within " + percent(methodology.InstrumentsAlike) +
		", see equally many nodes. " +
		"If each would see up to a few nodes, their number has to divide the measured nodes " +
		"or be a multiple of these or of their chassis. Feeds of one node or rack are added (series: feed_of), " +
		"and feeds that draw next to nothing are left out. " +
		"Stated nodes (series: nodes) have to sum to the measured ones.",
	Check: func(c Case) Result {
		var results []Result
		for _, set := range c.Entry.NodeSets {
			for _, one := range []Result{c.statedNodes(set), c.equalInstruments(set)} {
				if one.Outcome != NotApplicable {
					results = append(results, one)
				}
			}
		}
		return worstOr("The instruments of no set show how many nodes each sees.", results)
	},
}

func (c Case) coversAlone(part power.Part, set power.NodeSet) bool {
	covers := part.Series.Covers
	return covers.Subsystem == power.Compute &&
		(covers.NodeSet == set.Name || covers.NodeSet == "" && len(c.Entry.NodeSets) == 1)
}

func (c Case) statedNodes(set power.NodeSet) Result {
	sum, all, feeds := 0, true, map[string]bool{}
	for _, part := range c.Parts {
		if !c.coversAlone(part, set) {
			continue
		}
		all = all && part.Series.Nodes > 0
		switch feed := part.Series.FeedOf; {
		case feed == "":
			sum += part.Series.Nodes * len(part.Traces)
		case !feeds[feed]:
			feeds[feed] = true
			sum += part.Series.Nodes
		}
	}
	asked := counted(set.Measured, "node")
	switch {
	case sum == 0 || !all && sum <= set.Measured:
		return notApplicable("The series of set %s do not state how many nodes each instrument sees.", set.Name)
	case sum != set.Measured:
		return failed("The series of set %s state %s, and %d count as measured.", set.Name, counted(sum, "node"),
			set.Measured).seen(counted(sum, "node"), asked)
	}
	return passed("The series of set %s state as many nodes as were measured.", set.Name).seen(asked, asked)
}

func (c Case) equalInstruments(set power.NodeSet) Result {
	groups := c.feedsTogether(set)
	count := len(groups)
	if count < methodology.FewestInstruments ||
		slices.Max(groups) > slices.Min(groups)*(1+methodology.InstrumentsAlike) || set.Measured <= 0 {
		return notApplicable("The instruments of set %s do not show how many nodes each sees.", set.Name)
	}
	units := set.Measured
	if set.PerChassis > 1 && set.Measured%set.PerChassis == 0 {
		units /= set.PerChassis
	}
	seen, asked := counted(count, "equal instrument"),
		fmt.Sprintf("a whole number for %s", counted(set.Measured, "node"))
	if set.Measured%count == 0 || count%units == 0 {
		return passed("The instruments of set %s fit its measured nodes.", set.Name).seen(seen, asked)
	}
	if set.Measured/count > methodology.NodesToTell {
		return notApplicable("The instruments of set %s see too many nodes each to show how many.", set.Name)
	}
	return failed("Set %s counts %s as measured, and has readings of %s, which draw about the same power: "+
		"into these the nodes do not divide.", set.Name,
		counted(set.Measured, "node"), counted(count, "instrument")).seen(seen, asked)
}

func (c Case) feedsTogether(set power.NodeSet) []float64 {
	var order []string
	sums := map[string]float64{}
	var total float64
	for i, one := range c.facts().Instruments {
		average, ok := one.Average()
		if !c.coversAlone(one.Part, set) || !ok {
			continue
		}
		key := one.Part.Series.FeedOf
		if key == "" {
			key = fmt.Sprintf("\x00%d", i)
		}
		if _, met := sums[key]; !met {
			order = append(order, key)
		}
		sums[key] += float64(average)
		total += float64(average)
	}
	var groups []float64
	for _, key := range order {
		if sums[key] > methodology.ShareOfMean*total/float64(len(order)) {
			groups = append(groups, sums[key])
		}
	}
	return groups
}
