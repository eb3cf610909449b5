package power_test

import (
	"math"
	"testing"
	"time"

	"green500/validation/power"
)

// TestAMegawattHourIs3600000000Joules: seven of each unit are so many microwatts or millijoules.
func TestAMegawattHourIs3600000000Joules(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range []struct {
		unit     power.Unit
		quantity power.Quantity
		value    float64
		fixed    int64
	}{
		{"uW", power.Power, 7, 7},
		{"mW", power.Power, 7, 7_000},
		{"W", power.Power, 7, 7_000_000},
		{"kW", power.Power, 7, 7_000_000_000},
		{"MW", power.Power, 7, 7_000_000_000_000},
		{"GW", power.Power, 7, 7_000_000_000_000_000},
		{"nJ", power.Energy, 7_000_000, 7},
		{"uJ", power.Energy, 7_000, 7},
		{"mJ", power.Energy, 7, 7},
		{"J", power.Energy, 7, 7_000},
		{"kJ", power.Energy, 7, 7_000_000},
		{"MJ", power.Energy, 7, 7_000_000_000},
		{"GJ", power.Energy, 7, 7_000_000_000_000},
		{"mWh", power.Energy, 7, 25_200},
		{"Wh", power.Energy, 7, 25_200_000},
		{"kWh", power.Energy, 7, 25_200_000_000},
		{"MWh", power.Energy, 7, 25_200_000_000_000},
		{"GWh", power.Energy, 7, 25_200_000_000_000_000},
	} {
		tried[string(c.unit)] = true
		quantity, known := c.unit.Quantity()
		fixed, err := c.unit.Fixed(c.value)
		if !known || quantity != c.quantity || err != nil || fixed != c.fixed ||
			math.Abs(c.unit.Steps()*c.value/float64(c.fixed)-1) > 1e-12 {
			t.Errorf("%v %s: %s, %d, %v; want %d", c.value, c.unit, quantity, fixed, err, c.fixed)
		}
		whole, rest, err := c.unit.Parts(c.value)
		if (err == nil) != (c.quantity == power.Energy) || err == nil && (whole != c.fixed || rest != 0) {
			t.Errorf("%v %s in parts: %d and %d, %v", c.value, c.unit, whole, rest, err)
		}
	}
	for _, unit := range power.Units() {
		if !tried[unit] {
			t.Errorf("nobody says how much a %s is", unit)
		}
	}
	if whole, rest, err := power.Unit("nJ").Parts(1_500_002); whole != 1 || rest != 500_002_000 || err != nil {
		t.Errorf("1,500,002 nJ are %d mJ and %d billionths, %v", whole, rest, err)
	}
	if whole, rest, err := power.Unit("uJ").Parts(-1); whole != -1 || rest != 999_000_000 || err != nil {
		t.Errorf("-1 uJ is %d mJ and %d billionths, %v", whole, rest, err)
	}
}

func TestWhatNoMeterReadsIsRefused(t *testing.T) {
	for unit, value := range map[power.Unit]float64{"W": math.NaN(), "kW": math.Inf(1), "MW": 1e7, "GWh": -3e6,
		"furlong": 1} {
		if fixed, err := unit.Fixed(value); err == nil {
			t.Errorf("%v %s is %d", value, unit, fixed)
		}
	}
}

// TestFiguresInTheUnitsOfLists: each is worked out by hand.
func TestFiguresInTheUnitsOfLists(t *testing.T) {
	for name, c := range map[string][2]float64{
		"12,500 W in kW":                        {power.Watts(12_500).Kilowatts(), 12.5},
		"12,500 W over an hour in J":            {float64(power.Watts(12_500).Over(time.Hour)), 45_000_000},
		"9,950 GFlops in TFlops":                {power.GFlops(9_950).Teraflops(), 9.95},
		"9,000 GFlops of 600 W":                 {power.GFlops(9_000).PerWatt(600), 15},
		"9,000 GFlops without power":            {power.GFlops(9_000).PerWatt(0), 0},
		"operations of order 3":                 {power.Operations(3), 31.5}, // 3³ · 2/3 + 3² · 3/2
		"order 3000 in 9.00675 s, GFlops":       {float64(power.SolveRate(3000, 9_006_750*time.Microsecond)), 2},
		"order 3000 at 2 GFlops, seconds":       {power.SolveSeconds(3000, 2), 9.00675}, // (18e9 + 13.5e6) / 2e9
		"1.5 s in nanoseconds":                  {float64(power.Seconds(1.5)), 1_500_000_000},
		"a reading of 2,500,000 uW in W":        {float64(power.Reading{Value: 2_500_000}.Watts()), 2.5},
		"a reading of 2,500 mJ in J":            {float64(power.Reading{Value: 2_500}.Joules()), 2.5},
		"a stated Rmax of 9.95 TFlops, GFlops":  {float64(power.Run{RmaxTeraflops: 9.95}.StatedRmax()), 9_950},
		"an Rmax of the TOP500 of 9.95 TFlop/s": {float64(power.System{Top500Teraflops: 9.95}.ListedRmax()), 9_950},
	} {
		if math.Abs(c[0]-c[1]) > 1e-9*math.Abs(c[1]) {
			t.Errorf("%s: %v, want %v", name, c[0], c[1])
		}
	}
	if power.Seconds(1e12) != math.MaxInt64 {
		t.Error("a time that is too long is not the longest")
	}
	if half := 0.336; power.PlusMinus(&half, 2) != " ± 0.34" || power.PlusMinus(nil, 2) != "" {
		t.Errorf("%q, %q", power.PlusMinus(&half, 2), power.PlusMinus(nil, 2))
	}
}
