package rules

import (
	"fmt"
	"testing"
)

// TestUnitsOfColumns: what names say, and what they only seem to say.
func TestUnitsOfColumns(t *testing.T) {
	for column, want := range map[string]string{
		"node001_kw": "[kW]", "Power (kW)": "[kW]", "energy [kWh]": "[kWh]", "rack 3 MWh": "[MWh mWh]",
		"Node Power (W)": "[W]", "power_w": "[W]", "PowerkW": "[kW]",
		"energy (J)": "[J]", "total_energy_joules": "[J]", "p_mw": "[MW mW]", "watts": "[W]",
		"rack_w": "[]", "node_j": "[]", "barnard.hpc.energy": "[]", "kW or kWh": "[]", "J/s": "[]", "kW h": "[]",
		"watt hours": "[]", "kwh_per_day": "[]", "newkworker": "[]", "": "[]",
	} {
		if got := fmt.Sprint(unitsNamed(column)); got != want {
			t.Errorf("%q names %s, want %s", column, got, want)
		}
	}
}
