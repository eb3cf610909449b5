package plausibility

import (
	"cmp"
	"fmt"

	"green500/validation"
	"green500/validation/model"
	"green500/validation/power"
)

// Hosts describes the calibrated nodes for people who simulate, one for each instrument that was looked at. A core is
// one of the node's processors, and its speed the part of Rmax that falls to it, accelerators included. There are none
// where no node model was found, or no Rmax is known.
func (p Panel) Hosts(e *power.Entry, report *validation.Report) (hosts []model.Host) {
	all := 0
	for _, set := range p.Sets {
		all += set.Nodes
	}
	if report.Numbers.Rmax == nil || all == 0 {
		return nil
	}
	cores := max(1, (e.System.TotalCores-e.System.AcceleratorCores)/all)
	speed := power.GFlops(report.Numbers.Rmax.Value / float64(all*cores))
	for _, set := range p.Sets {
		for i, one := range set.Instruments {
			if one.Calibration == nil {
				continue
			}
			hosts = append(hosts, model.Host{
				Name: fmt.Sprintf("%s-%d", cmp.Or(set.Name, "node"), i+1), Cores: cores,
				States: []model.HostState{{Speed: speed, PowerState: one.Calibration.Power.State(cores)}},
			})
		}
	}
	return hosts
}
