package model_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// runs makes the two runs of a row of Table 1: polling, and Interrupt + DVFS, of 64 messages at 100 W.
func runs(size, latency, energy float64, readings int) (baseline, variant model.Point) {
	baseline = model.Point{Size: size, Latency: seconds(size), Power: 100, Amount: size, Readings: readings}
	variant = model.Point{Size: size, Latency: seconds(size * latency), Power: power.Watts(100 * energy / latency),
		Amount: size, Readings: readings}
	return baseline, variant
}

func TestTable1(t *testing.T) {
	baseline, variant := map[string][]model.Point{}, map[string][]model.Point{}
	told := 0
	for _, row := range rowsOf(t, "pascol_table1.txt") {
		if row[0] != "want" {
			b, v := runs(numberOf(t, row[1]), numberOf(t, row[2]), numberOf(t, row[3]), model.FewReadings)
			baseline[row[0]], variant[row[0]] = append(baseline[row[0]], b), append(variant[row[0]], v)
			continue
		}
		told++
		primitive := row[1]
		points := model.Normalise(baseline[primitive], variant[primitive])
		got, found := model.ThresholdOf(points, 0.05)
		if !found || got.Size != numberOf(t, row[2]) {
			t.Errorf("%s: threshold %+v, %v; want %s KB", primitive, got, found, row[2])
		}
		near(t, primitive+": latency in percent", 100*got.Slower, numberOf(t, row[3]), 0.01)
		near(t, primitive+": energy in percent", 100*got.Thrifty, numberOf(t, row[4]), 0.01)
		if at, found := model.ThresholdOf(points, -0.5); found {
			t.Errorf("%s: a threshold of %v KB, as if anything were twice as fast", primitive, at.Size)
		}
	}
	if told != 4 {
		t.Errorf("%d primitives; Table 1 has 4", told)
	}
}

func TestThresholdPassesSpikesOver(t *testing.T) {
	points := []model.Normalised{
		{Size: 4, Latency: 1, Energy: 0.5, Spiky: true},
		{Size: 8, Latency: 1, Energy: 0.9},
		{Size: 16, Latency: 9, Energy: 9, Spiky: true},
		{Size: 32, Latency: 1, Energy: 0.8},
		{Size: 64, Latency: 1},
	}
	if got, found := model.ThresholdOf(points, 0); !found || got.Size != 8 {
		t.Errorf("threshold %+v, %v; want 8: spikes neither make nor end one", got, found)
	}
	points[3].Energy = 1
	if got, found := model.ThresholdOf(points, 0); found {
		t.Errorf("threshold %+v, though nothing is saved at 32", got)
	}
}

func TestNormalise(t *testing.T) {
	baseline := []model.Point{
		{Size: 2, Latency: 2 * time.Second, Power: 50, Amount: 10, Readings: 10},
		{Size: 1, Latency: time.Second, Power: 50, Amount: 10, Readings: 9},
		{Size: 4, Power: 50},
	}
	variant := []model.Point{
		{Size: 4, Latency: time.Second, Power: 50},
		{Size: 2, Latency: 3 * time.Second, Power: 40, Amount: 20, Readings: 10},
		{Size: 1, Latency: time.Second, Power: 25, Readings: 10},
		{Size: 8, Latency: time.Second, Power: 25, Readings: 10},
	}
	got := model.Normalise(baseline, variant)
	want := []model.Normalised{{Size: 1, Latency: 1, Power: 0.5, Spiky: true},
		{Size: 2, Latency: 1.5, Power: 0.8, Energy: 0.6}}
	if len(got) != len(want) {
		t.Fatalf("%d points; want %d: those without a fellow are left out", len(got), len(want))
	}
	for i := range want {
		near(t, "latency", got[i].Latency, want[i].Latency, 1e-12)
		near(t, "power", got[i].Power, want[i].Power, 1e-12)
		near(t, "energy", got[i].Energy, want[i].Energy, 1e-12)
		if got[i].Size != want[i].Size || got[i].Spiky != want[i].Spiky {
			t.Errorf("point %+v; want %+v", got[i], want[i])
		}
	}
}

// If the same was done, energy over energy is power over power times latency over latency.
func TestNormalisedEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		latency, energy := rapid.Float64Range(0.1, 10).Draw(t, "latency"), rapid.Float64Range(0.1, 10).Draw(t, "energy")
		b, v := runs(rapid.Float64Range(1, 1000).Draw(t, "size"), latency, energy, 20)
		n := model.Normalise([]model.Point{b}, []model.Point{v})[0]
		if d := n.Energy/(n.Latency*n.Power) - 1; d > 1e-9 || d < -1e-9 {
			t.Fatalf("%+v", n)
		}
	})
}

// The bounds of section 4.4, and how the paper prints them.
func TestCeilings(t *testing.T) {
	// printed as 16%, it is 17.0%
	near(t, "what racks of 7.8 and 9.4 kW can save", model.IdleCeiling(7800, 9400), 0.170, 0.0005)
	ofHigher, ofLower := model.ClockCeiling(1.9, 2.33)
	near(t, "what the lower clock saves, of the lower", ofLower, 0.226, 0.0005) // printed as 22%, it is 22.6%
	near(t, "what the lower clock saves, of the higher", ofHigher, 0.185, 0.0005)
	for _, none := range [][2]power.Watts{{0, 100}, {100, 100}, {100, 50}} {
		if got := model.IdleCeiling(none[0], none[1]); got != 0 {
			t.Errorf("%v W idle and %v W loaded bound savings at %v", none[0], none[1], got)
		}
	}

	ceiling := model.IdleCeiling(7800, 9400)
	for _, c := range []struct {
		power   float64
		ceiling float64
		want    bool
	}{{0.88, ceiling, false}, {0.83, ceiling, false}, {0.82, ceiling, true}, {0.1, 0, false}, {1.2, ceiling, false}} {
		if got := (model.Normalised{Power: c.power}).Implausible(c.ceiling); got != c.want {
			t.Errorf("power at %v of the baseline's is implausible under %v: %v", c.power, c.ceiling, got)
		}
	}
}
