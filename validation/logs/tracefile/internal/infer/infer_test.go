package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// TestWhatALogIsTakenFor: unit, quantity, what an energy counts and the column, by names, units and the size of the
// numbers.
func TestWhatALogIsTakenFor(t *testing.T) {
	rows := func(head string, cells ...string) string {
		text := head + "\n"
		for i, cell := range cells {
			text += fmt.Sprintf("2026-06-01T12:00:%02dZ,%s\n", i, cell)
		}
		return text
	}
	for name, c := range map[string]struct {
		log      string
		value    string
		unit     power.Unit
		quantity power.Quantity
		counts   string
	}{
		"the name states watts":     {rows("time,power_w", "1000", "1010", "990"), "power_w", "W", power.Power, ""},
		"the name states kilowatts": {rows("time,rack [kW]", "1.1", "1.2", "1.0"), "rack [kW]", "kW", power.Power, ""},
		"milliwatts in brackets": {rows("time,gpu (mW)", "250000", "260000", "240000"), "gpu (mW)", "mW",
			power.Power, ""},
		"the cells state it": {rows("time,power", "1.1 kW", "1.2 kW", "1.0 kW"), "power", "kW",
			power.Power, ""},
		"power without a unit": {rows("time,power", "1000", "1010", "990"), "power", "W", power.Power, ""},
		"a total of energy": {rows("time,energy_kwh", "1000.00", "1000.01", "1000.02", "1000.03"),
			"energy_kwh", "kWh", power.Energy, "total"},
		"energies of intervals": {rows("time,energy [J]", "1000", "990", "1010", "980", "1020", "990"),
			"energy [J]", "J", power.Energy, "interval"},
		"megawatt-hours": {rows("time,energy MWh", "1000.00", "1000.01", "1000.02", "1000.03"),
			"energy MWh", "MWh", power.Energy, "total"},
		"the whole before its parts": {rows("time,cpu_power_w,total_power_w", "300,1000", "310,1010", "290,990"),
			"total_power_w", "W", power.Power, ""},
		"a temperature is no power": {rows("time,temp,power_w", "41,1000", "42,1010", "43,990"), "power_w", "W",
			power.Power, ""},
		"of Shelly, which counts Wh": {"timestamp,total_act_energy,total_act_ret_energy\n1780315200,11.5,0\n" +
			"1780315260,11.6,0\n1780315320,11.4,0\n", "total_act_energy", "Wh", power.Energy, "interval"},
		"nanojoules of a meter": {rows("time,pkg_nanojoules", "1000000000", "2000000000", "3000000000", "4000000000"),
			"pkg_nanojoules", "nJ", power.Energy, "total"},
	} {
		u, err := tracefile.Understand(tracefile.Input{Name: "meter.csv", Stream: strings.NewReader(c.log)},
			tracefile.ImportSettings{}, nil, canonical.Memory)
		if err != nil || len(u.Series) == 0 {
			t.Errorf("%s: nothing is proposed, %v", name, err)
			continue
		}
		if s := u.Series[0].Series; s.Value != c.value || s.Unit != c.unit || s.Quantity != c.quantity ||
			s.Counts != c.counts {
			t.Errorf("%s: taken for %q, %s, %s, %q; want %q, %s, %s, %q", name, s.Value, s.Unit, s.Quantity, s.Counts,
				c.value, c.unit, c.quantity, c.counts)
		}
	}
}
