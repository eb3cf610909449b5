package rules

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"green500/validation/methodology"
	"green500/validation/power"
)

// missing is the smallest number, at most the limit, from which on it is enough.
func missing(limit int, enough func(int) bool) int { return sort.Search(max(limit, 0), enough) }

// nodePlan looks for the fewest nodes still to measure; all are assumed to draw what the measured ones of their set do.
type nodePlan struct {
	Case
	metered power.Watts   // of all compute nodes that are measured
	draws   []power.Watts // of a node of each set
}

func (c Case) nodePlan() nodePlan {
	p := nodePlan{Case: c, metered: c.ComputePower(), draws: make([]power.Watts, len(c.Entry.NodeSets))}
	for i, set := range c.Entry.NodeSets {
		for _, part := range c.Parts {
			covers := part.Series.Covers
			ofSet := covers.Subsystem == power.Compute && (covers.NodeSet == "" || covers.NodeSet == set.Name)
			if metered, known := part.Metered(c.AveragingSpan()); ofSet && known && set.Measured > 0 {
				p.draws[i] += metered / power.Watts(set.Measured)
			}
		}
	}
	return p
}

// FewestNodes returns how many nodes of each set a level asks to be measured, before anything is: draws
// are the powers of one node of each set. More are required of the sets that draw most.
func FewestNodes(limits methodology.Limits, sets []power.NodeSet, draws []power.Watts) []int {
	of := &power.Measurement{Entry: &power.Entry{NodeSets: sets}}
	return nodePlan{Case: Case{Measurement: of, Limits: limits}, draws: draws}.shortest().further
}

type route struct {
	further, short []int
	byPower        bool // enough by the power alone
}

func (r route) nodes() (sum int) {
	for _, count := range r.further {
		sum += count
	}
	return sum
}

// shortest returns the route of the fewest nodes: by the required parts or, if a level accepts it, by enough power.
func (p nodePlan) shortest() route {
	best := p.route(func(set power.NodeSet) Result { return p.setShare(set, false) }, p.enough)
	if p.Limits.Compute.EnoughPower > 0 {
		byPower := p.route(func(set power.NodeSet) Result { return p.setShare(set, true) }, p.enoughPowerWith)
		if byPower.byPower = true; byPower.nodes() < best.nodes() {
			return byPower
		}
	}
	return best
}

func (p nodePlan) route(share func(power.NodeSet) Result, enough func([]int) bool) route {
	r, order, left := route{short: make([]int, len(p.draws))}, make([]int, len(p.draws)), 0
	for i, set := range p.Entry.NodeSets {
		r.short[i], order[i] = 0, i
		if len(order) > 1 && !p.Limits.Compute.Whole {
			r.short[i] = missing(set.Nodes-set.Measured, func(k int) bool {
				return share(power.NodeSet{Nodes: set.Nodes, Measured: set.Measured + k}).Outcome == Pass
			})
		}
		left += set.Nodes - set.Measured - r.short[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.draws[b], p.draws[a]) })
	r.further = p.spread(r.short, order, missing(left, func(k int) bool { return enough(p.spread(r.short, order, k)) }))
	return r
}

func (p nodePlan) spread(short, order []int, further int) []int {
	short = slices.Clone(short)
	for _, i := range order {
		set := p.Entry.NodeSets[i]
		taken := min(further, set.Nodes-set.Measured-short[i])
		short[i] += taken
		further -= taken
	}
	return short
}

func (p nodePlan) with(further []int) (measured int, metered power.Watts) {
	_, measured = p.Entry.Nodes()
	metered = p.metered
	for i, count := range further {
		measured += count
		metered += power.Watts(count) * p.draws[i]
	}
	return measured, metered
}

func (p nodePlan) enough(further []int) bool {
	nodes, _ := p.Entry.Nodes()
	measured, metered := p.with(further)
	return fractionResult(p.Limits.Compute, nodes, measured, metered).Outcome == Pass
}

func (p nodePlan) enoughPowerWith(further []int) bool {
	nodes, _ := p.Entry.Nodes()
	measured, metered := p.with(further)
	return measured >= nodes || metered >= p.Limits.Compute.EnoughPower
}

func (p nodePlan) way(further []int) string {
	nodes, _ := p.Entry.Nodes()
	switch measured, metered := p.with(further); {
	case measured >= nodes:
		return "all of them"
	case p.Limits.Compute.EnoughPower > 0 && metered >= p.Limits.Compute.EnoughPower:
		return watts(float64(p.Limits.Compute.EnoughPower))
	}
	return togetherAsked(p.Limits.Compute)
}

func moreNodes(set power.NodeSet, count int, what string) []Need {
	if count == 0 {
		return nil
	}
	return []Need{{fmt.Sprintf("Measure %s of set %s, for %s", counted(count, "more node"), set.Name, what),
		"nodes of set " + set.Name, float64(count)}}
}
