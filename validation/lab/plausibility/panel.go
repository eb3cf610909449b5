// Package plausibility compares the power of a run with the power that energy models expect. It does not affect the
// level.
package plausibility

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation"
	"green500/validation/lab/model"
	"green500/validation/power"
)

// Panel is what the models say of a run, for the eyes of a reviewer: no rule looks at it, and no verdict holds it.
type Panel struct {
	Share       *Share // nil if no idle power is known
	Sets        []Set  // of compute nodes, in the order of the series
	Predictions []Prediction
	Held        power.Watts // what predictions are compared with; 0 if no power is known
	// what that figure is: claimed, or computed from the readings and what the document states
	HeldName string
	Earlier  *Earlier // nil if no list has the system
	Compared int      // instruments whose idle nodes were calibrated then and now
	// of these, those that changed by more than the model's accuracy, the greatest change first
	Again     []model.NodeChange
	Missing   []string // which model can't be applied, and why
	Questions []string // what to ask about
}

// Share is the split of a run's power into that of the idle machine and what work adds (lecture notes: P = P0 + dP).
type Share struct {
	Constant, Dynamic power.Watts
	Part              float64 // of the power that is constant, from 0 to 1
}

// Prediction is what one model makes of the whole machine.
type Prediction struct {
	Name     string
	How      string
	Power    power.Watts
	Error    power.Watts // one standard error of the model
	Residual power.Watts // what it is compared with, less the prediction
	Beyond   bool        // the residual is more than model.Beyond errors

	Outside bool // it does not rest on the log of the run, and so can show an error that is common to all meters
}

// Part is the residual as a part of the prediction.
func (p Prediction) Part() float64 { return float64(p.Residual / p.Power) }

// Earlier is the system on a list before. Its sets are known if it was graded here.
type Earlier struct {
	Edition    string
	Power      power.Watts
	Efficiency float64 // GFlops/W
	Sets       []Set
}

// Sources are data on the power of a run from outside it; the zero value has none. The data sheet of accelerators or
// processors is known from the document.
type Sources struct {
	Earlier      *Earlier        // nil if no list has the system
	Calibrations []NodesMeasured // those that are attached, one of each node set
	Sisters      []Sister
}

// Of makes the panel of a graded run from its readings, as they are stored, and from data from outside the run. What is
// not known is missing with its reason; errors of the readings are those of m.Err.
func Of(m *power.Measurement, report *validation.Report, sources Sources) Panel {
	p := Panel{Earlier: sources.Earlier}
	switch average, claimed := report.Numbers.CoreAverage, m.Entry.Run.Claimed.PowerWatts; {
	case claimed > 0:
		p.Held, p.HeldName = power.Watts(claimed), "claimed power"
	case average != nil && average.Value > 0:
		p.Held, p.HeldName = power.Watts(average.Value), "computed power"
	}
	p.split(report)
	p.sets(m, report)
	p.fromSources(m.Entry, report, sources)
	p.predict(m.Entry, report)
	p.compare()
	for _, one := range p.Predictions {
		if one.Beyond {
			p.Questions = append(p.Questions, remark(one, p.HeldName))
		}
	}
	return p
}

// Empty reports whether there is nothing to show.
func (p Panel) Empty() bool { return p.Held == 0 }

// Calibrated reports whether a node model was found of every set.
func (p Panel) Calibrated() bool {
	return len(p.Sets) > 0 && !slices.ContainsFunc(p.Sets, func(s Set) bool { return !s.Calibrated() })
}

func (p *Panel) split(report *validation.Report) {
	if report.Numbers.Idle == nil || report.Numbers.CoreAverage == nil || report.Numbers.CoreAverage.Value <= 0 {
		return
	}
	idle, core := power.Watts(report.Numbers.Idle.Value), power.Watts(report.Numbers.CoreAverage.Value)
	p.Share = &Share{Constant: idle, Dynamic: core - idle, Part: float64(idle / core)}
	if idle >= core {
		p.Questions = append(p.Questions,
			"The stated idle power is not lower than the power under load. Ask what ran while the machine was idle.")
	}
}

