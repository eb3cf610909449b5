package plan

import (
	"fmt"
	"math"

	"green500/validation/lab/model"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// Outlook is what the energy models expect of the run (lecture notes; Czarnul et al.). It asks for nothing.
type Outlook struct {
	Power  power.Watts  `json:"power_w"`       // of the whole machine over the core phase, with its idle nodes
	Energy power.Joules `json:"core_energy_j"` // of the core phase
	Job    float64      `json:"job_s"`         // from the start of the job to its end
	// if the job draws that power from its start to its end: an upper bound
	JobEnergy power.Joules `json:"job_energy_j"`
	// of the idle nodes over the core phase; of one node if none is to stay idle
	IdleEnergy power.Joules `json:"idle_energy_j"`
	IdleNodes  int          `json:"idle_nodes"`
	Clock      *Clock       `json:"clock,omitempty"`       // nil if no idle power is stated
	Balance    *Balance     `json:"balance,omitempty"`     // nil if no memory bandwidth or no Rpeak is stated
	Peak       *Peak        `json:"peak,omitempty"`        // nil if no Rmax or no Rpeak is stated
	Operation  float64      `json:"j_per_gflop,omitempty"` // e, dynamic energy of 10^9 operations; 0 if not known
	Nodes      []SampleSize `json:"nodes_for_one_percent"` // of each set
}

// Clock is the clock of least energy, as a part of the planned one.
type Clock struct {
	Ratio      float64      `json:"ratio"`
	Energy     power.Joules `json:"core_energy_j"`
	Seconds    float64      `json:"core_phase_s"`
	Efficiency float64      `json:"gflops_per_watt,omitempty"` // 0 if no Rmax is stated
}

// Balance is how many operations a byte of memory traffic the machine can do at its peak.
type Balance struct {
	Bandwidth float64 `json:"memory_gb_s"` // of the whole machine
	PerByte   float64 `json:"flop_per_byte"`
	Roofline  []Reach `json:"roofline"` // at a tenth of an operation a byte, at one, and at the balance
}

// Reach is what work of an intensity reaches at most.
type Reach struct {
	PerByte    float64 `json:"flop_per_byte"`
	Rate       float64 `json:"tflops"`
	Efficiency float64 `json:"gflops_per_watt,omitempty"` // 0 if no Rmax or no idle power is stated
}

// Peak is the planned run compared with the peak of the machine.
type Peak struct {
	Seconds float64 `json:"least_s"`      // of the same work, at the peak
	Share   float64 `json:"of_core"`      // this, as a part of the core phase
	Speedup float64 `json:"self_speedup"` // over one node at its peak
}

// SampleSize is how many nodes of a set to measure for a half width of 1% from the nodes that are not measured.
type SampleSize struct {
	Set       string  `json:"name"`
	Nodes     int     `json:"nodes"`
	Measured  int     `json:"measured"`
	Variation float64 `json:"variation_percent"`
	Assumed   bool    `json:"assumed,omitempty"` // by the methodology: no earlier run states it
}

func (s NodeSet) variation() (part float64, assumed bool) {
	if s.Variation > 0 {
		return s.Variation / 100, false
	}
	return methodology.AssumedVariation, true
}

func (p *Plan) outlook() Outlook {
	r := p.Request
	nodes := p.Nodes()
	core := r.core()
	active, idle := p.Expected/power.Watts(nodes), p.Idle/power.Watts(nodes)
	others := p.Chosen().Uncertainty.Power - p.Expected
	run := model.SPMD(nodes-r.Run.IdleNodes, nodes, active, idle, core)
	o := Outlook{IdleNodes: r.Run.IdleNodes, IdleEnergy: run.Inactive, Job: r.Run.Before + r.Run.Core + r.Run.After}
	o.Energy = run.Total() + others.Over(core)
	o.Power = power.Watts(float64(o.Energy) / core.Seconds())
	o.JobEnergy = o.Power.Over(duration(o.Job))
	if o.IdleNodes == 0 {
		o.IdleEnergy = idle.Over(core)
	}
	rate := power.GFlops(r.Rmax * 1e3)
	split := model.SplitOf(p.Idle+others, o.Power)
	if p.Idle > 0 && split.Dynamic > 0 {
		o.Clock = clockOf(split, r, rate)
		if rate > 0 {
			o.Operation = float64(split.Dynamic) / float64(rate)
		}
	}
	o.Balance = r.balance(split, rate)
	o.Peak = r.peak(nodes)
	for _, set := range r.NodeSets {
		part, assumed := set.variation()
		narrow, _ := methodology.SamplingGoals()
		o.Nodes = append(o.Nodes, SampleSize{set.Name, set.Nodes, uncertainty.UnitsFor(narrow, part, set.Nodes),
			rounded(100 * part), assumed})
	}
	return o
}

// clockOf finds the clock of least energy; at fixed work it is that of the most GFlops/W as well.
func clockOf(split model.Split, r Request, rate power.GFlops) *Clock {
	ratio := split.ThriftyClock()
	c := &Clock{Ratio: ratio, Energy: split.EnergyAtClock(r.core(), ratio),
		Seconds: model.TimeAtClock(r.core(), ratio).Seconds()}
	if rate > 0 {
		c.Efficiency = (rate * power.GFlops(ratio)).PerWatt(split.AtClock(ratio).Total())
	}
	return c
}

func (r Request) balance(split model.Split, rate power.GFlops) *Balance {
	sum := 0.0
	for _, set := range r.NodeSets {
		if set.Bandwidth == 0 {
			return nil
		}
		sum += set.Bandwidth * float64(set.Nodes)
	}
	if r.Rpeak == 0 {
		return nil
	}
	const giga = 1e9
	roof := model.RooflineOf(power.GFlops(r.Rpeak*1e3), sum*giga, split, max(rate, 1))
	b := &Balance{Bandwidth: sum, PerByte: roof.Ridge()}
	for _, intensity := range []float64{0.1, 1, roof.Ridge()} {
		reach := Reach{PerByte: intensity, Rate: roof.Rate(intensity).Teraflops()}
		if rate > 0 && split.Constant > 0 && split.Dynamic > 0 {
			reach.Efficiency = roof.PerWatt(intensity)
		}
		b.Roofline = append(b.Roofline, reach)
	}
	return b
}

func (r Request) peak(nodes int) *Peak {
	if r.Rmax == 0 || r.Rpeak == 0 {
		return nil
	}
	const tera = 1e12
	work, all := r.Rmax*tera*r.Run.Core, power.GFlops(r.Rpeak*1e3)
	least := model.LeastTime(work, all, 0, 0)
	one := model.LeastTime(work, all/power.GFlops(nodes), 0, 0)
	return &Peak{least.Seconds(), least.Seconds() / r.Run.Core, model.SelfSpeedup(one, r.core())}
}

func kilowattHours(e power.Joules) string { return fmt.Sprintf("%.4g kWh", float64(e)/3.6e6) }

// Sentences say the outlook in words, with the assumptions.
func (o Outlook) Sentences() []string {
	all := []string{fmt.Sprintf("Core phase: about %s at %s. "+
		"The whole job of %s: at most %s, if it draws that power from its start to its end.", kilowattHours(o.Energy),
		Kilowatts(o.Power), Seconds(o.Job), kilowattHours(o.JobEnergy))}
	switch {
	case o.IdleNodes > 0:
		all = append(all, fmt.Sprintf("%d idle nodes draw %s of it; they count in the power of the machine.",
			o.IdleNodes, kilowattHours(o.IdleEnergy)))
	case o.IdleEnergy > 0:
		all = append(all, fmt.Sprintf("Each node that stays idle costs %s over the core phase, and its part of Rmax.",
			kilowattHours(o.IdleEnergy)))
	}
	if o.Clock != nil {
		all = append(all, o.Clock.sentence())
	}
	if o.Operation > 0 {
		all = append(all, fmt.Sprintf("Dynamic energy of an operation: %.3g pJ, E = e W.", o.Operation*1e3))
	}
	if o.Balance != nil {
		all = append(all, fmt.Sprintf("Balance: %.3g operations a byte at %.0f GB/s of memory bandwidth. "+
			"Work with fewer waits for memory, and draws constant power while it waits; HPL has far more.",
			o.Balance.PerByte, o.Balance.Bandwidth))
		all = append(all, o.Balance.sentence())
	}
	if o.Peak != nil {
		all = append(all, fmt.Sprintf("The same work takes at least %s at the peak, %.3g%% of the core phase. "+
			"Self-speedup: at least %.4g on all nodes, over one node at its peak. At a constant energy per "+
			"operation, dynamic power is proportional to it.", Seconds(math.Round(o.Peak.Seconds)), 100*o.Peak.Share,
			o.Peak.Speedup))
	}
	for _, one := range o.Nodes {
		whence := "as observed"
		if one.Assumed {
			whence = "assumed, as surveys found"
		}
		all = append(all, fmt.Sprintf("%s: measure %d of %d nodes for ±1%%, "+
			"at a variation of %.3g%% between nodes, %s.", one.Set, one.Measured, one.Nodes, one.Variation, whence))
	}
	return all
}

func (b Balance) sentence() string {
	text := "Roofline:"
	for i, reach := range b.Roofline {
		if i > 0 {
			text += ";"
		}
		text += fmt.Sprintf(" at %.3g operations a byte at most %.4g TFlop/s", reach.PerByte, reach.Rate)
		if reach.Efficiency > 0 {
			text += fmt.Sprintf(" and %.3g GFlops/W", reach.Efficiency)
		}
	}
	return text +
		". All dynamic power is attributed to operations, so work that waits for memory is less efficient than that."
}

func (c Clock) sentence() string {
	const assumed = "assumed: power beyond idle goes with the cube of the clock, time with its inverse, " +
		"and the voltage can still fall"
	if c.Ratio >= 1 {
		return fmt.Sprintf("Least energy and most GFlops/W: at the planned clock or above it, "+
			"because idle power is most of the power (%s).", assumed)
	}
	text := fmt.Sprintf("Least energy and most GFlops/W: at %.2f of the planned clock, with %s in %s", c.Ratio,
		kilowattHours(c.Energy), Seconds(math.Round(c.Seconds)))
	if c.Efficiency > 0 {
		text += fmt.Sprintf(" and %.2f GFlops/W", c.Efficiency)
	}
	return text + " (" + assumed + ")."
}
