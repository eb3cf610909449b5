package forensics_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// TestWorkGrowsWithInstrumentsNotWithPairs counts the looks that a search for copies takes: a bounded number for each
// instrument, however many others there are.
func TestWorkGrowsWithInstrumentsNotWithPairs(t *testing.T) {
	const count, most = 4000, 400 // the most of one instrument; pairs would be 2,000 for each
	for name, s := range map[string]struct {
		step   float64 // watts, of the readings
		noise  float64 // of each node
		nodes  float64 // how much they differ
		later  time.Duration
		copies bool
	}{
		"fine readings":                  {step: 0.1, noise: 0.004, nodes: 0.02},
		"fine readings, one mean":        {step: 0.1, noise: 0.004},
		"whole kilowatts":                {step: 1000, noise: 0.004, nodes: 0.02},
		"whole kilowatts, one mean":      {step: 1000, noise: 0.004},
		"whole kilowatts, not in step":   {step: 1000, noise: 0.004, nodes: 0.02, later: time.Millisecond},
		"copies":                         {step: 0.1, copies: true},
		"copies with noise":              {step: 0.1, noise: 0.0001, copies: true},
		"copies, each later than before": {step: 0.1, later: time.Millisecond, copies: true},
	} {
		const scale = 20_000.0
		random := rand.New(rand.NewPCG(5, uint64(count)))
		r := recording{readings: 100, step: 5 * time.Second}
		common := make([]float64, r.readings)
		for k := range common {
			common[k] = 1 + 0.03*random.NormFloat64()
		}
		var traces []*power.Trace
		for i := range count {
			node := scale * (1 + s.nodes*random.NormFloat64())
			var at, value []int64
			for k := range r.readings {
				watts := node * common[k] * (1 + s.noise*random.NormFloat64())
				at = append(at, start().Add(time.Duration(k)*r.step+time.Duration(i)*s.later).UnixNano())
				value = append(value, int64(math.Round(watts/s.step)*s.step*10)*microwatt/10)
			}
			traces = append(traces, power.NewTrace("", power.Power, at, value))
		}
		looks, found := forensics.Looks(measured(r.core(), traces...))
		t.Logf("%s: %.0f looks for each of %d instruments", name, float64(looks)/count, count)
		if looks > most*count {
			t.Errorf("%s: %d looks for %d instruments", name, looks, count)
		}
		if s.copies && found < count*9/10 {
			t.Errorf("%s: %d of %d copies are found", name, found, count)
		}
	}
}
