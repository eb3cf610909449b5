package tracefile

import (
	"fmt"
	"strings"
	"testing"
)

// TestPhasesOfOneSupplyAddUp: three columns that are called phases are taken together, unless something may be their sum.
func TestPhasesOfOneSupplyAddUp(t *testing.T) {
	for names, want := range map[string]string{
		"P L1 [W],P L2 [W],P L3 [W]":                 "P * [W] in W",
		"l1_power_w,l2_power_w,l3_power_w":           "l*_power_w in W",
		"Power L1 (W),Power L2 (W),Power L3 (W)":     "Power * (W) in W",
		"Phase 1 kW,Phase 2 kW,Phase 3 kW":           "Phase * kW in kW",
		"P1 [W],P2 [W],P3 [W]":                       "P1 [W] in W",   // outlets, or anything
		"P L1 [W],P L2 [W],Pump [W]":                 "Pump [W] in W", // two phases are no supply
		"P L1 [W],P L2 [W],P L3 [W],P [W]":           "P [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],Feed of row [W]": "Feed of row [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],P total [W]":     "P total [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],E L1 [kWh]":      "P * [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],P max L1 [W]":    "P L1 [W] in W",
		"P L1 [W],P L2 [W],P L3 [W],E [kWh]":         "E [kWh] in kWh interval",
		"P L1 [W],P L2 [W],P L3 [W],U L1 [V]":        "P * [W] in W",
	} {
		t.Run(names, func(t *testing.T) {
			u := understand(t, tableOf("time,"+names, 60, func(i int) string {
				row := stampAfter(i * 1000)
				for column := range strings.Count(names, ",") + 1 {
					row += fmt.Sprintf(",%d", 300+20*column+uneven[(i+column)%10])
				}
				return row
			}), Reading{})
			if len(u.Series) == 0 || briefly(u.Series[0].Series) != want {
				t.Errorf("got %+v, want %s", u.Series, want)
			}
		})
	}
}

// TestAPatternIsOneSeries: what a pattern takes is no second choice beside it, and its columns have its unit.
func TestAPatternIsOneSeries(t *testing.T) {
	u := understand(t, tableOf("time,n1 [W],n2 [W],n3 [W]", 20, func(i int) string {
		return fmt.Sprintf("%s,%d,%d,%d", stampAfter(i*1000), 300+uneven[i%10], 320+uneven[(i+1)%10], 310+uneven[(i+2)%10])
	}), Reading{Value: "n* [W]"})
	if len(u.Series) != 1 || u.Series[0].Series.Value != "n* [W]" {
		t.Errorf("proposed are %+v", u.Series)
	}
	for _, c := range u.Columns[1:] {
		if c.Role != ReadingRole || c.Unit != "W" {
			t.Errorf("%+v", c)
		}
	}
}
