package plausibility_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/lab/model"
	"green500/validation/lab/plausibility"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// graded reads and grades a sample.
func graded(t *testing.T, b sample.Bundle) (*power.Measurement, *validation.Report) {
	t.Helper()
	entry := b.Entry
	if err := document.Check(&entry); err != nil {
		t.Fatal(err)
	}
	read, err := bundle.Assemble(&entry, b.FS(), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade(b.Methodology)
	if err != nil {
		t.Fatal(err)
	}
	return read.Measurement, report
}

func panel(t *testing.T, b sample.Bundle) plausibility.Panel {
	t.Helper()
	m, report := graded(t, b)
	return plausibility.Of(m, report, plausibility.Sources{})
}

// TestHonestSubmissionsAreNotRemarkedOn: what the demonstration measures without a fault lies within what models
// expect, at every level and under every methodology.
func TestHonestSubmissionsAreNotRemarkedOn(t *testing.T) {
	predicted := 0
	for _, s := range sample.Demo() {
		if s.Fault != "" || s.Ungraded {
			continue
		}
		p := panel(t, s.Bundle)
		if len(p.Questions) > 0 {
			t.Errorf("%s: %v", s.Name, p.Questions)
		}
		for _, one := range p.Predictions {
			predicted++
			if math.Abs(one.Part()) > 0.06 {
				t.Errorf("%s: %s is off by %.2f%%", s.Name, one.Name, 100*one.Part())
			}
		}
		if p.Share == nil || p.Share.Constant <= 0 || p.Share.Dynamic <= 0 ||
			math.Abs(float64(p.Share.Constant/(p.Share.Constant+p.Share.Dynamic))-p.Share.Part) > 1e-12 {
			t.Errorf("%s: share %+v", s.Name, p.Share)
		}
	}
	if predicted < 20 {
		t.Errorf("only %d predictions", predicted)
	}
}

// TestAClaimFarOffIsRemarkedOn: beyond three times the model's error, on either side, and not before.
func TestAClaimFarOffIsRemarkedOn(t *testing.T) {
	b := sample.Clean(2, "2.0")
	honest := panel(t, b)
	node := honest.Predictions[0]
	if node.Name != "Node model" || !honest.Sets[0].Calibrated() ||
		honest.Sets[0].Instruments[0].Calibration.RSquared < 0.9 {
		t.Fatalf("%+v", honest)
	}
	for _, errors := range []power.Watts{-4, -2.5, 2.5, 4} {
		b.Entry.Run.Claimed.PowerWatts = float64(node.Power + errors*node.Error)
		p := panel(t, b)
		if p.HeldName != "claimed power" || p.Predictions[0].Power != node.Power {
			t.Errorf("held against the %s, %v predicted", p.HeldName, p.Predictions[0].Power)
		}
		if remarked := len(p.Questions) > 0 && strings.HasPrefix(p.Questions[0],
			"Node model: the claimed power"); remarked != (math.Abs(float64(errors)) > 3) {
			t.Errorf("%v errors: %v", errors, p.Questions)
		}
	}
}

// TestVariationAsksForNodes: as many as the readings' spread asks for, and never more than there are.
func TestVariationAsksForNodes(t *testing.T) {
	p := panel(t, sample.Clean(3, "2.0"))
	for _, set := range p.Sets {
		if set.ForOne < set.ForTwo || set.ForOne > set.Nodes || set.ForTwo < 1 || set.Variation <= 0 {
			t.Errorf("%+v", set)
		}
		if set.ForOne != uncertainty.UnitsFor(0.01, set.Variation, set.Nodes) {
			t.Errorf("%d nodes for 1%%", set.ForOne)
		}
	}
}

// TestWhatCanNotBeToldIsSaid: without readings of idle nodes there is no node model, and the panel says why.
func TestWhatCanNotBeToldIsSaid(t *testing.T) {
	said := func(p plausibility.Panel, words string) bool {
		return strings.Contains(strings.Join(p.Missing, "\n"), words)
	}
	b := sample.Clean(1, "2.0")
	b.Entry.Idle = nil
	without := panel(t, b)
	if !said(without, "no idle power was measured") || without.Share != nil || without.Sets[0].Calibrated() {
		t.Errorf("%+v", without)
	}
	b.Entry.Idle = []power.Idle{{PowerWatts: 1000}}
	figure := panel(t, b)
	if !said(figure, "stated as a figure") || figure.Share == nil || figure.Sets[0].Calibrated() {
		t.Errorf("%+v", figure)
	}
	b.Entry.Run.AllComputeNodes = false
	if p := panel(t, b); !said(p, "every compute node") || !said(p, "HPL waits") {
		t.Errorf("%v", p.Missing)
	}
	for _, p := range []plausibility.Panel{without, figure} {
		for _, one := range p.Predictions {
			if one.Name == "Node model" {
				t.Error("a node model without idle readings")
			}
		}
	}
	b.Entry.Idle = []power.Idle{{PowerWatts: 1e8}}
	if p := panel(t, b); len(p.Questions) == 0 {
		t.Error("an idle machine that draws more than a busy one is not remarked on")
	}
}

// TestNothingIsChanged: the report is the same, byte for byte, after a panel was made of it.
func TestNothingIsChanged(t *testing.T) {
	m, report := graded(t, sample.Clean(2, "2.0"))
	before, err := report.JSON()
	if err != nil {
		t.Fatal(err)
	}
	plausibility.Of(m, report, plausibility.Sources{Earlier: &plausibility.Earlier{Edition: "2026-06", Power: 1}})
	if after, err := report.JSON(); err != nil || string(after) != string(before) {
		t.Errorf("the report changed, %v", err)
	}
}

// TestPublishedAverageOfTheJob: the list of June 2025 prints the average of the whole job for CLAIX-2023, 131.39 kW.
// The node model finds that the core phase has to have drawn more.
func TestPublishedAverageOfTheJob(t *testing.T) {
	const shared = "../../../../shared"
	text, err := os.ReadFile(filepath.Join(shared, "example", "submission.yaml"))
	if err != nil {
		t.Skip("the example submission is not beside this checkout")
	}
	folder := t.TempDir()
	for _, name := range []string{"hpl.log", "pdus.parquet", "summary.txt"} {
		content, err := os.ReadFile(filepath.Join(shared, "data/green500-submission/claix2023-gpu", name))
		if err != nil {
			t.Skip("the readings are not beside this checkout")
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "submission.yaml"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := bundle.Open(os.DirFS(folder), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	for claimed, remarked := range map[float64]bool{131_390: true, 154_952: false, 1.06 * 154_952: true,
		0.94 * 154_952: true} {
		read.Entry.Run.Claimed.PowerWatts = claimed
		p := plausibility.Of(read.Measurement, report, plausibility.Sources{})
		for _, one := range p.Predictions {
			t.Logf("%.0f W claimed: %s %.0f W ± %.0f W, %+.2f%%", claimed, one.Name, one.Power, one.Error,
				100*one.Part())
		}
		for _, set := range p.Sets {
			t.Logf("%s: %.1f W idle, %.1f W more, variation %.2f%%, %v, %d nodes for 1%%", set.Name, set.Power.Static,
				set.Power.Dynamic, 100*set.Variation, set.Assumed, set.ForOne)
		}
		if !remarked && len(p.Questions) > 0 {
			t.Errorf("an honest claim is a warning: %v", p.Questions)
		}
		if len(p.Predictions) == 0 || p.Predictions[0].Beyond != remarked {
			t.Errorf("%.0f W claimed: %v", claimed, p.Questions)
		}
	}
}

// TestNodesThatChangedAreNamed: an instrument whose idle power rose since the edition before by more than the model's
// accuracy is named, one that changed by less is not, and one that was not there is not compared.
func TestNodesThatChangedAreNamed(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	sets := plausibility.Of(m, report, plausibility.Sources{}).Sets
	for i, factor := range []power.Watts{1 / 1.01, 1 / 1.12, 1 / 0.97} {
		sets[0].Instruments[i].Calibration.Idle *= factor
	}
	sets[0].Instruments[3].Name = "another"
	p := plausibility.Of(m, report,
		plausibility.Sources{Earlier: &plausibility.Earlier{Edition: "2026-06", Sets: sets}})
	if p.Compared != 3 || len(p.Again) != 2 || p.Again[0].Node != sets[0].Instruments[1].Name ||
		p.Again[1].Change() >= 0 {
		t.Errorf("%d compared, %+v", p.Compared, p.Again)
	}
}

// TestHostsForSimGrid: the file has a host for each node, which together have the system's Rmax and draw what the node
// model predicts; a node that an instrument sees draws what it shows.
func TestHostsForSimGrid(t *testing.T) {
	b, _ := sample.CleanShape("four meters", 2, "2.0")
	m, report := graded(t, b)
	p := plausibility.Of(m, report, plausibility.Sources{})
	hosts := p.Hosts(m.Entry, report)
	set := p.Sets[0]
	if !p.Calibrated() || len(hosts) != set.Nodes || len(set.Instruments) != 4 {
		t.Fatalf("%d hosts of %d nodes", len(hosts), set.Nodes)
	}
	var speed, loaded, idle, mean float64
	for i, host := range hosts {
		state := host.States[0]
		if at := i / (set.Measured / set.All); at < len(set.Instruments) {
			if c := set.Instruments[at].Calibration; state.Idle != c.Node().Static ||
				math.Abs(float64(state.AllCores-c.Node().At(1))) > 1e-9 {
				t.Errorf("%s draws %v, the model is %v", host.Name, state, c.Node())
			}
		}
		speed, loaded, idle = speed+float64(state.Speed)*float64(host.Cores), loaded+float64(state.AllCores),
			idle+float64(state.Idle)
	}
	if math.Abs(speed/report.Numbers.Rmax.Value-1) > 1e-9 {
		t.Errorf("%v GFlops of all cores, Rmax is %v", speed, report.Numbers.Rmax.Value)
	}
	if node, _ := named(p, "Node model"); math.Abs(
		(loaded+float64(node.Power)-float64(set.Power.At(1))*float64(set.Nodes))/float64(node.Power)-1) > 1e-9 {
		t.Errorf("the hosts draw %v W, the nodes of the model %v W", loaded,
			float64(set.Power.At(1))*float64(set.Nodes))
	}
	one, ok := p.Node(m.Entry, report)
	mean = loaded / float64(len(hosts))
	if !ok || math.Abs(float64(one.States[0].AllCores)/mean-1) > 1e-9 ||
		math.Abs(float64(one.States[0].Idle)*float64(len(hosts))/idle-1) > 1e-9 || one.Cores != hosts[0].Cores {
		t.Errorf("the average node is %+v, %v W loaded on average", one, mean)
	}
	var text strings.Builder
	if err := model.WritePlatform(&text, "machine", hosts); err != nil {
		t.Fatal(err)
	}
	if again, _, err := model.ReadPlatform(strings.NewReader(text.String())); err != nil || len(again) != len(hosts) {
		t.Errorf("%d hosts come back, %v", len(again), err)
	}
}
