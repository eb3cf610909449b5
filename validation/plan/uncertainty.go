package plan

import (
	"fmt"
	"math"
	"sort"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// Uncertainty is how far the published figures will probably lie from the truth, by the terms and functions of the
// report on the run. What gaps, codes for "no reading" and the resolution of the readings add is not known before the
// run.
type Uncertainty struct {
	// expected of the whole machine, with what is included
	Power    power.Watts  `json:"power_w"`
	Meters   *power.Watts `json:"meters_half_w"`   // null if the accuracy is not stated
	Sampling *power.Watts `json:"sampling_half_w"` // null if one node shows nothing about the others
	// of all components: the larger distance to an end of the interval
	Half       *power.Watts            `json:"half_w"`
	Percent    *float64                `json:"half_percent"`         // the same, of the power
	Efficiency *float64                `json:"gflops_per_watt"`      // expected; null if Rmax is not stated
	Low        *float64                `json:"gflops_per_watt_low"`  // of an interval of 95%
	High       *float64                `json:"gflops_per_watt_high"` // the same
	Missing    []string                `json:"missing"`              // sentences: what is not known for it
	Components []uncertainty.Component `json:"components,omitempty"` // what the interval is made of
}

// Goal is how many nodes to measure for the uncertainty that is wanted.
type Goal struct {
	Percent float64 `json:"percent"`
	Problem string  `json:"problem,omitempty"` // why it is out of reach
	Sets    []Set   `json:"node_sets"`
}

func (r Request) meterError(metered power.Watts) (part float64, known bool) {
	return r.Meter.Accuracy.At(metered / power.Watts(max(1, r.Meter.Count)))
}

func (l *Level) uncertainty() Uncertainty {
	e := l.expectation()
	u := Uncertainty{Power: e.total(), Missing: []string{}}
	rate := power.GFlops(l.request.Rmax * 1e3)
	if rate > 0 {
		u.Efficiency = new(rate.PerWatt(u.Power))
	}
	if half, known := e.meters(); known {
		u.Meters = &half
	} else {
		u.Missing = append(u.Missing, "The accuracy of the meter at the power that it will see is not stated.")
	}
	u.Sampling = new(power.Watts(uncertainty.Root(e.sampling().halves...)))
	if u.Meters == nil {
		return u
	}
	b := e.budget()
	below, above := b.Ends()
	u.Components = b.All
	u.Half = new(power.Watts(math.Max(below, above)))
	u.Percent = new(rounded(100 * float64(*u.Half/u.Power)))
	if least := u.Power - power.Watts(below); rate > 0 && least > 0 {
		u.Low, u.High = new(rate.PerWatt(u.Power+power.Watts(above))), new(rate.PerWatt(least))
	}
	return u
}

// goal finds the fewest nodes for the uncertainty that is wanted, of the compute nodes alone and read as the requested
// level asks. Each set is known to the same part of its power.
func (r Request) goal() *Goal {
	if r.Goal == 0 {
		return nil
	}
	g := &Goal{Percent: r.Goal}
	edition := methodology.Edition(r.Methodology)
	chosen := Level{request: r, limits: edition.Limits(r.Level),
		Integrated: demanded(edition, r.Level)["integrated-energy"]}
	chosen.Interval = chosen.longestInterval().Seconds()
	percent := func(sets []Set) float64 {
		e := chosen.expectation()
		e.sets = sets
		b := e.budget()
		return 100 * math.Max(b.Ends()) / float64(e.total())
	}
	low, high := 1e-9, 1.0
	if rest := percent(r.nodesFor(low)); rest > r.Goal {
		g.Problem = fmt.Sprintf("With every node measured, the error of the meter and the ends of the core phase "+
			"leave %s%%: use a better meter, or plan for a larger uncertainty.", figure(math.Ceil(100*rest)/100))
		return g
	}
	for range 60 { // halves the ratio of the two, down to what a floating-point number tells apart
		middle := math.Sqrt(low * high)
		if percent(r.nodesFor(middle)) <= r.Goal {
			low = middle
		} else {
			high = middle
		}
	}
	g.Sets = r.nodesFor(low)
	return g
}

func (r Request) nodesFor(each float64) []Set {
	var chosen []Set
	for _, set := range r.NodeSets {
		enough := sort.Search(set.Nodes-1, func(k int) bool { return r.sampled(set, k+1).standard <= each })
		chosen = append(chosen, Set{Name: set.Name, Nodes: set.Nodes, Asked: enough + 1, Measured: enough + 1})
	}
	return chosen
}

// Sampled is how well the power would be known with so many nodes measured.
type Sampled struct {
	Nodes   int     `json:"nodes"`
	Percent float64 `json:"half_percent"`
}

// Sampling returns for the chosen level what other numbers of nodes would give, from two of each set, doubled, to all.
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
