package validation

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

type instrument struct {
	name   string
	feedOf string // as the document states it
	nodes  int    // the same; 0 if it does not
	watts  float64
}

func instrumentsOf(part *power.Part, span power.Span, corrected []float64) []instrument {
	averages, _ := part.Averages(span)
	all := make([]instrument, len(averages))
	for i, average := range averages {
		all[i] = instrument{cmp.Or(part.Traces[i].Instrument, part.Series.Value), part.Series.FeedOf, part.Series.Nodes,
			float64(average)}
		if corrected != nil {
			all[i].watts = corrected[i]
		}
	}
	return all
}

type nodeGroup struct {
	watts float64
	nodes float64 // how many; 0 if that is not known
	feeds int
}

// variationOf reads from instruments how much nodes differ: the mean of a group of them varies less than its members,
// by the square root of their number. Feeds of one rack or node are added first; they are no sample. Where whole racks
// were drawn, racks of so many nodes are the groups. count is the number of groups.
func variationOf(all []instrument, measured, rack int) (variation float64, count int, known bool) {
	groups, known := groupsOf(all, measured)
	if known {
		groups = racksOf(groups, rack)
	}
	if count = len(groups); count < 2 {
		return 0, 0, false
	}
	watts, nodes := 0.0, 0.0
	for _, g := range groups {
		watts, nodes = watts+g.watts, nodes+g.nodes
	}
	mean := watts / nodes
	if mean <= 0 {
		return 0, 0, false
	}
	squares := 0.0
	for _, g := range groups {
		off := g.watts/g.nodes - mean
		squares += float64(g.nodes * off * off)
	}
	return math.Sqrt(squares/float64(count-1)) / mean, count, true
}

// groupsOf puts instruments together so that each group holds a known number of nodes: by feeds that the document or
// the names tell, by themselves, and as groups of equal size if nothing else fits.
func groupsOf(all []instrument, measured int) (groups []nodeGroup, known bool) {
	stated := func(one instrument) string { return cmp.Or(one.feedOf, "instrument "+one.name) }
	named := func(one instrument) string { return cmp.Or(one.feedOf, feedOf(one.name)) }
	alone, byName := grouped(all, stated), grouped(all, named)
	ways := [][]nodeGroup{alone, byName}
	if !slices.ContainsFunc(byName, func(g nodeGroup) bool { return g.feeds < 2 }) {
		ways = [][]nodeGroup{byName, alone} // every name tells of feeds
	}
	for _, way := range ways {
		if sized(way, measured) {
			return way, true
		}
	}
	for _, way := range ways {
		if len(way) > 0 && len(way) <= measured {
			return equal(way, measured), true
		}
	}
	return nil, false
}

// racksOf puts groups together until each has the nodes of a rack: neighbours by name share one.
func racksOf(groups []nodeGroup, nodes int) []nodeGroup {
	var racks []nodeGroup
	for _, g := range groups {
		if last := len(racks) - 1; last >= 0 && racks[last].nodes+g.nodes <= float64(nodes) {
			racks[last] = nodeGroup{racks[last].watts + g.watts, racks[last].nodes + g.nodes,
				racks[last].feeds + g.feeds}
			continue
		}
		racks = append(racks, g)
	}
	return racks
}

func grouped(all []instrument, key func(instrument) string) []nodeGroup {
	var keys []string
	sums := map[string]nodeGroup{}
	for _, one := range all {
		of := key(one)
		g, seen := sums[of]
		if !seen {
			keys = append(keys, of)
		}
		sums[of] = nodeGroup{g.watts + one.watts, math.Max(g.nodes, float64(one.nodes)), g.feeds + 1}
	}
	groups := make([]nodeGroup, len(keys))
	for i, of := range keys {
		groups[i] = sums[of]
	}
	return groups
}

func equal(groups []nodeGroup, measured int) []nodeGroup {
	for i := range groups {
		groups[i].nodes = float64(measured) / float64(len(groups))
	}
	return groups
}

// sized finds how many nodes each group holds: as stated, all the same, or as many as fit its power. ok is false if the
// power of a node would then differ too much between groups, or if the numbers do not add up.
func sized(groups []nodeGroup, measured int) (ok bool) {
	watts, nodes := 0.0, 0.0
	for _, g := range groups {
		watts, nodes = watts+g.watts, nodes+g.nodes
	}
	if watts <= 0 || len(groups) > measured {
		return false
	}
	if !slices.ContainsFunc(groups, func(g nodeGroup) bool { return g.nodes == 0 }) && nodes == float64(measured) {
		return true
	}
	each := watts / float64(measured)
	if alike(equal(groups, measured), each) {
		return true
	}
	nodes = 0
	for i, g := range groups {
		groups[i].nodes = math.Round(g.watts / each)
		nodes += groups[i].nodes
	}
	return nodes == float64(measured) && alike(groups, each)
}

