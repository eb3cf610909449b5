package plausibility

import (
	"cmp"
	"fmt"

	"green500/validation"
	"green500/validation/model"
	"green500/validation/power"
)

const mostHosts = 1 << 17

// Hosts describes the nodes of the machine for people who simulate, one host a node: a node that an instrument sees draws what
// this instrument shows, the others the mean of their set. A core is one of the node's processors, and its speed the part of
// Rmax that falls to it, accelerators included. There are none where no node model was found of a set, or no Rmax is known.
func (p Panel) Hosts(e *power.Entry, report *validation.Report) (hosts []model.Host) {
	one, ok := p.host(e, report)
	if !ok {
		return nil
	}
	for _, set := range p.Sets {
		seen := set.each()
		for i := range set.Nodes {
			host := one
			host.Name = fmt.Sprintf("%s-%d", cmp.Or(set.Name, "node"), i+1)
			node := set.Power
			if at := i / seen; at < len(set.Instruments) {
				node = set.Instruments[at].Calibration.Node()
			}
			host.States = []model.HostState{{Speed: one.States[0].Speed, PowerState: node.State(one.Cores)}}
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// Node is the average node of the machine, as Hosts describes the nodes; ok is false where they are not known.
func (p Panel) Node(e *power.Entry, report *validation.Report) (host model.Host, ok bool) {
	host, ok = p.host(e, report)
	if !ok {
		return model.Host{}, false
	}
	var mean model.NodePower
	all := power.Watts(p.nodes())
	for _, set := range p.Sets {
		mean.Static += set.Power.Static * power.Watts(set.Nodes) / all
		mean.Dynamic += set.Power.Dynamic * power.Watts(set.Nodes) / all
	}
	host.States[0].PowerState = mean.State(host.Cores)
	return host, true
}

func (p Panel) host(e *power.Entry, report *validation.Report) (host model.Host, ok bool) {
	all := p.nodes()
	if report.Numbers.Rmax == nil || report.Numbers.Rmax.Value <= 0 || all == 0 || all > mostHosts || !p.Calibrated() {
		return model.Host{}, false
	}
	cores := max(1, (e.System.TotalCores-e.System.AcceleratorCores)/all)
	return model.Host{Name: "node", Cores: cores, States: []model.HostState{{Speed: power.GFlops(report.Numbers.Rmax.Value / float64(all*cores))}}}, true
}

func (p Panel) nodes() (all int) {
	for _, set := range p.Sets {
		all += set.Nodes
	}
	return all
}
