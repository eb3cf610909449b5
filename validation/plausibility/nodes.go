package plausibility

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"

	"green500/validation"
	"green500/validation/calibrationfile"
	"green500/validation/methodology"
	"green500/validation/model"
	"green500/validation/power"
)

// NodesMeasured is a calibration that is attached to a submission: models of nodes, from logs beside the run. Problem says why the
// file cannot be used; empty if it can.
type NodesMeasured struct {
	File    string
	Nodes   calibrationfile.Calibration
	Problem string
}

// Attached is the calibration among the attachments of a submission, read from its files; nil where none is. A file that is not there or
// cannot be read as a calibration has its problem; other errors are those of the files.
func Attached(e *power.Entry, files fs.FS) (*NodesMeasured, error) {
	nodes, name, found, err := calibrationfile.Attached(e.Attachments, files)
	if !found {
		return nil, nil
	}
	attached := &NodesMeasured{File: name, Nodes: nodes}
	var many power.InputErrors
	var one *power.InputError
	if errors.As(err, &many) || errors.As(err, &one) {
		attached.Problem, err = err.Error(), nil
	}
	return attached, err
}

// fromCalibration predicts what the compute nodes draw under load from a calibration of some of them.
func (p *Panel) fromCalibration(e *power.Entry, report *validation.Report, attached *NodesMeasured) {
	if attached == nil {
		return
	}
	problem := attached.Problem
	if problem == "" && len(e.NodeSets) != 1 {
		problem = "the machine has several sets of nodes, and the calibration does not say of which it is"
	}
	if problem != "" {
		p.Missing = append(p.Missing, "Calibration "+attached.File+": "+strings.TrimSuffix(problem, ".")+".")
		return
	}
	nodes, state := attached.Nodes.AtClock(clockOf(e, attached.Nodes))
	mean, deviation, residual := nodes.Mean()
	count, of := e.NodeSets[0].Nodes, len(nodes.Nodes)
	compute := mean.At(1) * power.Watts(count)
	spread := float64(residual) * float64(count) / math.Sqrt(float64(max(1, of)))
	if of < count && of > 1 {
		sampling := float64(deviation) * float64(count) / math.Sqrt(float64(of)) * math.Sqrt(1-float64(of)/float64(count))
		spread = math.Hypot(spread, sampling)
	}
	if of == 1 && count > 1 { // one node does not show how much nodes differ
		spread = math.Hypot(spread, methodology.AssumedVariation*float64(compute))
	}
	how := fmt.Sprintf("power of %s in %s under full load%s, for all nodes; other subsystems unchanged", nodesText(of), attached.File, clockText(state))
	p.hypothesis("Calibration", how, compute+others(report), math.Hypot(spread, model.SimGridAccuracy*float64(compute)))
}

func nodesText(nodes int) string {
	if nodes == 1 {
		return "1 node"
	}
	return strconv.Itoa(nodes) + " nodes"
}

func clockText(clock float64) string {
	if clock == 0 {
		return ""
	}
	return " at " + calibrationfile.ClockText(clock)
}

// tunedClock is a clock in the words of a tunable, such as 1.9 GHz or 1900MHz.
var tunedClock = regexp.MustCompile(`(?i)([0-9]+(?:\.[0-9]+)?)\s*(MHz|GHz)`)

// clockOf is the clock of the run among those of a calibration: one that a tunable names; 0, the highest, if none does.
func clockOf(e *power.Entry, c calibrationfile.Calibration) float64 {
	for _, tunable := range e.Tunables {
		for _, found := range tunedClock.FindAllStringSubmatch(tunable.Value, -1) {
			megahertz, err := strconv.ParseFloat(found[1], 64)
			if strings.EqualFold(found[2], "GHz") {
				megahertz *= 1000
			}
			for _, state := range c.Nodes[0].States {
				if err == nil && math.Abs(state.Clock-megahertz) < 1 {
					return state.Clock
				}
			}
		}
	}
	return 0
}

// What a machine draws for each of its accelerators, as a part of the data sheet's power of one, in 131 rows of the lists of
// Green500 and TOP500 from 2020 to June 2026: sheetPart is the mean, and none lies farther from it than three times sheetError.
// It holds for accelerators since the A100, which have at least sheetCores cores as the lists count them, and for machines
// with at most sheetProcessorCores cores of processors for each: others have processors that draw more.
const (
	sheetPart           = 1.09
	sheetError          = 0.33
	sheetCores          = 104
	sheetProcessorCores = 24
)

// fromSheet predicts the whole machine from the data sheet of its accelerators.
func (p *Panel) fromSheet(e *power.Entry) {
	kind, known := methodology.AcceleratorOf(e.System.Accelerator)
	if !known || e.System.AcceleratorCores <= 0 || kind.Cores < sheetCores {
		return
	}
	count := math.Max(1, math.Round(float64(e.System.AcceleratorCores)/float64(kind.Cores)))
	if processors := e.System.TotalCores - e.System.AcceleratorCores; processors < 0 || float64(processors) > sheetProcessorCores*count {
		return
	}
	watts := power.Watts(count * kind.Watts * sheetPart)
	how := fmt.Sprintf("%.0f accelerators of %.0f W by the data sheet, times %.2f: what listed machines draw for each", count, kind.Watts, sheetPart)
	p.hypothesis("Data sheet", how, watts, sheetError*float64(watts))
}
