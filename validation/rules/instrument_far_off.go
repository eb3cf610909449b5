package rules

import (
	"math"
	"slices"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var instrumentFarOff = Rule{
	ID:      "instrument-far-off",
	Title:   "No instrument is far from all others of its node set",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Fraction,
	Field:   "series[].file",
	Requires: "The power of the measured nodes stands for that of all, " +
		"so that each of them has to be measured as it is.",
	Remedy: "Say why the power of that node is so different (series: nodes, if it sees fewer of them), " +
		"or correct its scale or its wiring.",
	How: "If many instruments see equally many nodes of a set, " +
		"the average of each in the core phase is compared with " +
		"the middle one. One that is off by more than " + percent(methodology.FarFromSiblings) +
		" of it is far if the others agree within a quarter of that, and if few are.",
	Check: shown(func(c Case, facts *forensics.Facts) Result {
		var results []Result
		for _, set := range c.Entry.NodeSets {
			results = append(results, c.farOff(set, facts))
		}
		return worstOr("There are no node sets.", results)
	}),
}

func (c Case) farOff(set power.NodeSet, facts *forensics.Facts) Result {
	asked := "within " + percent(methodology.FarFromSiblings) + " of the middle one"
	var averages []float64
	var places []int
	for i, one := range facts.Instruments {
		if average, known := one.Average(); known && c.coversAlone(one.Part, set) && one.Part.Series.Nodes == 0 &&
			one.Part.Series.FeedOf == "" {
			averages, places = append(averages, float64(average)), append(places, i)
		}
	}
	if len(averages) < methodology.FewestSiblings || set.Measured%len(averages) != 0 {
		return notApplicable("The instruments of set %s are too few to compare, or see different numbers of nodes.",
			set.Name)
	}
	sorted := slices.Sorted(slices.Values(averages))
	middle := sorted[len(sorted)>>1]
	if middle <= 0 {
		return notApplicable("The instruments of set %s read no power.", set.Name)
	}
	var far []int
	var worst float64
	for i, average := range averages {
		off := average/middle - 1
		if math.Abs(off) > methodology.FarFromSiblings {
			far = append(far, places[i])
			if math.Abs(off) > math.Abs(worst) {
				worst = off
			}
		}
	}
	few := int(methodology.FewSiblings * float64(len(sorted)))
	inner := sorted[few+1 : len(sorted)-few-1]
	if len(far) == 0 || len(far) > few+1 ||
		inner[len(inner)-1]-inner[0] > methodology.FarFromSiblings*middle {
		return passed("The instruments of set %s draw about the same power, or differ by groups.", set.Name).
			seen(counted(len(averages), "instrument"), asked)
	}
	return failed("%s: off by %s from the middle of %s of set %s, which agree with each other.", namesOf(facts, far),
		percent(worst), counted(len(averages), "instrument"), set.Name).seen(percent(worst), asked)
}
