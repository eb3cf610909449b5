package model_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// figure6 is the host of Heinrich et al., figure 6, with the speeds that the figure leaves out: one for each of its
// twelve frequencies, from 2300 to 1200 MHz.
const figure6 = `<platform version="4"><AS id="lyon" routing="None">
<host id="taurus-8.Lyon.grid5000.fr"
speed="2300Mf,2200Mf,2100Mf,2000Mf,1900Mf,1800Mf,1700Mf,1600Mf,1500Mf,1400Mf,1300Mf,1200Mf" core="12">
  <prop id="watt-per-state"
value="92.75:114.62:174.38, 92.75:113.25:168.62, 92.88:112.25:162.88, 92.88:110.75:157.12, 92.88:110.38:151.75, 92.88:109.38:147.25,
   92.88:108.62:142.75, 93:107.38:138.25, 93.12:106.75:134, 93:106.5:130.62, 93:105.12:127, 93.25:104.62:123.62" />
  <prop id="watt-off" value="10" />
</host></AS></platform>`

func taurus8(t *testing.T) model.Host {
	t.Helper()
	hosts, _, err := model.ReadPlatform(strings.NewReader(figure6))
	if err != nil || len(hosts) != 1 {
		t.Fatalf("%d hosts, %v", len(hosts), err)
	}
	return hosts[0]
}

// TestTaurus8: figure 6 is read as it is printed, and lies on the lines of figure 4.
func TestTaurus8(t *testing.T) {
	host := taurus8(t)
	if host.Cores != 12 || host.Off != 10 || len(host.States) != 12 {
		t.Fatalf("%d cores, %v off, %d states", host.Cores, host.Off, len(host.States))
	}
	first, last := host.States[0].PowerState, host.States[11].PowerState
	if first != (model.PowerState{Idle: 92.75, OneCore: 114.62, AllCores: 174.38}) ||
		last != (model.PowerState{Idle: 93.25, OneCore: 104.62, AllCores: 123.62}) {
		t.Errorf("first %v, last %v", first, last)
	}
	for busy, want := range map[int]power.Watts{0: 92.75, 1: 114.62, 12: 174.38,
		6: 114.62 + (174.38-114.62)*5/11, 13: 174.38} {
		if got := first.At(busy, 12); math.Abs(float64(got-want)) > 1e-9 {
			t.Errorf("%d cores busy: %v W, want %v", busy, got, want)
		}
	}
}

// TestPowerOverFrequency: a parabola through 1200, 1700 and 2300 MHz meets the other frequencies of figure 6 within the
// accuracy that Heinrich et al. reach.
func TestPowerOverFrequency(t *testing.T) {
	host := taurus8(t)
	var all []model.FrequencyPower
	for _, state := range host.States {
		all = append(all, model.FrequencyPower{Hertz: float64(state.Speed) * 1e9, Power: state.AllCores})
	}
	curve, ok := model.ThroughFrequencies(all[11], all[6], all[0])
	if !ok || math.Abs(float64(curve.At(1700e6)-142.75)) > 1e-9 {
		t.Fatalf("at 1700 MHz %v W", curve.At(1700e6))
	}
	far := farthest(curve, all)
	t.Logf("farthest from the parabola: %.2f%%", 100*far)
	if far > model.SimGridAccuracy || far == 0 {
		t.Errorf("the farthest frequency lies %v off", far)
	}
	if _, ok := model.ThroughFrequencies(all[0], all[0], all[1]); ok {
		t.Error("a parabola through one frequency twice")
	}
}

// TestCalibrationFindsCoefficients: of nodes made up with known coefficients, with noise, unreliable readings and a
// meter whose clock is off by up to two readings, both coefficients come out within 1%.
func TestCalibrationFindsCoefficients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := model.NodePower{
			Static:  power.Watts(rapid.Float64Range(50, 2000).Draw(t, "static")),
			Dynamic: 0,
		}
		truth.Dynamic = truth.Static * power.Watts(rapid.Float64Range(0.5, 4).Draw(t, "ratio"))
		noise := rapid.Float64Range(0, 0.01).Draw(t, "noise")
		length := rapid.IntRange(60, 120).Draw(t, "readings")
		series := func(load float64, other model.NodePower, label string) []power.Watts {
			slip := rapid.IntRange(0, model.EdgeReadings).Draw(t, label+" slip")
			watts := make([]power.Watts, length)
			for i := range watts {
				u := load
				if i < slip {
					u = 1 - load // the meter still sees what was before
				}
				// within the noise, without a rhythm
				watts[i] = other.At(u) * power.Watts(1+noise*math.Sin(float64(i*i)))
			}
			for range rapid.IntRange(0, 5).Draw(t, label+" outliers") {
				at := rapid.IntRange(0, length-1).Draw(t, label+" at")
				watts[at] *= power.Watts(rapid.SampledFrom([]float64{0, 0.01, 0.5, 2, -1, math.NaN()}).
					Draw(t, label+" factor"))
			}
			return watts
		}
		node, got, err := calibrated("n1", series(0, truth, "idle"), series(1, truth, "loaded"), false)
		if err != nil {
			t.Fatal(err)
		}
		if off := math.Abs(float64(node.Static/truth.Static) - 1); off > 0.01 {
			t.Errorf("static %v W, want %v", node.Static, truth.Static)
		}
		if off := math.Abs(float64(node.Dynamic/truth.Dynamic) - 1); off > 0.01 {
			t.Errorf("dynamic %v W, want %v", node.Dynamic, truth.Dynamic)
		}
		if got.Readings+got.Dropped+got.Rejected() != 2*length || got.RSquared < 0.95 {
			t.Errorf("%d readings, %d dropped, %d rejected of %d; R² %v", got.Readings, got.Dropped, got.Rejected(),
				2*length, got.RSquared)
		}
	})
}

