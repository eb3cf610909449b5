package tracefile

import (
	"fmt"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Milliwatts are recognised by the names of rails, by volts and amperes beside them, and by numbers that are no
// megawatts; what may be either is asked for, and what a part of a node does not draw is doubted.
func TestMilliwattsAreTold(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	some := func(base int) func(i int) string {
		return func(i int) string { return fmt.Sprint(base + noise[i%10]) }
	}
	for name, c := range map[string]struct {
		header string
		cells  func(i int) string
		unit   power.Unit
		sure   table.Confidence
	}{
		"a rail":                        {"VDD_GPU_SOC-IN_POWER", some(2600), "mW", table.Likely},
		"a rail that tells no quantity": {"VDD_GPU_SOC", some(2600), "mW", table.Guess},
		"small rails that tell none": {"VDD_GPU_SOC,VDDQ_VDD2",
			func(i int) string { return fmt.Sprintf("%d,%d", 2600+noise[i%10], 360+noise[i%10]) }, "mW", table.Guess},
		"a small rail beside it": {"POM_5V_CPU_POWER,POM_5V_IN_POWER",
			func(i int) string { return fmt.Sprintf("%d,%d", 76+noise[i%10], 3000+noise[i%10]) }, "mW", table.Likely},
		"a rail in watts": {"VDD_IN_POWER", some(30), "W", table.Guess},
		"volts and amperes beside it": {"board power,board voltage,board current",
			func(i int) string { return fmt.Sprintf("%d,12000,%d", 12*(400+noise[i%10]), 400+noise[i%10]) }, "mW",
			table.Likely},
		"volts in volts": {"board power,board voltage,board current",
			func(i int) string { return fmt.Sprintf("%d,12,%d", 12*(40+noise[i%10]), 40+noise[i%10]) },
			"W", table.Guess},
		"other volts": {"board power,board voltage,board current",
			func(i int) string { return fmt.Sprintf("%d,12000,%d", 5*(400+noise[i%10]), 400+noise[i%10]) },
			"W", table.Guess},
		"wattage":                 {"Wattage", some(13), "W", table.Likely},
		"wattage in another unit": {"Wattage kW", some(13), "kW", table.Likely},
		"letters of one case":     {"gpu_power_mw", some(13), "", table.Open},
		"no megawatts":            {"gpu_power_mw", some(130), "mW", table.Guess},
		"no megawatts beside it": {"gpu_mw,cpu_mw",
			func(i int) string { return fmt.Sprintf("%d,%d", 13+noise[i%10], 4000+noise[i%10]) }, "mW", table.Guess},
		"few megawatts": {"power_mw", func(i int) string { return fmt.Sprintf("0.01%d", noise[i%10]) },
			"MW", table.Guess},
		"watts that no card draws":      {"gpu_power_w", some(23000), "W", table.Guess},
		"watts that a card draws":       {"gpu_power_w", some(230), "W", table.Likely},
		"watts of all cards":            {"total_gpu_power_w", some(23000), "W", table.Likely},
		"watts that a machine may draw": {"power_w", some(23000), "W", table.Likely},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf("time,"+c.header, 20,
				func(i int) string { return stampOf(i) + "," + c.cells(i) }), ImportSettings{})
			for _, p := range u.Series {
				if r, _ := reasonOf(p, "unit"); p.Series.Unit != c.unit || r.Confidence != c.sure {
					t.Errorf("%s: %q, %+v", p.Series.Value, p.Series.Unit, r)
				}
			}
		})
	}
}
