package plausibility

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"green500/validation"
	"green500/validation/lab/model"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Numbers of the predictions. They are ours.
const (
	fewestOfHalves  = 4     // instruments of a set, so that each half has two
	fewestSisters   = 3     // systems that a mean and a deviation are formed of
	roundingOfClaim = 0.001 // of the power: claims are printed with three or four digits
	// assumed relative change of efficiency between editions, if only the published list is known
	otherEdition = 0.05
)

// Sister is a published system with the same accelerator and processor.
type Sister struct {
	Name       string
	Efficiency float64 // GFlops/W
}

// Smallest is the smallest deviation, as a part of the prediction, that the panel warns of.
func (p Prediction) Smallest() float64 { return model.Beyond * float64(p.Error/p.Power) }

// Sharpest is the prediction from outside the run that finds the smallest deviation; ok is false if there is none.
func (p Panel) Sharpest() (sharpest Prediction, ok bool) {
	for _, one := range p.Predictions {
		if one.Outside && (!ok || one.Smallest() < sharpest.Smallest()) {
			sharpest, ok = one, true
		}
	}
	return sharpest, ok
}

// fromSources predicts the power from other data than all readings, the best source first: the edition before, a
// calibration of the nodes, half of the measured nodes, systems of the same make, and the data sheet.
func (p *Panel) fromSources(e *power.Entry, report *validation.Report, sources Sources) {
	if p.Held == 0 {
		return
	}
	p.fromEarlier(report)
	p.fromCalibrations(e, report, sources.Calibrations)
	p.fromHalf(report)
	p.fromSisters(report, sources.Sisters)
	if e.System.AcceleratorCores == 0 &&
		(e.System.Accelerator == "" || strings.EqualFold(e.System.Accelerator, "none")) {
		p.fromProcessors(e)
	} else {
		p.fromAccelerators(e)
	}
	if _, ok := p.Sharpest(); !ok {
		p.Missing = append(p.Missing, "Data from outside the run: no earlier edition, no calibration, "+
			"too few published systems with the same accelerator and processor, and no data sheet.")
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
		p.hypothesis("Edition "+p.Earlier.Edition, "power of a node under load in that edition, for the nodes of "+
			"today; other subsystems unchanged", sum, math.Hypot(spread, model.SimGridAccuracy*float64(sum)), true)
		return
	}
	if p.Earlier.Efficiency > 0 && report.Numbers.Rmax != nil {
		sum = power.Watts(report.Numbers.Rmax.Value / p.Earlier.Efficiency)
		p.hypothesis("Edition "+p.Earlier.Edition, "Rmax of this run over the efficiency of that edition, "+
			"which is assumed to move by 5%", sum, otherEdition*float64(sum), true)
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
	return float64(nodes) * float64(s.deviation()) / math.Sqrt(float64(seen)) *
		math.Sqrt(1-float64(seen)/float64(nodes))
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
		p.hypothesis("Half of the instruments", "every second instrument, for all nodes; other subsystems unchanged",
			sum, spread, false)
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
	p.hypothesis("Systems of the same make", fmt.Sprintf(
		"Rmax of this run over the mean efficiency of %d published systems with the same accelerator and processor",
		len(sisters)), power.Watts(sum), sum*math.Sqrt(variance*(1+1/n))/mean, true)
}

// hypothesis adds a prediction, from outside the run or not; a claim's own rounding is part of its error.
func (p *Panel) hypothesis(name, how string, watts power.Watts, spread float64, outside bool) {
	if watts <= 0 || math.IsInf(float64(watts), 0) || math.IsNaN(spread) {
		return
	}
	made := model.Prediction{Power: watts, Error: power.Watts(math.Hypot(spread, roundingOfClaim*float64(watts)))}
	residual, beyond := made.Residual(p.Held)
	p.Predictions = append(p.Predictions, Prediction{Name: name, How: how, Power: made.Power, Error: made.Error,
		Residual: residual, Beyond: beyond, Outside: outside})
}

// What a machine draws for each of its accelerators, as a part of the data sheet's power of one, in 131 rows of the
// lists of Green500 and TOP500 from 2020 to June 2026: sheetPart is the mean, and none lies farther from it than three
// times sheetError. It holds for accelerators since the A100, which have at least sheetCores cores as the lists count
// them, and for machines with at most sheetProcessorCores cores of processors for each: others have processors that
// draw more.
const (
	sheetPart           = 1.09
	sheetError          = 0.33
	sheetCores          = 104
	sheetProcessorCores = 24
)

func (p *Panel) fromAccelerators(e *power.Entry) {
	kind, known := methodology.AcceleratorOf(e.System.Accelerator)
	if !known || e.System.AcceleratorCores <= 0 || kind.Cores < sheetCores {
		return
	}
	count := math.Max(1, math.Round(float64(e.System.AcceleratorCores)/float64(kind.Cores)))
	if processors := e.System.TotalCores - e.System.AcceleratorCores; processors < 0 ||
		float64(processors) > sheetProcessorCores*count {
		return
	}
	watts := power.Watts(count * kind.Watts * sheetPart)
	how := fmt.Sprintf("%.0f accelerators of %.0f W by the data sheet, times %.2f: what listed machines draw for each",
		count, kind.Watts, sheetPart)
	p.hypothesis("Data sheet", how, watts, sheetError*float64(watts), true)
}

// What a machine without accelerators draws for each of its processors, as a part of their thermal design power: the
// mean of 76 machines in the lists of Green500 from 2017 to June 2026 with measured power and processors of the table,
// from 1.06 to 2.18. None lies farther from the mean than three times processorError. One is left out: its cores are
// those of 26,000 processors, which would draw 20 W each.
const (
	processorPart  = 1.52
	processorError = 0.15 // as a part of the prediction
)

type processor struct {
	name  string // what the names of lists contain, as a regular expression
	cores int
	watts float64 // thermal design power; by AMD, the default of those that can be set
}

// processors are frequent ones of the lists whose thermal design power was found: AMD EPYC by AMD's product
// specifications, 2020 and 2024, as CodeCarbon quotes them; Intel Xeon by Intel's (ARK), as Green Algorithms and
// CodeCarbon quote them, 2021 to 2024; the 8380 by AnandTech, Intel 3rd Gen Xeon Scalable Review, 2021; the 8480+ by
// Intel, TensorFlow extension, 2023; the Max 9480 by The Register, 2022.
var processors = []processor{
	{`EPYC 7402`, 24, 180}, {`EPYC 7452`, 32, 155}, {`EPYC 7453`, 28, 225}, {`EPYC 7502`, 32, 180},
	{`EPYC 7543`, 32, 225}, {`EPYC 7552`, 48, 200},
	{`EPYC 7643`, 48, 225}, {`EPYC 7702`, 64, 200}, {`EPYC 7713`, 64, 225}, {`(EPYC|Rome) 7742`, 64, 225},
	{`EPYC 7763`, 64, 280}, {`(EPYC|Rome) 7H12`, 64, 280},
	{`EPYC 9474F`, 48, 360}, {`EPYC 9534`, 64, 280}, {`EPYC 9554`, 64, 360}, {`EPYC 9634`, 84, 290},
	{`EPYC 9654`, 96, 360}, {`EPYC 9684X`, 96, 400}, {`EPYC 9754`, 128, 360},
	{`EPYC 9655`, 96, 400}, {`EPYC 9745`, 128, 400}, {`EPYC 9755`, 128, 500}, {`EPYC 9965`, 192, 500},
	{`Gold 6142`, 16, 150}, {`Gold 6148`, 20, 150}, {`Gold 6154`, 18, 200}, {`Gold 6248`, 20, 150},
	{`Gold 6252`, 24, 150},
	{`Platinum 8180`, 28, 205}, {`Platinum 8260`, 24, 165}, {`Platinum 8268`, 24, 205}, {`Platinum 8276`, 28, 165},
	{`Platinum 8280`, 28, 205}, {`Platinum 9242`, 48, 350},
	{`Platinum 8380`, 40, 270}, {`Platinum 8480\+`, 56, 350}, {`Max 9480`, 56, 350},
}

// processorOf finds a kind in a name such as "AMD EPYC 7763 64C 2.45GHz"; a letter after the number is another one.
func processorOf(name string) (kind processor, ok bool) {
	name = strings.Join(strings.Fields(name), " ")
	for _, kind := range processors {
		if regexp.MustCompile(`(?i)\b` + kind.name + `($|[^0-9A-Za-z+])`).MatchString(name) {
			return kind, true
		}
	}
	return processor{}, false
}

func (p *Panel) fromProcessors(e *power.Entry) {
	kind, known := processorOf(e.System.Processor)
	if !known || e.System.TotalCores < kind.cores || e.System.TotalCores%kind.cores != 0 {
		return
	}
	count := e.System.TotalCores / kind.cores
	watts := power.Watts(float64(count) * kind.watts * processorPart)
	how := fmt.Sprintf("%d processors of %.0f W by the data sheet, times %.2f: what listed machines draw for each",
		count, kind.watts, processorPart)
	p.hypothesis("Data sheet", how, watts, processorError*float64(watts), true)
}