// TestCalibrationNeedsReadings: too little is said with what to do, and nothing is made up.
func TestCalibrationNeedsReadings(t *testing.T) {
	full := []power.Watts{100, 100, 100, 100, 100, 100}
	for _, series := range [][2][]power.Watts{{}, {full}, {nil, full}, {full[:5], full},
		{make([]power.Watts, 20), full}} {
		if _, _, err := calibrated("", series[0], series[1], false); err == nil {
			t.Errorf("%d idle and %d loaded readings were enough", len(series[0]), len(series[1]))
		}
	}
	flat, _, err := calibrated("", full, full, false)
	if err != nil || flat.Static != 100 || math.Abs(float64(flat.Dynamic)) > 1e-9 {
		t.Errorf("%v %v", flat, err)
	}
}

// calibrated is the model of a node that is idle, and then busy with all that it has.
func calibrated(name string, idle, loaded []power.Watts, irregular bool) (model.NodePower, model.StateFit, error) {
	fit, err := model.CalibrateState(name, 1,
		[]model.LoadSeries{{Watts: idle}, {Busy: 1, Watts: loaded, Irregular: irregular}})
	return fit.Node(), fit, err
}

// TestSpreadOfTaurus: what Heinrich et al. say of two years of the taurus cluster asks for both nodes to be measured
// again, the one that changed most first.
func TestSpreadOfTaurus(t *testing.T) {
	nodes := []model.NodeChange{{"taurus-5", 97, 94}, {"taurus-8", 93, 92.75}, {"taurus-12", 95, 106}}
	again := model.MeasureAgain(nodes, 0.02)
	if len(again) != 2 || again[0].Node != "taurus-12" || again[0].Change() != 11 || again[1].Change() != -3 {
		t.Errorf("%v", again)
	}
	spread, ok := model.SpreadOf([]power.Watts{90, 100, 110})
	if !ok || spread.Mean != 100 || math.Abs(spread.Variation-0.1) > 1e-12 {
		t.Errorf("%v", spread)
	}
	if _, ok := model.SpreadOf([]power.Watts{100}); ok {
		t.Error("one node has no spread")
	}
}

// TestPrediction: the energy is that of every node in every step, and the error that of the nodes that were not
// measured and of the model itself.
func TestPrediction(t *testing.T) {
	node := model.NodePower{Static: 100, Dynamic: 300}
	groups := []model.NodeGroup{
		{Nodes: 10, Measured: 4, Power: node, Deviation: 8,
			Loads: []model.LoadStep{{time.Minute, 1}, {time.Minute, 0.5}}},
		{Nodes: 2, Power: node, Loads: []model.LoadStep{{2 * time.Minute, 0}}},
	}
	p, ok := model.Predict(groups)
	if want := power.Watts(10*(400+250)/2.0 + 200); !ok || p.Power != want || p.Energy != want.Over(2*time.Minute) {
		t.Errorf("%v W, %v J", p.Power, p.Energy)
	}
	if want := math.Hypot(10*8/math.Sqrt(4)*math.Sqrt(0.6), 0.02*3450); math.Abs(float64(p.Error)-want) > 1e-9 {
		t.Errorf("error %v, want %v", p.Error, want)
	}
	if residual, beyond := p.Residual(p.Power + 2.9*p.Error); !(residual > 0) || beyond {
		t.Error("2.9 errors are explained by the model's error")
	}
	if _, beyond := p.Residual(p.Power - 3.1*p.Error); !beyond {
		t.Error("3.1 errors are not explained by the model's error")
	}
	if _, ok := model.Predict(nil); ok {
		t.Error("no run, no prediction")
	}
}

// TestIrregularLoadIsKept: the falling end of HPL is no slip of the meter, and counts if that is said.
func TestIrregularLoadIsKept(t *testing.T) {
	idle, loaded := make([]power.Watts, 20), make([]power.Watts, 40)
	for i := range idle {
		idle[i] = 100
	}
	for i := range loaded {
		loaded[i] = 500
		if i >= 29 {
			loaded[i] = 250 // 9 of the 36 that stay
		}
	}
	for want, irregular := range map[power.Watts]bool{437.5: true, 500: false} {
		node, fit, err := calibrated("", idle, loaded, irregular)
		if err != nil || math.Abs(float64(node.At(1)-want)) > 1e-9 || (fit.Rejected() == 0) != irregular {
			t.Errorf("irregular %v: %v W, %d rejected, %v", irregular, node.At(1), fit.Rejected(), err)
		}
	}
}

// farthest returns the greatest distance of measured frequencies from the curve, as a part of what was measured: the
// check of a parabola against the frequencies it was not laid through.
func farthest(c model.FrequencyCurve, measured []model.FrequencyPower) (part float64) {
	for _, m := range measured {
		part = max(part, math.Abs(float64(c.At(m.Hertz)/m.Power)-1))
	}
	return part
}