func (p *Panel) predict(e *power.Entry, report *validation.Report) {
	if p.Held == 0 || len(p.Sets) == 0 {
		return
	}
	rest, span := others(report), report.Spans.Averaged
	var calibrated, one []model.NodeGroup
	for _, set := range p.Sets {
		load := []model.LoadStep{{For: span.Duration(), Load: 1}}
		if set.Calibrated() {
			calibrated = append(calibrated, model.NodeGroup{Nodes: set.Nodes, Measured: set.seen(), Power: set.Power,
				Deviation: set.deviation(), Loads: load})
		}
		if typical, ok := set.typical(); ok {
			one = append(one, model.NodeGroup{Nodes: set.Nodes, Measured: set.each(), Power: typical,
				Deviation: set.deviation(), Loads: load})
		}
	}
	p.add("Node model", "static and dynamic power of the measured nodes, for all nodes; other subsystems unchanged",
		rest, calibrated)
	p.add("One node, extrapolated", "power of the median instrument, for all nodes; other subsystems unchanged", rest,
		one)
	if len(one) < len(p.Sets) {
		p.Missing = append(p.Missing, "Extrapolation from one node: one instrument sees all measured nodes together.")
	}
	if !e.Run.AllComputeNodes {
		p.Missing = append(p.Missing, "The document does not say that the run used every compute node, "+
			"nor how many stayed idle: the models assume that all were busy.")
	}
	if strings.Contains(strings.ToUpper(e.Run.Workload), "HPL") {
		p.Missing = append(p.Missing, "HPL waits for messages by polling. "+
			"The node model does not include this and may be wrong by a few percent.")
	}
}

func (p *Panel) add(name, how string, rest power.Watts, groups []model.NodeGroup) {
	if len(groups) != len(p.Sets) {
		return
	}
	made, ok := model.Predict(groups)
	if !ok {
		return
	}
	made.Power += rest
	residual, beyond := made.Residual(p.Held)
	p.Predictions = append(p.Predictions,
		Prediction{Name: name, How: how, Power: made.Power, Error: made.Error, Residual: residual, Beyond: beyond})
}

func (p *Panel) compare() {
	if p.Earlier == nil {
		return
	}
	type nodes struct {
		set, instrument string
		each            int
	}
	before := map[nodes]power.Watts{}
	for _, set := range p.Earlier.Sets {
		for _, one := range set.Instruments {
			if one.Calibration != nil {
				before[nodes{set.Name, one.Name, set.each()}] = one.Calibration.Node().Static
			}
		}
	}
	var changes []model.NodeChange
	for _, set := range p.Sets {
		for _, one := range set.Instruments {
			if was, known := before[nodes{set.Name, one.Name, set.each()}]; known && one.Calibration != nil {
				changes = append(changes,
					model.NodeChange{Node: one.Name, Earlier: was, Later: one.Calibration.Node().Static})
			}
		}
	}
	p.Compared, p.Again = len(changes), model.MeasureAgain(changes, model.SimGridAccuracy)
}

// others is the power of everything but compute nodes, which no node model knows: taken as it was measured or
// estimated.
func others(report *validation.Report) (sum power.Watts) {
	for _, part := range report.Breakdown {
		if part.Subsystem != power.Compute {
			sum += part.Watts
		}
	}
	return sum
}

func remark(p Prediction, held string) string {
	side := "above"
	if p.Residual < 0 {
		side = "below"
	}
	whose := "model's"
	if p.Outside {
		whose = "prediction's"
	}
	return fmt.Sprintf(
		"%s: the %s lies %.1f%% %s the prediction, more than %d times the %s error of %.2g%%. Ask for an explanation.",
		p.Name, held, 100*math.Abs(p.Part()), side, model.Beyond, whose, 100*float64(p.Error/p.Power))
}
