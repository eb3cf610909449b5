package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/table"
)

// TestPhasesOfOneSupplyAddUp: three columns that are called phases are taken together, unless something may be their
// sum.
func TestPhasesOfOneSupplyAddUp(t *testing.T) {
	for names, want := range map[string]string{
		"P L1 [W],P L2 [W],P L3 [W]":             "P L* [W] in W",
		"l1_power_w,l2_power_w,l3_power_w":       "l*_power_w in W",
		"Power L1 (W),Power L2 (W),Power L3 (W)": "Power L* (W) in W",
		"Phase 1 kW,Phase 2 kW,Phase 3 kW":       "Phase * kW in kW",
		"P1 [W],P2 [W],P3 [W]":                   "P1 [W] in W", // outlets, or anything
		// two phases are no supply
		"P L1 [W],P L2 [W],Pump [W]":                                           "Pump [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],P [W]":                                     "P [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],Feed of row [W]":                           "Feed of row [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],P total [W]":                               "P total [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],E L1 [kWh]":                                "P L* [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],P max L1 [W]":                              "P L1 [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],E [kWh]":                                   "E [kWh] in kWh interval",
		"PDU-A: Phase 1 power W,PDU-A: Phase 2 power W,PDU-A: Phase 3 power W": "PDU-A: Phase * power W in W",
		"phase_a_kw,phase_b_kw,phase_c_kw":                                     "phase_*_kw in kW",
		"Phase A (kW),Phase B (kW),Phase C (kW),Phase A #2":                    "Phase A (kW) in kW",
		"L1 Power Loss (W),L2 Power Loss (W),L3 Power Loss (W)":                "L1 Power Loss (W) in W",
		// mean, least and most
		"P L1 [W],P L1 [W],P L1 [W]":                                           "column 2: P L1 [W] in W",
		"Rack 1 phase L1 (W),Rack 2 phase L1 (W),Rack 3 phase L1 (W)":          "Rack 1 phase L1 (W) in W",
		"PDU1 3-phase power (W),PDU2 3-phase power (W),PDU3 3-phase power (W)": "PDU1 3-phase power (W) in W",
		"Phase 1 min avg (W),Phase 5 min avg (W),Phase 15 min avg (W)":         "Phase 1 min avg (W) in W",
		"Power Phase A Peak (W),Power Phase B Peak (W),Power Phase C Peak (W)": "Power Phase A Peak (W) in W",
		"Phase A (kW),Phase B (kW),Phase C (kW),Phase A #2 (kW)":               "Phase A (kW) in kW",
		"P L1 [W],P L2 [W],P L3 [W],U L1 [V]":                                  "P L* [W] in W",
	} {
		t.Run(names, func(t *testing.T) {
			u := understand(t, tableOf("time,"+names, 60, func(i int) string {
				row := stampAfter(i * 1000)
				for column := range strings.Count(names, ",") + 1 {
					row += fmt.Sprintf(",%d", 300+20*column+uneven[(i+column)%10])
				}
				return row
			}), ImportSettings{})
			if len(u.Series) == 0 || briefly(u.Series[0].Series) != want {
				t.Errorf("got %+v, want %s", u.Series, want)
			}
		})
	}
}

// TestAPhaseThatRunsBackwards: what three phases draw together is not stated if one of them runs backwards.
func TestAPhaseThatRunsBackwards(t *testing.T) {
	u := understand(t, tableOf("time,P L1 [W],P L2 [W],P L3 [W]", 20, func(i int) string {
		return fmt.Sprintf("%s,%d,-%d,%d", stampAfter(i*1000), 300+uneven[i%10], 320+uneven[(i+1)%10],
			310+uneven[(i+2)%10])
	}), ImportSettings{})
	if r, _ := reasonOf(u.Series[0], "value"); r.Confidence != table.Open ||
		!strings.Contains(r.Why, `"P L2 [W]" runs backwards`) {
		t.Errorf("%+v", r)
	}
}

// TestColumnsWithTimesBetweenAreNoFamily: what has times of its own is not offered to be read by those of another.
func TestColumnsWithTimesBetweenAreNoFamily(t *testing.T) {
	u := understand(t, tableOf("time,n1 [W],time of n2,n2 [W]", 20, func(i int) string {
		return fmt.Sprintf("%s,%d,%s,%d", stampAfter(i*1000), 300+uneven[i%10], stampAfter(i*1000+500),
			310+uneven[(i+2)%10])
	}), ImportSettings{})
	if r, _ := reasonOf(u.Series[0], "value"); strings.Contains(r.Why, "takes all of them") {
		t.Errorf("%+v", r)
	}
}

// TestAPatternIsOneSeries: what a pattern takes is no second choice beside it, and its columns have its unit.
func TestAPatternIsOneSeries(t *testing.T) {
	u := understand(t, tableOf("time,n1 [W],n2 [W],n3 [W]", 20, func(i int) string {
		return fmt.Sprintf("%s,%d,%d,%d", stampAfter(i*1000), 300+uneven[i%10], 320+uneven[(i+1)%10],
			310+uneven[(i+2)%10])
	}), ImportSettings{Value: "n* [W]"})
	if len(u.Series) != 1 || u.Series[0].Series.Value != "n* [W]" {
		t.Errorf("proposed are %+v", u.Series)
	}
	for _, c := range u.Columns[1:] {
		if c.Role != infer.ReadingRole || c.Unit != "W" {
			t.Errorf("%+v", c)
		}
	}
}
