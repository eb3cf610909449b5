package forensics

import (
	"cmp"
	"math"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Groups are the two groups that the instruments of a node set fall into by their power.
type Groups struct {
	Set             string
	Lower, Upper    []int // places in Facts
	LowMean, UpMean power.Watts
}

func groups(m *power.Measurement, f *Facts) []Groups {
	all := f.Instruments
	otherwise := map[int]bool{} // what they show has another reason: their clock, or a node that rests for a while
	for _, one := range f.Offsets {
		otherwise[one.Instrument] = true
	}
	for _, one := range f.Idlers {
		otherwise[one.Instrument] = otherwise[one.Instrument] || one.Usual > 0
	}
	var found []Groups
	for _, set := range m.Entry.NodeSets {
		of := ofSet(m, all, set)
		// one node or chassis each
		equal := set.Measured == len(of) || set.PerChassis > 1 && set.Measured == len(of)*set.PerChassis
		of = slices.DeleteFunc(of, func(i int) bool { return otherwise[i] })
		if len(of) < 2*methodology.NodesOfGroup || !equal {
			continue
		}
		if g, two := twoGroups(all, of); two {
			g.Set = set.Name
			found = append(found, g)
		}
	}
	return found
}

func ofSet(m *power.Measurement, all []Instrument, set power.NodeSet) []int {
	var of []int
	for i, one := range all {
		covers := one.Part.Series.Covers
		if covers.Subsystem == power.Compute &&
			(covers.NodeSet == set.Name || covers.NodeSet == "" && len(m.Entry.NodeSets) == 1) {
			of = append(of, i)
		}
	}
	return of
}

// twoGroups splits instruments if two levels explain their power best; two is whether the levels are two.
func twoGroups(all []Instrument, of []int) (g Groups, two bool) {
	average := func(i int) float64 {
		watts, _ := all[i].Average()
		return math.Log(max(float64(watts), 1))
	}
	slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(average(a), average(b)) })
	sorted := make([]float64, len(of))
	for k, i := range of {
		sorted[k] = average(i)
	}
	low, high := levels(sorted)
	split, _ := slices.BinarySearch(sorted, (low+high)/2)
	if split == 0 || split == len(of) {
		return g, false
	}
	scatter := math.Sqrt((variance(sorted[:split]) + variance(sorted[split:])) / 2)
	smaller := min(split, len(of)-split)
	two = high-low >= math.Log(1+methodology.GroupsApart) && high-low >= methodology.GroupsOfScatter*scatter &&
		sorted[split]-sorted[split-1] >= (high-low)/2 && smaller >= methodology.NodesOfGroup
	g.Lower, g.Upper = of[:split], of[split:]
	g.LowMean, g.UpMean = power.Watts(math.Exp(low)), power.Watts(math.Exp(high))
	return g, two
}

func variance(values []float64) float64 {
	mean, _ := meanOf(values)
	sum := 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return sum / float64(len(values))
}
