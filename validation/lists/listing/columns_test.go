package listing_test

import (
	"testing"

	"green500/validation/lists/listing"
	"green500/validation/power"
)

// TestEveryColumnHoldsItsFigure: as it is kept, as pages show it, as answers of the API and as files have it, each
// written by hand.
func TestEveryColumnHoldsItsFigure(t *testing.T) {
	row := listing.Row{
		Kind: "green500", Edition: "2024-06", Rank: 3, System: "A", Computer: "B", Site: "C", Country: "DE",
		Vendor: "E", Year: new(2024), Segment: "F", TotalCores: new(11),
		AcceleratorCores: new(12), Accelerator: "G", Processor: "H", Interconnect: "I", OperatingSystem: "J",
		Rmax: new(power.GFlops(9_950)), Rpeak: new(power.GFlops(12_345)),
		Power: new(power.Watts(1_234_500)), PowerUncertainty: new(1_250.5), PowerSource: "K", Efficiency: new(8.06),
		Uncertainty: new(0.25), Level: new(power.Level(2)),
		Top500Rank: new(17), EfficiencyRank: new(4), Optimised: true, OptimisedRmax: new(power.GFlops(9_000)),
		OptimisedPower: new(power.Watts(1_116_750)), Top500SystemID: new(18), Top500SiteID: new(19),
	}
	type figure struct{ kept, shown, inAnswers, inFiles float64 }
	for name, want := range map[string]figure{
		"rank": {3, 3, 3, 3}, "year": {2024, 2024, 2024, 2024}, "total_cores": {11, 11, 11, 11},
		"accelerator_cores": {12, 12, 12, 12}, "top500_rank": {17, 17, 17, 17},
		"efficiency_rank": {4, 4, 4, 4}, "top500_system_id": {18, 18, 18, 18}, "top500_site_id": {19, 19, 19, 19},
		"rmax": {9_950, 9.95, 9.95, 9_950}, "rmax_tflops": {9_950, 9.95, 9.95, 9.95},
		"rmax_gflops": {9_950, 9.95, 9_950, 9_950}, "rpeak": {12_345, 12.345, 12.345, 12_345},
		"power": {1_234_500, 1_234.5, 1_234.5, 1_234_500}, "power_kw": {1_234_500, 1_234.5, 1_234.5, 1_234.5},
		"power_w":           {1_234_500, 1_234.5, 1_234_500, 1_234_500},
		"power_uncertainty": {1_250.5, 1.2505, 1.2505, 1_250.5}, "efficiency": {8.06, 8.06, 8.06, 8.06},
		"gflops_per_watt": {8.06, 8.06, 8.06, 8.06}, "uncertainty": {0.25, 0.25, 0.25, 0.25},
		"optimised_rmax": {9_000, 9, 9, 9_000}, "optimised_power": {1_116_750, 1_116.75, 1_116.75, 1_116_750},
	} {
		column, known := listing.ColumnOf(name)
		kept := row.Cell(column.Name).Number
		got := figure{kept, column.Shown(kept), column.InAnswers().Of(kept), column.InFiles().Of(kept)}
		if !known || got != want || column.Kept(column.Shown(kept)) != kept {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"kind": "green500", "edition": "2024-06", "system": "A", "computer": "B", "site": "C", "country": "DE",
		"vendor": "E", "segment": "F", "accelerator": "G", "processor": "H",
		"interconnect": "I", "operating_system": "J", "power_source": "K", "level": "2", "optimised": "yes",
	} {
		if got := row.Cell(name); got.Text != want || !got.Known {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
	for name, want := range map[string][2]string{
		"rmax": {"rmax_gflops", "GFlop/s"}, "rpeak": {"rpeak_gflops", "GFlop/s"}, "power": {"power_w", "W"},
		"power_kw": {"power_kw", "kW"}, "power_uncertainty": {"power_uncertainty_w", "W"},
		"efficiency": {"gflops_per_watt", "GFlops/W"}, "uncertainty": {"gflops_per_watt_uncertainty", "GFlops/W"},
		"rank": {"rank", ""},
	} {
		if column, _ := listing.ColumnOf(name); column.InFiles().Name != want[0] || column.InFiles().Unit != want[1] {
			t.Errorf("%s is %+v in files, want %v", name, column.InFiles(), want)
		}
	}
}

// TestTheMoreEfficientComesFirst; then the faster, then the better placed in the TOP500, and last those without an
// efficiency.
func TestTheMoreEfficientComesFirst(t *testing.T) {
	rows := []listing.Row{
		{Rank: 1, Efficiency: new(9.0), Rmax: new(power.GFlops(1))},
		{Rank: 2, Efficiency: new(8.0), Rmax: new(power.GFlops(7))},
		{Rank: 3, Efficiency: new(8.0), Rmax: new(power.GFlops(6)), Top500Rank: new(4)},
		{Rank: 4, Efficiency: new(8.0), Rmax: new(power.GFlops(6)), Top500Rank: new(5)},
		{Rank: 5, Efficiency: new(8.0), Rmax: new(power.GFlops(6))},
		{Rank: 6, Rmax: new(power.GFlops(99))},
	}
	for i := range rows {
		for j := range rows {
			if got := listing.Compare(rows[i], rows[j]); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%d against %d: %d", i+1, j+1, got)
			}
		}
	}
	rows[1].Unranked = true
	listing.RankByEfficiency(rows)
	for i, want := range []int{1, 0, 2, 2, 2, 0} {
		if got := rows[i].EfficiencyRank; want == 0 && got != nil || want != 0 && (got == nil || *got != want) {
			t.Errorf("row %d has a rank by efficiency of %v, want %d", i+1, got, want)
		}
	}
}
