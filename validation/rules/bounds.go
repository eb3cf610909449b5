package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

func within(what string, observed float64, bounds methodology.Bounds, write unit) Result {
	limit := write(bounds.Low) + " to " + write(bounds.High)
	margin := math.Min((bounds.High-observed)/bounds.High, (observed-bounds.Low)/bounds.Low)
	if math.IsInf(margin, 0) || math.IsNaN(margin) {
		return unknown("%s is not known.", what)
	}
	r := passed("%s is %s; %s is plausible.", what, write(observed), limit).seen(write(observed), limit)
	if r.Margin = &margin; !bounds.Hold(observed) {
		r.Outcome = Fail
	}
	return r
}

func figures(v float64) string {
	if v != 0 && math.Abs(v) < 1 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return number(v)
}

func (c Case) accelerated() bool {
	name := strings.ToLower(strings.TrimSpace(c.Entry.System.Accelerator))
	return c.Entry.System.AcceleratorCores > 0 || !slices.Contains([]string{"", "-", "no", "none", "n/a"}, name)
}

func (c Case) published() methodology.Published {
	name, _, _ := strings.Cut(c.Entry.Edition, "-")
	year, _ := strconv.Atoi(name)
	return methodology.PublishedIn(year, c.accelerated())
}

func inLists(p methodology.Published) string {
	kind := "without"
	if p.Accelerated {
		kind = "with"
	}
	return fmt.Sprintf("in the lists of %d to %d, machines %s accelerators", p.From, p.To, kind)
}

// perNode returns the power of a measured node over the averaging span, in front of the loss of conversion.
func (c Case) perNode() (watts float64, known bool) {
	_, measured := c.Entry.Nodes()
	average := c.Average(c.AveragingSpan())
	for _, one := range average.Contributions {
		if one.Subsystem == power.Compute && (one.Kind == power.Metered || one.Kind == power.ConversionLoss) {
			watts += float64(one.Watts)
		}
	}
	return watts / float64(max(1, measured)), average.Known && measured > 0
}

func (c Case) efficiencyAt(unit power.Unit, factor float64) float64 {
	average := c.Average(c.AveragingSpan())
	total := float64(average.Total)
	for _, one := range average.Contributions {
		if one.Part != nil && one.Part.Series.Unit == unit {
			total += float64(one.Watts) * (factor - 1)
		}
	}
	return c.Rmax.PerWatt(power.Watts(total))
}

// fittingUnits returns the unit that all series of the compute nodes declare, and those of the same
// quantity with which both a node and the efficiency would be plausible.
func (c Case) fittingUnits() (declared power.Unit, fitting []string) {
	for _, part := range c.Parts {
		if part.Series.Covers.Subsystem == power.Compute {
			if declared != "" && declared != part.Series.Unit {
				return "", nil
			}
			declared = part.Series.Unit
		}
	}
	node, known := c.perNode()
	if declared == "" || !known {
		return declared, nil
	}
	quantity, _ := declared.Quantity()
	for _, name := range power.Units() {
		unit := power.Unit(name)
		if of, _ := unit.Quantity(); of != quantity || unit == declared {
			continue
		}
		factor := unit.Steps() / declared.Steps()
		if methodology.UsualNodeWatts().Hold(node*factor) &&
			c.published().PlausibleEfficiency().Hold(c.efficiencyAt(declared, factor)) {
			fitting = append(fitting, name)
		}
	}
	return declared, fitting
}

func (c Case) probableUnit(r Result) Result {
	declared, fitting := c.fittingUnits()
	if r.Outcome != Fail || len(fitting) == 0 {
		return r
	}
	if len(fitting) == 1 {
		r.TimesPower = power.Unit(fitting[0]).Steps() / declared.Steps()
	}
	units := strings.Join(fitting, " or ")
	r.Message += fmt.Sprintf(" This is probably a wrong unit: the readings of the compute nodes are declared in %s, "+
		"and %s would fit.", declared, units)
	return r.needs("Correct the unit of the series of the compute nodes: it says %s, and %s would fit", declared, units)
}

func (c Case) adding(watts float64, r Result) Result {
	if average := c.Average(c.AveragingSpan()); r.Outcome == Fail && average.Known && average.Total > 0 {
		r.TimesPower = 1 + watts/float64(average.Total)
	}
	return r
}
