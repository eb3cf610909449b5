package plan

import (
	"slices"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
)

// From is a request for another run of the machine of an entry: with its nodes, what they drew, how
// long the run took, and the meter that measured them. Without a report, what only readings show is left
// out. Idle power is spread over the nodes as their load is, because entries state one figure for all.
func From(entry *power.Entry, report *validation.Report) Request {
	r := Request{Methodology: entry.Methodology, Level: entry.ClaimedLevel, System: entry.System.Name,
		MainsHz: entry.Site.MainsHz, Rmax: entry.Run.RmaxTeraflops, Rpeak: entry.System.RpeakTeraflops}
	if edition, known := methodology.Parse(entry.Methodology); !known || edition.Draft() {
		r.Methodology = ""
	}
	if !slices.Contains(power.Levels(), r.Level) {
		r.Level = 0
	}
	r.Run.Timezone = entry.Run.Timezone
	for _, set := range entry.NodeSets {
		r.NodeSets = append(r.NodeSets,
			NodeSet{Name: set.Name, Nodes: set.Nodes, PerChassis: set.PerChassis, Bandwidth: set.MemoryRate})
	}
	for i := range entry.Series {
		if meter := entry.MeterOf(&entry.Series[i]); meter != nil && entry.Series[i].Covers.Subsystem == power.Compute {
			r.Meter = *meter
			r.Meter.Loss = nil // what was found for one run is no evidence for the next
			break
		}
	}
	for _, s := range entry.Subsystems {
		if s.Name != power.Compute {
			r.Subsystems = append(r.Subsystems,
				Subsystem{Name: s.Name, Power: power.Watts(s.PowerWatts), Units: s.Units, Participates: s.Participates})
		}
	}
	if report != nil {
		r.measured(entry, report)
	}
	return r
}

func (r *Request) measured(entry *power.Entry, report *validation.Report) {
	if n := report.Numbers; n.Rmax != nil {
		r.Rmax = rounded(power.GFlops(n.Rmax.Value).Teraflops())
	}
	if core := report.Spans.Core; !core.IsZero() {
		r.Run.Core = core.Duration().Seconds()
		if full := report.Spans.FullRun; !full.IsZero() && full.Contains(core) {
			r.Run.Before, r.Run.After = core.Start.Sub(full.Start.Time).Seconds(), full.End.Sub(core.End.Time).Seconds()
		}
	}
	tenths := func(w power.Watts) power.Watts { return power.Watts(float64(int64(float64(w)*10+0.5)) / 10) }
	idle := idleShare(report)
	for i, set := range entry.NodeSets {
		name := ""
		if len(entry.NodeSets) > 1 {
			name = set.Name
		}
		if set.Measured > 0 {
			each := metered(report, power.Compute, name) / power.Watts(set.Measured)
			r.NodeSets[i].Power, r.NodeSets[i].Idle = tenths(each), tenths(each*power.Watts(idle))
		}
	}
	r.observed(report)
	for i := range r.Subsystems {
		s := &r.Subsystems[i]
		if watts := metered(report, s.Name, ""); watts > 0 {
			s.Power, s.Measurable = tenths(watts), new(true)
		}
	}
}

func (r *Request) observed(report *validation.Report) {
	for _, part := range report.Uncertainty.Sampling {
		for i := range r.NodeSets {
			named := part.NodeSet == r.NodeSets[i].Name || part.NodeSet == "" && len(r.NodeSets) == 1
			if part.Subsystem == power.Compute && !part.Assumed && named {
				r.NodeSets[i].Variation = rounded(100 * part.Variation)
			}
		}
	}
}

// idleShare is the idle power of the compute nodes as a part of that over the core phase, if what else
// takes part draws the same at all times; 0 if that is not known.
func idleShare(report *validation.Report) float64 {
	n := report.Numbers
	var nodes power.Watts
	for _, part := range report.Breakdown {
		if part.Subsystem == power.Compute {
			nodes += part.Watts
		}
	}
	if n.Idle == nil || n.CoreAverage == nil || nodes <= 0 {
		return 0
	}
	others := power.Watts(n.CoreAverage.Value) - nodes
	return min(max(float64((power.Watts(n.Idle.Value)-others)/nodes), 0), 1)
}

func metered(report *validation.Report, subsystem, set string) (sum power.Watts) {
	for _, part := range report.Breakdown {
		if part.Kind == power.Metered && part.Subsystem == subsystem && (set == "" || part.NodeSet == set) {
			sum += part.Watts
		}
	}
	return sum
}
