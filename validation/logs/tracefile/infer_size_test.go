package tracefile

import (
	"fmt"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Columns of one quantity that state no unit have the same in one log, and what the size of numbers does not show is an
// open question.
func TestUnitsBySize(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	for name, c := range map[string]struct {
		header string
		cells  func(i int) string
		units  map[string]power.Unit // by column
		sure   table.Confidence
	}{
		"watts": {"power", func(i int) string { return fmt.Sprint(300 + noise[i%10]) },
			map[string]power.Unit{"power": "W"}, table.Guess},
		"too small for a machine": {"power", func(i int) string { return fmt.Sprintf("2.%d", noise[i%10]) },
			map[string]power.Unit{"power": ""}, table.Open},
		"megawatts of no machine": {"Power_MW", func(i int) string { return fmt.Sprintf("42%d0", noise[i%10]) },
			map[string]power.Unit{"Power_MW": "MW"}, table.Guess},
		"milliwatts in capitals": {"PowerMW", func(i int) string { return fmt.Sprintf("42%d0", noise[i%10]) },
			map[string]power.Unit{"PowerMW": "mW"}, table.Guess},
		"of a part or of a hall": {"PowerMW", func(i int) string { return fmt.Sprintf("4.%d", noise[i%10]) },
			map[string]power.Unit{"PowerMW": ""}, table.Open},
		"a letter of either": {"GridkWh", func(i int) string { return fmt.Sprint(500 + 3*i) },
			map[string]power.Unit{"GridkWh": "Wh"}, table.Guess},
		"what RAPL counted": {"pkg_0,uncore-0",
			func(i int) string { return fmt.Sprintf("31%d4000,2%d000", noise[i%10], noise[i%10]) },
			map[string]power.Unit{"pkg_0": "uJ", "uncore-0": "uJ"}, table.Guess},
		"less than RAPL counts": {"pkg_0,uncore-0",
			func(i int) string { return fmt.Sprintf("4%d000,2%d", noise[i%10], noise[i%10]) },
			map[string]power.Unit{"pkg_0": "", "uncore-0": ""}, table.Open},
		"a package in watts": {"pkg_0", func(i int) string { return fmt.Sprintf("3%d.5", noise[i%10]) },
			map[string]power.Unit{"pkg_0": "W"}, table.Guess},
		"consumption of intervals": {"end_time,consumption",
			func(i int) string { return stampOf(i+1) + fmt.Sprintf(",48.%d", noise[i%10]) },
			map[string]power.Unit{"consumption": ""}, table.Open},
		"consumption at instants": {"updated,consumption",
			func(i int) string { return stampOf(0) + fmt.Sprintf(",48.%d", noise[i%10]) },
			map[string]power.Unit{"consumption": "W"}, table.Guess},
		"a memory": {"dram_power", func(i int) string { return fmt.Sprintf("17.%d", noise[i%10]) },
			map[string]power.Unit{"dram_power": "W"}, table.Guess},
		"too large for a machine": {"power", func(i int) string { return fmt.Sprintf("14000000%d", noise[i%10]) },
			map[string]power.Unit{"power": ""}, table.Open},
		"beside larger ones": {"power a,power b",
			func(i int) string { return fmt.Sprintf("7.%d,17%d", noise[i%10], noise[i%10]) },
			map[string]power.Unit{"power a": "W", "power b": "W"}, table.Guess},
		"a sum of parts": {"Total Power,CPU Power",
			func(i int) string { return fmt.Sprintf("17.%d,3.%d", noise[i%10], noise[i%10]) },
			map[string]power.Unit{"Total Power": "W", "CPU Power": "W"}, table.Guess},
		"beside a unit": {"power a,power b [W]",
			func(i int) string { return fmt.Sprintf("7.%d,17%d", noise[i%10], noise[i%10]) },
			map[string]power.Unit{"power a": "", "power b [W]": "W"}, ""},
		"totals": {"CPU_ENERGY,DRAM_ENERGY",
			func(i int) string { return fmt.Sprintf("%d,%d", 242598+190*i, 31537+15*i) },
			map[string]power.Unit{"CPU_ENERGY": "J", "DRAM_ENERGY": "J"}, table.Guess},
		"CodeCarbon": {"run_id,duration,emissions_rate,cpu_power,cpu_energy,energy_consumed", func(i int) string {
			return fmt.Sprintf("a,%d,1e-6,0.%d,0.00%d,0.000%d", 15*i, 1+noise[i%10], 100+i, 150+i)
		}, map[string]power.Unit{"cpu_power": "W", "cpu_energy": "kWh", "energy_consumed": "kWh"}, table.Likely},
		"jetson-stats": {"jetson_clocks,nvp model,Power TOT",
			func(i int) string { return fmt.Sprintf("OFF,MAXN,42%d0", noise[i%10]) },
			map[string]power.Unit{"Power TOT": "mW"}, table.Likely},
		"Shelly": {"total_act_energy,total_act_ret_energy,max_act_power",
			func(i int) string { return fmt.Sprintf("5.%d,0,34%d.5", noise[i%10], noise[i%10]) },
			map[string]power.Unit{"total_act_energy": "Wh", "total_act_ret_energy": "Wh", "max_act_power": "W"},
			table.Likely},
		"Shelly, of three phases": {"a_total_act_energy,b_total_act_energy,c_total_act_energy",
			func(i int) string { return fmt.Sprintf("5.%d,6.%[1]d,7.%[1]d", noise[i%10]) },
			map[string]power.Unit{"a_total_act_energy": "Wh", "b_total_act_energy": "Wh", "c_total_act_energy": "Wh"},
			table.Likely},
		"GEOPM": {"EPOCH_COUNT,REGION_HASH,BOARD_ENERGY,BOARD_POWER",
			func(i int) string { return fmt.Sprintf("-1,0x72,%d,%d.5", 100+3*i, 3+i%3) },
			map[string]power.Unit{"BOARD_ENERGY": "J", "BOARD_POWER": "W"}, table.Likely},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf("TIME,"+c.header, 30,
				func(i int) string { return stampOf(i) + "," + c.cells(i) }), ImportSettings{})
			if len(u.Series) != len(c.units) {
				t.Errorf("%+v", u.Columns)
			}
			for _, p := range u.Series {
				reason, _ := reasonOf(p, "unit")
				if want := c.units[p.Series.Value]; p.Series.Unit != want ||
					c.sure != "" && reason.Confidence != c.sure {
					t.Errorf("%s: %q, %+v", p.Series.Value, p.Series.Unit, reason)
				}
			}
		})
	}
}
