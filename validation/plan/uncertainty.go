package plan

import (
	"fmt"
	"math"
	"sort"

	"green500/validation"
	"green500/validation/power"
)

// Uncertainty is how far the published figures will probably lie from the truth. What the start and
// end of the core phase add is not known before the run.
type Uncertainty struct {
	Power      power.Watts  `json:"power_w"`         // expected of the whole machine, with what is included
	Meters     *power.Watts `json:"meters_half_w"`   // null if the accuracy is not stated
	Sampling   *power.Watts `json:"sampling_half_w"` // null if one node shows nothing about the others
	Half       *power.Watts `json:"half_w"`          // both together
	Percent    *float64     `json:"half_percent"`    // the same, of the power
	Efficiency *float64     `json:"gflops_per_watt"` // expected; null if Rmax is not stated
	Low        *float64     `json:"gflops_per_watt_low"`
	High       *float64     `json:"gflops_per_watt_high"`
	Missing    []string     `json:"missing"` // sentences: what is not known for it
}

// Goal is how many nodes to measure for the uncertainty that is wanted.
type Goal struct {
	Percent float64 `json:"percent"`
	Problem string  `json:"problem,omitempty"` // why it is out of reach
	Sets    []Set   `json:"node_sets"`
}

// load is the power that one meter sees where the given power is spread over all.
func (r Request) load(metered power.Watts) power.Watts {
	return metered / power.Watts(max(1, r.Meter.Count))
}

// meterError is the relative error of the meter while it sees a power; known is false if none is stated.
func (r Request) meterError(metered power.Watts) (part float64, known bool) {
	return r.Meter.Accuracy.At(r.load(metered))
}

func (l *Level) uncertainty() Uncertainty {
	u := Uncertainty{Missing: []string{}}
	var through power.Watts
	for _, set := range l.request.NodeSets {
		through += set.Power * power.Watts(set.Nodes)
	}
	u.Power = through
	for _, s := range l.Subsystems {
		if s.Treatment != power.LeftOut {
			u.Power += s.Power
		}
		if s.Treatment == power.Measured {
			through += s.Power
		}
	}
	if part, known := l.request.meterError(l.Metered); known {
		u.Meters = new(power.Watts(part) * through)
	} else {
		u.Missing = append(u.Missing, "The accuracy of the meter at the power that it will see is not stated.")
	}
	if half, problem := samplingHalf(l.request.NodeSets, l.Sets); problem == "" {
		u.Sampling = &half
	} else {
		u.Missing = append(u.Missing, problem)
	}
	u.combine(l.request.Rmax)
	return u
}

func (u *Uncertainty) combine(teraflops float64) {
	rate := power.GFlops(teraflops * 1e3)
	if rate > 0 {
		u.Efficiency = new(rate.PerWatt(u.Power))
	}
	if u.Meters == nil || u.Sampling == nil {
		return
	}
	u.Half = new(power.Watts(math.Hypot(float64(*u.Meters), float64(*u.Sampling))))
	u.Percent = new(rounded(100 * float64(*u.Half/u.Power)))
	if rate > 0 && *u.Half < u.Power {
		u.Low, u.High = new(rate.PerWatt(u.Power+*u.Half)), new(rate.PerWatt(u.Power-*u.Half))
	}
}

// samplingHalf is what scaling from the measured nodes to all adds, with the variation that an
// earlier run or surveys found; the problem is a sentence if one node shows nothing about the others.
func samplingHalf(sets []NodeSet, chosen []Set) (half power.Watts, problem string) {
	var squares float64
	for i, set := range sets {
		if chosen[i].Measured >= set.Nodes {
			continue
		}
		variation, _ := set.variation()
		part, known := validation.SamplingError(variation, chosen[i].Measured, set.Nodes, chosen[i].Measured)
		if !known {
			return 0, fmt.Sprintf("Only %d of %d nodes of %s would be measured, so their differences are not known: measure at least 2.", chosen[i].Measured, set.Nodes, set.Name)
		}
		squares += math.Pow(part*float64(set.Power)*float64(set.Nodes), 2)
	}
	return power.Watts(math.Sqrt(squares)), ""
}

// goal finds the fewest nodes for the uncertainty that is wanted: what the meters leave of it is
// shared by the sets, each to the same part of its power.
func (r Request) goal(expected power.Watts) *Goal {
	if r.Goal == 0 {
		return nil
	}
	g := &Goal{Percent: r.Goal}
	metered, _ := r.meterError(r.NodeSets[0].Power) // of a meter on a single node: more nodes see a better one
	if left := r.Goal*r.Goal/1e4 - metered*metered; left <= 0 {
		g.Problem = fmt.Sprintf("The error of the meter alone is %s%%: use a better meter, or plan for a larger uncertainty.", figure(100*metered))
	} else {
		g.Sets = r.nodesFor(math.Sqrt(left) * float64(expected))
	}
	return g
}

// nodesFor is how many nodes of each set give the half width of a power.
func (r Request) nodesFor(half float64) []Set {
	var squares float64
	for _, set := range r.NodeSets {
		squares += math.Pow(float64(set.Power)*float64(set.Nodes), 2)
	}
	each := half / math.Sqrt(squares)
	var chosen []Set
	for _, set := range r.NodeSets {
		variation, _ := set.variation()
		enough := sort.Search(set.Nodes-1, func(k int) bool {
			part, known := validation.SamplingError(variation, k+1, set.Nodes, k+1)
			return known && part <= each
		})
		chosen = append(chosen, Set{Name: set.Name, Nodes: set.Nodes, Asked: enough + 1, Measured: enough + 1})
	}
	return chosen
}

// Sampled is how well the power would be known with so many nodes measured.
type Sampled struct {
	Nodes   int     `json:"nodes"`
	Percent float64 `json:"half_percent"`
}

// Sampling returns for the chosen level what more or fewer nodes would give, from two of each set to all,
// twice as many each time, each set measured in proportion to its size.
func (p *Plan) Sampling() []Sampled {
	var all []Sampled
	for part := 1.0 / float64(p.Nodes()); part < 2; part *= 2 {
		l := *p.Chosen()
		l.Sets, l.Metered = nil, 0
		for _, set := range p.Request.NodeSets {
			measured := min(set.Nodes, max(2, int(math.Round(part*float64(set.Nodes)))))
			l.Sets = append(l.Sets, Set{Name: set.Name, Nodes: set.Nodes, Measured: measured})
			l.Metered += set.Power * power.Watts(measured)
		}
		u := l.uncertainty()
		if u.Percent == nil || len(all) > 0 && all[len(all)-1].Nodes == l.Nodes() {
			continue
		}
		all = append(all, Sampled{l.Nodes(), *u.Percent})
	}
	return all
}
