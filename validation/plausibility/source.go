package plausibility

import (
	"fmt"
	"math"
	"strings"

	"green500/validation"
	"green500/validation/model"
	"green500/validation/power"
)

// Numbers of the predictions. They are ours.
const (
	fewestOfHalves  = 4     // instruments of a set, so that each half has two
	fewestSisters   = 3     // systems that a mean and a deviation are formed of
	roundingOfClaim = 0.001 // of the power: claims are printed with three or four digits
	otherEdition    = 0.05  // by how much the efficiency of a system moves between editions where only the lists know it
)

// Sister is a published system with the same accelerator and processor.
type Sister struct {
	Name       string
	Efficiency float64 // GFlops/W
}

// Smallest is the smallest deviation, as a part of the prediction, that the panel warns of.
func (p Prediction) Smallest() float64 { return model.Beyond * float64(p.Error/p.Power) }

// Sharpest is the prediction from outside the run that finds the smallest deviation; ok is false where there is none.
func (p Panel) Sharpest() (sharpest Prediction, ok bool) {
	for _, one := range p.Predictions {
		if one.Outside && (!ok || one.Smallest() < sharpest.Smallest()) {
			sharpest, ok = one, true
		}
	}
	return sharpest, ok
}

// fromSources predicts the power from other data than all readings, the best source first: the edition before, a calibration
// of the nodes, half of the measured nodes, systems of the same make, and the data sheet.
func (p *Panel) fromSources(e *power.Entry, report *validation.Report, sources Sources) {
	if p.Held == 0 {
		return
	}
	p.fromEarlier(report)
	p.fromCalibrations(e, report, sources.Calibrations)
	p.fromHalf(report)
	p.fromSisters(report, sources.Sisters)
	if e.System.AcceleratorCores == 0 && (e.System.Accelerator == "" || strings.EqualFold(e.System.Accelerator, "none")) {
		p.fromProcessors(e)
	} else {
		p.fromAccelerators(e)
	}
	if _, ok := p.Sharpest(); !ok {
		p.Missing = append(p.Missing, "Data from outside the run: no earlier edition, no calibration, too few published systems with the same accelerator and processor, and no data sheet.")
	}
}

func (p *Panel) fromEarlier(report *validation.Report) {
	if p.Earlier == nil {
		return
	}
	rest, spread, ok := others(report), 0.0, len(p.Sets) > 0
	sum := rest
	for _, set := range p.Sets {
		before, found := p.Earlier.set(set.Name)
		if !found {
			ok = false
			break
		}
		sum += before.Load * power.Watts(set.Nodes)
		spread = math.Hypot(spread, before.standardError(before.seen(), set.Nodes))
	}
	if ok {
		p.hypothesis("Edition "+p.Earlier.Edition, "power of a node under load in that edition, for the nodes of today; other subsystems unchanged", sum, math.Hypot(spread, model.SimGridAccuracy*float64(sum)), true)
		return
	}
	if p.Earlier.Efficiency > 0 && report.Numbers.Rmax != nil {
		sum = power.Watts(report.Numbers.Rmax.Value / p.Earlier.Efficiency)
		p.hypothesis("Edition "+p.Earlier.Edition, "Rmax of this run over the efficiency of that edition, which is assumed to move by 5%", sum, otherEdition*float64(sum), true)
	}
}

func (e Earlier) set(name string) (set Set, found bool) {
	for _, one := range e.Sets {
		if one.Name == name && one.Load > 0 {
			return one, true
		}
	}
	return Set{}, false
}

func (s Set) standardError(seen, nodes int) float64 {
	if seen <= 0 || seen >= nodes {
		return 0
	}
	return float64(nodes) * float64(s.deviation()) / math.Sqrt(float64(seen)) * math.Sqrt(1-float64(seen)/float64(nodes))
}

func (p *Panel) fromHalf(report *validation.Report) {
	sum, spread := others(report), 0.0
	for _, set := range p.Sets {
		if len(set.Instruments) < fewestOfHalves {
			return
		}
		mean, count := power.Watts(0), 0
		for i := 0; i < len(set.Instruments); i += 2 {
			mean, count = mean+set.Instruments[i].Loaded, count+1
		}
		mean /= power.Watts(count)
		sum += mean * power.Watts(set.Nodes)
		spread = math.Hypot(spread, set.standardError(set.each()*count, set.Nodes))
	}
	if len(p.Sets) > 0 {
		p.hypothesis("Half of the instruments", "every second instrument, for all nodes; other subsystems unchanged", sum, spread, false)
	}
}

func (p *Panel) fromSisters(report *validation.Report, sisters []Sister) {
	if len(sisters) < fewestSisters || report.Numbers.Rmax == nil {
		return
	}
	mean, variance, n := 0.0, 0.0, float64(len(sisters))
	for _, one := range sisters {
		mean += one.Efficiency / n
	}
	for _, one := range sisters {
		variance += (one.Efficiency - mean) * (one.Efficiency - mean) / (n - 1)
	}
	sum := report.Numbers.Rmax.Value / mean
	p.hypothesis("Systems of the same make", fmt.Sprintf("Rmax of this run over the mean efficiency of %d published systems with the same accelerator and processor", len(sisters)),
		power.Watts(sum), sum*math.Sqrt(variance*(1+1/n))/mean, true)
}

// hypothesis adds a prediction, from outside the run or not; a claim's own rounding is part of its error.
func (p *Panel) hypothesis(name, how string, watts power.Watts, spread float64, outside bool) {
	if watts <= 0 || math.IsInf(float64(watts), 0) || math.IsNaN(spread) {
		return
	}
	made := model.Prediction{Power: watts, Error: power.Watts(math.Hypot(spread, roundingOfClaim*float64(watts)))}
	residual, beyond := made.Residual(p.Held)
	p.Predictions = append(p.Predictions, Prediction{Name: name, How: how, Power: made.Power, Error: made.Error, Residual: residual, Beyond: beyond, Outside: outside})
}
