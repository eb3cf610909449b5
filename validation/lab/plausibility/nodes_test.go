package plausibility_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

// named is the prediction of a name.
func named(p plausibility.Panel, name string) (plausibility.Prediction, bool) {
	for _, one := range p.Predictions {
		if one.Name == name {
			return one, true
		}
	}
	return plausibility.Prediction{}, false
}

// calibrationOf is a calibration of some nodes that draw what those of the run draw on average, a little apart.
func calibrationOf(m *power.Measurement, report *validation.Report, nodes int) calibrationfile.Calibration {
	set := plausibility.Of(m, report, plausibility.Sources{}).Sets[0]
	made := calibrationfile.Calibration{Cores: 8}
	for i := range nodes {
		off := float64(set.Load) * 0.01 * float64(i%3-1)
		slow := calibrationfile.State{Clock: 1200, Idle: float64(set.Load) / 3, All: float64(set.Load) / 2, Residual: 1}
		fast := calibrationfile.State{Clock: 2400, Idle: float64(set.Load) / 3,
			All: float64(set.Load) + off, Residual: 1}
		made.Nodes = append(made.Nodes,
			calibrationfile.Node{Name: fmt.Sprint("n", i), States: []calibrationfile.State{fast, slow}})
	}
	return made
}

// TestAnAttachedCalibrationPredicts: an honest claim is no warning, one beyond three errors is, and the smallest
// deviation that is found is stated; the clock is that of the tunables.
func TestAnAttachedCalibrationPredicts(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	held := plausibility.Of(m, report, plausibility.Sources{}).Held
	attached := []plausibility.NodesMeasured{{File: "calibration.json", Nodes: calibrationOf(m, report, 6)}}
	for _, c := range []struct {
		factor float64
		beyond bool
	}{{1, false}, {1.05, false}, {0.95, false}, {1.08, true}, {0.92, true}} {
		m.Entry.Run.Claimed.PowerWatts = c.factor * float64(held)
		one, found := named(plausibility.Of(m, report, plausibility.Sources{Calibrations: attached}), "Calibration")
		if !found || one.Beyond != c.beyond || !one.Outside || one.Smallest() > 0.07 || one.Smallest() < 0.05 {
			t.Errorf("× %v: %+v, the smallest that is found is %.3f", c.factor, one, one.Smallest())
		}
	}
	m.Entry.Run.Claimed.PowerWatts = float64(held)
	m.Entry.Tunables = []power.Tunable{{Name: "CPU clock", Default: "2.4 GHz", Value: "1.2 GHz"}}
	if one, _ := named(plausibility.Of(m, report, plausibility.Sources{Calibrations: attached}),
		"Calibration"); !one.Beyond || !strings.Contains(one.How, "at 1200 MHz") {
		t.Errorf("%+v", one)
	}
	single := calibrationOf(m, report, 1)
	m.Entry.Tunables = nil
	if one, _ := named(plausibility.Of(m, report, plausibility.Sources{
		Calibrations: []plausibility.NodesMeasured{{Nodes: single}}}), "Calibration"); one.Smallest() < 0.075 {
		t.Errorf("one node finds %.3f", one.Smallest())
	}
}

// TestACalibrationThatCannotBeUsedIsNamed with its file and the reason.
func TestACalibrationThatCannotBeUsedIsNamed(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	p := plausibility.Of(m, report,
		plausibility.Sources{Calibrations: []plausibility.NodesMeasured{{File: "c.json", Problem: "there is no node"}}})
	if _, found := named(p, "Calibration"); found ||
		!strings.Contains(strings.Join(p.Missing, "\n"), "Calibration c.json: there is no node.") {
		t.Errorf("%v", p.Missing)
	}
	m.Entry.NodeSets = append(m.Entry.NodeSets, power.NodeSet{Name: "other", Nodes: 4})
	p = plausibility.Of(m, report, plausibility.Sources{
		Calibrations: []plausibility.NodesMeasured{{File: "c.json", Nodes: calibrationOf(m, report, 2)}}})
	if _, found := named(p, "Calibration"); found || !strings.Contains(strings.Join(p.Missing, "\n"), "several sets") {
		t.Errorf("%v", p.Missing)
	}
}

