package plan_test

import (
	"testing"

	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/plan"
	"green500/validation/power"
)

// TestAnEarlierRunTellsTheNext: what was planned, carried out and graded gives back the machine it was
// planned for, but for how its nodes differ.
func TestAnEarlierRunTellsTheNext(t *testing.T) {
	request := hundred()
	request.Goal = 0
	p, err := plan.Of(request)
	if err != nil {
		t.Fatal(err)
	}
	m := carriedOut(p, 7)
	m.Entry.Meters[0].Loss = &power.Loss{FoundBy: "simultaneous", Factor: 1, Evidence: "loss.txt"}
	report := gradeOf(t, m, methodology.V20)
	again := plan.From(m.Entry, report)
	set := again.NodeSets[0]
	if set.Nodes != 160 || set.Power < 620 || set.Power > 660 || set.Idle < 225 || set.Idle > 255 {
		t.Errorf("nodes are %+v, want 160 of about 640 W and 240 W idle", set)
	}
	if again.Run.Core != 600 || again.Run.Before != 80 || again.Run.After != 30 || again.Rmax != 600 ||
		again.System != "Example-1" {
		t.Errorf("the run is %+v at %v TFlop/s", again.Run, again.Rmax)
	}
	if again.Meter.Accuracy.OfReadingPercent != 0.5 || again.Meter.Loss != nil {
		t.Errorf("the meter is %+v", again.Meter)
	}
	if _, err := plan.FromFields(again.Fields()); err != nil {
		t.Error(err)
	}
}

// TestEverySampleCanBePlannedAgain: the document alone tells the nodes of any entry.
func TestEverySampleCanBePlannedAgain(t *testing.T) {
	for _, b := range sample.Varied() {
		request := plan.From(&b.Entry, nil)
		if len(request.NodeSets) != len(b.Entry.NodeSets) || request.Meter.ID == "" {
			t.Errorf("%s: %+v", b.Name, request)
		}
		fields := request.Fields()
		for i := range request.NodeSets {
			fields["node_sets["+string(rune('0'+i))+"].power_per_node_w"] = "500"
		}
		fields["run.core_phase_s"] = "600"
		if request, err := plan.FromFields(fields); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		} else if made, err := plan.Of(request); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		} else if text, err := made.YAML(); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		} else if _, err := document.DecodeInto("submission.yaml", text, &power.Entry{}); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		}
	}
}
