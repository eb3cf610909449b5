package plan_test

import (
	"math"
	"strings"
	"testing"

	"green500/validation/plan"
)

// withMemory states the memory bandwidth of a node and the peak of the machine.
func withMemory(r *plan.Request) { r.NodeSets[0].Bandwidth, r.Rpeak = 400, 800 }

// TestOutlook holds what the energy models expect of 160 nodes of 640 W, idle 240 W, over 600 s at 600 TFlop/s to
// numbers worked out by hand.
func TestOutlook(t *testing.T) {
	plain := hundred()
	plain.Subsystems, plain.Goal = nil, 0
	for _, c := range []struct {
		name   string
		change func(*plan.Request)
		of     func(plan.Outlook) float64
		want   float64
	}{
		{"energy", nil, func(o plan.Outlook) float64 { return float64(o.Energy) }, 160 * 640 * 600},
		{"job", nil, func(o plan.Outlook) float64 { return o.Job }, 680 + 30},
		{"job energy", nil, func(o plan.Outlook) float64 { return float64(o.JobEnergy) }, 160 * 640 * 710},
		{"an idle node", nil, func(o plan.Outlook) float64 { return float64(o.IdleEnergy) }, 240 * 600},
		{"ten idle nodes", func(r *plan.Request) { r.Run.IdleNodes = 10 },
			func(o plan.Outlook) float64 { return float64(o.IdleEnergy) }, 10 * 240 * 600},
		{"power with them", func(r *plan.Request) { r.Run.IdleNodes = 10 },
			func(o plan.Outlook) float64 { return float64(o.Power) }, 150*640 + 10*240},
		{"clock of least energy", nil, func(o plan.Outlook) float64 { return o.Clock.Ratio },
			math.Cbrt(240. / 2 / 400)},
		{"its energy", nil, func(o plan.Outlook) float64 { return float64(o.Clock.Energy) },
			160 * (240 + 400*0.3) * 600 / math.Cbrt(0.3)},
		{"its time", nil, func(o plan.Outlook) float64 { return o.Clock.Seconds }, 600 / math.Cbrt(0.3)},
		{"its GFlops/W", nil, func(o plan.Outlook) float64 { return o.Clock.Efficiency },
			600e3 * math.Cbrt(0.3) / (160 * (240 + 400*0.3))},
		{"E = e W", nil, func(o plan.Outlook) float64 { return o.Operation }, 160 * 400 / 600e3},
		{"nodes for 1% at the assumed 2%", nil,
			func(o plan.Outlook) float64 { return float64(o.Nodes[0].Measured) }, 15},
		{"nodes for 1% at an observed 1%", func(r *plan.Request) { r.NodeSets[0].Variation = 1 },
			func(o plan.Outlook) float64 { return float64(o.Nodes[0].Measured) }, 4},
		{"roofline at the balance", withMemory,
			func(o plan.Outlook) float64 { return o.Balance.Roofline[2].Rate }, 800},
		{"roofline at a tenth", withMemory, func(o plan.Outlook) float64 { return o.Balance.Roofline[0].Rate },
			160 * 400 * 0.1 / 1e3},
		{"its GFlops/W", withMemory, func(o plan.Outlook) float64 { return o.Balance.Roofline[0].Efficiency },
			1 / (160*400/600e3 + 160*240/6400.)},
		{"least time", withMemory, func(o plan.Outlook) float64 { return o.Peak.Seconds }, 600 * 600 / 800.},
		{"self-speedup", withMemory, func(o plan.Outlook) float64 { return o.Peak.Speedup }, 160 * 600 / 800.},
		{"balance", withMemory, func(o plan.Outlook) float64 { return o.Balance.PerByte }, 800e3 / (160 * 400)},
	} {
		request := plain
		request.NodeSets = append([]plan.NodeSet{}, plain.NodeSets...)
		if c.change != nil {
			c.change(&request)
		}
		made, err := plan.Of(request)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.of(made.Outlook); math.Abs(got/c.want-1) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestOutlookSaysWhatItAssumes: no clock without idle power, no balance without a bandwidth, and the assumptions in
// words.
func TestOutlookSaysWhatItAssumes(t *testing.T) {
	request := hundred()
	made, err := plan.Of(request)
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(made.Outlook.Sentences(), "\n"); !strings.Contains(said,
		"assumed: power beyond idle goes with the cube") || !strings.Contains(said, "assumed, as surveys found") {
		t.Error(said)
	}
	request.NodeSets = append([]plan.NodeSet{}, request.NodeSets...)
	request.NodeSets[0].Idle = 0
	if made, err = plan.Of(request); err != nil || made.Outlook.Clock != nil || made.Outlook.Balance != nil ||
		made.Outlook.Operation != 0 {
		t.Errorf("%+v, %v", made.Outlook, err)
	}
	request.Run.IdleNodes = 160
	if _, err = plan.Of(request); err == nil || !strings.Contains(err.Error(), "160 of 160 nodes stay idle") {
		t.Error(err)
	}
}
