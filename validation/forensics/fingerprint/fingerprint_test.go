package fingerprint_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"green500/validation/forensics/fingerprint"
	"green500/validation/power"
)

// meter is how a log was made: all of it but the noise is the same in two runs of a machine.
type meter struct {
	readings int
	noise    float64 // standard deviation as a part of the power
	watts    float64 // resolution
	average  int     // readings that each value is a moving average of
	swing    float64 // amplitude of a regular oscillation as a part of the power
	repeats  int     // readings between updates
	energy   bool
}

func (m meter) String() string {
	return fmt.Sprintf("%d readings, noise %g, resolution %g W, average of %d, swing %g, update after %d, energy %t",
		m.readings, m.noise, m.watts, m.average, m.swing, m.repeats, m.energy)
}

// telling reports whether a log has enough noise to know it by, after all that a copy may suffer.
func (m meter) telling() bool {
	noise := m.noise / math.Sqrt(float64(m.average))
	return m.readings >= 300*m.average && noise*2000 > m.watts && m.noise > m.swing/10 && m.repeats == 1
}

// run is a log of a run in microwatts: idle, a run that ends at half of its power, and idle again.
func (m meter) run(random *rand.Rand) []int64 {
	values := make([]int64, m.readings)
	var recent []float64
	phase, period := 2*math.Pi*random.Float64(), 3.1*(0.99+0.02*random.Float64())
	for i := range values {
		if i > 0 && i%m.repeats != 0 {
			values[i] = values[i-1]
			continue
		}
		x, level := float64(i)/float64(m.readings), 400.0
		if x > 0.1 && x < 0.9 {
			level = 2000 * (1.1 - x*x*x/1.5) * (1 + m.swing*math.Sin(phase+float64(i)/period))
		}
		recent = append(recent, level*(1+m.noise*random.NormFloat64()))
		recent = recent[max(0, len(recent)-m.average):]
		sum := 0.0
		for _, one := range recent {
			sum += one
		}
		values[i] = int64(math.Round(sum/float64(len(recent))/m.watts) * m.watts * 1e6)
	}
	return values
}

// trace is a log with a reading a second.
func (m meter) trace(start time.Time, values []int64) *power.Trace {
	at, quantity := make([]int64, len(values)), power.Power
	for i := range at {
		at[i] = start.Add(time.Duration(i) * time.Second).UnixNano()
	}
	if m.energy {
		quantity, values = power.Energy, slices.Clone(values)
		for i := 1; i < len(values); i++ {
			values[i] = values[i-1] + values[i]/1000 // millijoules of a second
		}
	}
	return power.NewTrace("meter", quantity, at, values)
}

func meters() (all []meter) {
	for _, readings := range []int{80, 300, 4000, 40_000} {
		for _, noise := range []float64{0.0005, 0.004, 0.03} {
			for _, watts := range []float64{0.001, 1, 10} {
				for _, average := range []int{1, 12} {
					for _, swing := range []float64{0, 0.02} {
						all = append(all, meter{readings, noise, watts, average, swing, 1, false})
					}
				}
			}
		}
	}
	return append(all, meter{4000, 0.004, 1, 1, 0, 10, false}, meter{4000, 0.004, 1, 1, 0, 1, true},
		meter{900, 0.01, 0.001, 1, 0.02, 3, true})
}

func of(t *testing.T, trace *power.Trace) []fingerprint.Mark {
	t.Helper()
	marks, err := fingerprint.Of(trace)
	if err != nil {
		t.Fatal(err)
	}
	return marks
}

var start = time.Date(2026, time.November, 5, 9, 0, 0, 0, time.UTC)