// TestACalibrationOfEachNodeSetPredicts: each set has the nodes of the document times its own model; a calibration of
// no set, of a set that has one already, and a set without one are named.
func TestACalibrationOfEachNodeSetPredicts(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	own := m.Entry.NodeSets[0].Name
	of := func(file, set string, watts float64) plausibility.NodesMeasured {
		nodes := calibrationfile.Calibration{NodeSet: set, Cores: 8}
		for i := range 3 {
			nodes.Nodes = append(nodes.Nodes, calibrationfile.Node{Name: fmt.Sprint("n", i),
				States: []calibrationfile.State{{Idle: 100, All: watts + 5*float64(i-1)}}})
		}
		return plausibility.NodesMeasured{File: file, Nodes: nodes}
	}
	alone, found := named(plausibility.Of(m, report,
		plausibility.Sources{Calibrations: []plausibility.NodesMeasured{of("a.json", "", 600)}}), "Calibration")
	if !found {
		t.Fatal("the calibration of the one set predicts nothing")
	}
	m.Entry.NodeSets = append(m.Entry.NodeSets, power.NodeSet{Name: "large memory", Nodes: 4})
	expected := float64(alone.Power) + 900*4
	both := []plausibility.NodesMeasured{of("b.json", "Large Memory ", 900), of("a.json", own, 600)}
	for factor, beyond := range map[float64]bool{1: false, 1.03: false, 1.08: true, 0.92: true} {
		m.Entry.Run.Claimed.PowerWatts = factor * expected
		one, found := named(plausibility.Of(m, report, plausibility.Sources{Calibrations: both}), "Calibration")
		if !found || one.Beyond != beyond || math.Abs(float64(one.Power)/expected-1) > 1e-9 ||
			one.How != "power of 3 nodes in a.json and 3 nodes in b.json under full load, for all nodes; "+
				"other subsystems unchanged" {
			t.Errorf("× %v: %+v, want %.0f W", factor, one, expected)
		}
	}
	for says, attached := range map[string][]plausibility.NodesMeasured{
		`Calibration: none is of the node set "large memory".`: {of("a.json", own, 600)},
		`Calibration c.json: the document has no node set "login".`: {of("c.json", "login", 600),
			of("a.json", own, 600)},
		"Calibration c.json: the node set has another calibration.": {of("a.json", own, 600),
			of("c.json", own, 600)},
		"Calibration c.json: the machine has several sets of nodes, and the calib": {of("c.json", "", 600),
			of("a.json", own, 600)},
	} {
		p := plausibility.Of(m, report, plausibility.Sources{Calibrations: attached})
		if _, found := named(p, "Calibration"); found || !strings.Contains(strings.Join(p.Missing, "\n"), says) {
			t.Errorf("%q is not said: %q", says, p.Missing)
		}
	}
}

// TestTheDataSheetPredicts machines of accelerators since the A100, with few processors: a claim that is wrong by a
// factor is found, and the smallest deviation says that smaller ones are not.
func TestTheDataSheetPredicts(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	held := float64(plausibility.Of(m, report, plausibility.Sources{}).Held)
	count := math.Round(held / 700 / 1.09)
	m.Entry.System.Accelerator, m.Entry.System.AcceleratorCores = "NVIDIA H100 SXM5", int(count)*132
	m.Entry.System.TotalCores = m.Entry.System.AcceleratorCores + int(count)*14
	for factor, beyond := range map[float64]bool{1: false, 1.9: false, 2.1: true, 1000: true} {
		m.Entry.Run.Claimed.PowerWatts = factor * held
		one, found := named(plausibility.Of(m, report, plausibility.Sources{}), "Data sheet")
		if !found || one.Beyond != beyond || math.Abs(one.Smallest()-0.99) > 0.01 {
			t.Errorf("× %v: %+v", factor, one)
		}
	}
	for name, change := range map[string]func(){
		"many processors": func() { m.Entry.System.TotalCores += int(count) * 50 },
		"an older one":    func() { m.Entry.System.Accelerator = "NVIDIA Tesla K40" },
		"unknown":         func() { m.Entry.System.Accelerator = "Vector Engine" },
	} {
		change()
		if one, found := named(plausibility.Of(m, report, plausibility.Sources{}), "Data sheet"); found {
			t.Errorf("%s: %+v", name, one)
		}
	}
}

// TestSourcesStandInTheirOrder: the edition before, the calibration, systems of the same make, the data sheet.
func TestSourcesStandInTheirOrder(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	m.Entry.System.Accelerator, m.Entry.System.AcceleratorCores, m.Entry.System.TotalCores = "NVIDIA H100", 132*100,
		132*100+14*100
	own := report.Numbers.Efficiency.Value
	p := plausibility.Of(m, report, plausibility.Sources{
		Earlier:      &plausibility.Earlier{Edition: "2026-06", Efficiency: own},
		Calibrations: []plausibility.NodesMeasured{{File: "c.json", Nodes: calibrationOf(m, report, 3)}},
		Sisters:      []plausibility.Sister{{Efficiency: own}, {Efficiency: 1.1 * own}, {Efficiency: 0.9 * own}},
	})
	var names []string
	for _, one := range p.Predictions {
		if one.Outside {
			names = append(names, one.Name)
		}
	}
	if got := strings.Join(names, ", "); got != "Edition 2026-06, Calibration, Systems of the same make, Data sheet" {
		t.Errorf("%s", got)
	}
}