func alike(groups []nodeGroup, each float64) bool {
	return !slices.ContainsFunc(groups, func(g nodeGroup) bool {
		return g.nodes <= 0 || math.Abs(g.watts/g.nodes-each) > methodology.EqualFractions*each
	})
}

// feedSuffix is how names tell one feed of a rack or node from the others: "rack1-b", "node7 A", "r12_psu2".
var feedSuffix = regexp.MustCompile(
	`(?i)(?:[-_ ./:]+|(\d))(?:(?:feed|pdu|psu|ps|inlet|input|supply|cord|leg|line|phase|l)[-_ ./:]*(?:[a-d]|[1-4])|[a-d])$`)

// feedOf is the name of an instrument without what tells feeds apart. Instruments told apart by more than one column of
// a table are feeds of what all columns but the last name.
func feedOf(name string) string {
	if at := strings.LastIndexByte(name, ' '); at > 0 && strings.Count(name, "=") > 1 {
		return name[:at]
	}
	return feedSuffix.ReplaceAllString(name, "$1")
}

// samplingParts says what extrapolation adds to an average, for each node set and subsystem that was
// measured in part. corrected are averages of instruments to look at in place of those of their readings.
func samplingParts(m *power.Measurement, average power.Average, corrected map[*power.Part][]float64) []SamplingPart {
	parts := []SamplingPart{}
	var done []power.Covers
	for _, c := range average.Contributions {
		if c.Kind == power.Extrapolated && !slices.Contains(done, c.Part.Series.Covers) {
			done = append(done, c.Part.Series.Covers)
			parts = append(parts, samplingPart(m, average, c.Part.Series, corrected))
		}
	}
	return parts
}

func samplingPart(m *power.Measurement, average power.Average, series *power.Series,
	corrected map[*power.Part][]float64) SamplingPart {
	all, measured := m.UnitsOf(series)
	part := SamplingPart{
		Subsystem: series.Covers.Subsystem, NodeSet: series.Covers.NodeSet, Measured: measured, All: all,
		Variation: methodology.AssumedVariation, Assumed: true,
	}
	var published power.Watts
	var seen []instrument
	for _, c := range average.Contributions {
		if c.Part == nil || c.Part.Series.Covers != series.Covers {
			continue
		}
		published += c.Watts
		if c.Kind == power.Metered {
			seen = append(seen, instrumentsOf(c.Part, average.Span, corrected[c.Part])...)
		}
	}
	rack := rackOf(m, series)
	part.Variation *= math.Sqrt(float64(rack))
	if variation, count, known := variationOf(seen, measured, rack); known {
		part.Variation, part.Assumed, part.Groups = roundPart(variation), false, count
	}
	standard := uncertainty.SamplingStandard(part.Variation, measured, all)
	part.Half = round(math.Abs(uncertainty.Coverage(part.degrees()) * standard * float64(published)))
	narrow, wide := methodology.SamplingGoals()
	part.ForOne, part.ForTwo = uncertainty.UnitsFor(narrow, part.Variation, all),
		uncertainty.UnitsFor(wide, part.Variation, all)
	return part
}

// rackOf is how many nodes were drawn at once: those of a rack, if whole racks were.
func rackOf(m *power.Measurement, series *power.Series) int {
	set := m.Entry.NodeSet(series.Covers.NodeSet)
	if series.Covers.Subsystem != power.Compute || set == nil || set.SelectionMethod != power.SelectRandomRacks {
		return 1
	}
	return max(1, set.PerChassis)
}

func (p SamplingPart) degrees() float64 { return uncertainty.SamplingDegrees(p.Groups) }

func samplingStandard(parts []SamplingPart) (watts, degrees float64) {
	b := uncertainty.Budget{}
	for _, part := range parts {
		b.Add(uncertainty.FromSampling, 0, part.Half/uncertainty.Coverage(part.degrees()), part.degrees())
	}
	return b.Combined()
}

func samplingHalf(parts []SamplingPart) float64 {
	halves := make([]float64, len(parts))
	for i, part := range parts {
		halves[i] = part.Half
	}
	return round(uncertainty.Root(halves...))
}