// TestRunsOfOneMachineAreNotTakenForEachOther, however short, smooth, coarse or regular their logs are.
func TestRunsOfOneMachineAreNotTakenForEachOther(t *testing.T) {
	random, most := rand.New(rand.NewPCG(1, 2)), 0
	for _, m := range meters() {
		for range max(2, 20_000/m.readings) {
			first, second := of(t, m.trace(start, m.run(random))), of(t, m.trace(start, m.run(random)))
			common := fingerprint.Common(first, second)
			if most = max(most, common); common >= fingerprint.Least {
				t.Errorf("%v: %d of %d marks in common", m, common, len(first))
			}
		}
	}
	t.Logf("at most %d marks in common", most)
}

// change makes a copy of a log.
type change struct {
	name string
	make func(values []int64, random *rand.Rand) []int64
}

func changes() []change {
	scaled := func(values []int64, random *rand.Rand) []int64 {
		by := 0.5 + 1.5*random.Float64()
		for i, value := range values {
			values[i] = int64(math.Round(float64(value)*by/1e3)) * 1e3 // in milliwatts
		}
		return values
	}
	cut := func(values []int64, random *rand.Rand) []int64 {
		from, to := random.IntN(len(values)/8), len(values)-random.IntN(len(values)/8)
		return values[from:to]
	}
	altered := func(values []int64, random *rand.Rand) []int64 {
		for range len(values) / 100 {
			values[random.IntN(len(values))] += int64(1e6 * (1 + 300*random.Float64()))
		}
		return values
	}
	lower := func(values []int64, _ *rand.Rand) []int64 {
		for i := len(values) * 3 / 8; i < len(values)*5/8; i++ {
			values[i] = values[i] * 4 / 5
		}
		return values
	}
	return []change{
		{"moved", func(values []int64, _ *rand.Rand) []int64 { return values }},
		{"scaled", scaled}, {"cut", cut}, {"1% altered", altered}, {"a part lower", lower},
		{"all of these", func(values []int64, random *rand.Rand) []int64 {
			return lower(altered(cut(scaled(values, random), random), random), random)
		}},
	}
}

// TestEveryKindOfCopyIsFound, if the log has enough noise to know it by.
func TestEveryKindOfCopyIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	fewest, telling := math.MaxInt, 0
	for _, m := range meters() {
		if !m.telling() {
			continue
		}
		telling++
		values := m.run(random)
		marks := of(t, m.trace(start, values))
		for _, c := range changes() {
			if m.energy && c.name != "moved" && c.name != "cut" {
				continue // a counter that is changed counts on
			}
			for range 3 {
				copied := c.make(slices.Clone(values), random)
				common := fingerprint.Common(marks, of(t, m.trace(start.Add(1234567*time.Millisecond), copied)))
				if fewest = min(fewest, common); common < fingerprint.Least {
					t.Errorf("%v; %s: %d of %d marks in common", m, c.name, common, len(marks))
				}
			}
		}
	}
	t.Logf("at least %d marks in common, of %d logs", fewest, telling)
	if telling < 40 {
		t.Errorf("%d logs are tested", telling)
	}
}

// TestALogWithoutNoiseHasNoFingerprint: constant, rising, regular, and with few readings.
func TestALogWithoutNoiseHasNoFingerprint(t *testing.T) {
	for name, value := range map[string]func(i int) int64{
		"constant": func(int) int64 { return 5e8 },
		"rising":   func(i int) int64 { return int64(i) * 1e6 },
		"regular":  func(i int) int64 { return int64(i%7) * 1e8 },
		"of two":   func(i int) int64 { return int64(i%2) * 1e8 },
	} {
		values := make([]int64, 5000)
		for i := range values {
			values[i] = value(i)
		}
		if got := of(t, meter{}.trace(start, values)); len(got) > 0 {
			t.Errorf("%s: %d marks", name, len(got))
		}
	}
	few := meter{readings: 30, noise: 0.03, watts: 0.001, average: 1, repeats: 1}
	if got := of(t, few.trace(start, few.run(rand.New(rand.NewPCG(5, 6))))); len(got) > 0 {
		t.Errorf("of few readings: %d marks", len(got))
	}
}
