package calibrationfile_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/model"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// figureSix are the states of taurus-8 with EP in Heinrich et al., figure 6, from 2300 to 1200 MHz: idle, one core, all
// 12.
var figureSix = [][3]float64{
	{92.75, 114.62, 174.38}, {92.75, 113.25, 168.62}, {92.88, 112.25, 162.88}, {92.88, 110.75, 157.12},
	{92.88, 110.38, 151.75}, {92.88, 109.38, 147.25},
	{92.88, 108.62, 142.75}, {93, 107.38, 138.25}, {93.12, 106.75, 134}, {93, 106.5, 130.62}, {93, 105.12, 127},
	{93.25, 104.62, 123.62},
}

// nodeLog is a log of a node at one reading a second, as on taurus: two readings at either end are still of what was
// before, and one in the middle is a slip of the meter.
func nodeLog(watts float64) *fstest.MapFile {
	var text strings.Builder
	text.WriteString("time,power_w\n")
	start := time.Date(2016, 10, 5, 9, 0, 0, 0, time.UTC)
	const readings = 44
	for i := range readings {
		value := watts + 0.125*float64(i%2*2-1)
		switch {
		case i < 2 || i >= readings-2:
			value = 130
		case i == 20:
			value = 0
		case i == 21:
			value = 50
		}
		fmt.Fprintf(&text, "%s,%.3f\n", start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), value)
	}
	return &fstest.MapFile{Data: []byte(text.String())}
}

// taurus are the logs of taurus-8 that figure 6 comes from.
func taurus() fstest.MapFS {
	folder := fstest.MapFS{}
	for i, state := range figureSix {
		for load, watts := range map[string]float64{"idle": state[0], "1of12": state[1],
			"6of12": state[1] + (state[2]-state[1])*5/11, "all": state[2]} {
			folder[fmt.Sprintf("taurus-8_%dMHz_%s.csv", 2300-100*i, load)] = nodeLog(watts)
		}
	}
	return folder
}

func calibrated(t *testing.T, folder fstest.MapFS, cores int) calibrationfile.Calibration {
	t.Helper()
	var names []string
	for name := range folder {
		names = append(names, name)
	}
	file, err := calibrationfile.FromNames(names, cores)
	if err != nil {
		t.Fatal(err)
	}
	made, err := file.Compute(folder, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestFigureSixFromLogs: the twelve states of figure 6 come out of idle and load logs, to the hundredth of a watt that
// the paper prints; the slips of the meter are named, and all clocks are kept.
func TestFigureSixFromLogs(t *testing.T) {
	made := calibrated(t, taurus(), 0)
	if made.Cores != 12 || len(made.Nodes) != 1 || made.Nodes[0].Name != "taurus-8" || len(made.Nodes[0].States) != 12 {
		t.Fatalf("%+v", made)
	}
	for i, state := range made.Nodes[0].States {
		got, want := [3]float64{state.Idle, state.One, state.All}, figureSix[i]
		for k := range got {
			if math.Abs(got[k]-want[k]) > 0.005 {
				t.Errorf("%v MHz: %v, figure 6 has %v", state.Clock, got, want)
			}
		}
		if state.Clock != float64(2300-100*i) || state.Linear || state.RSquared < 0.999 || state.Residual < 0.1 ||
			state.Residual > 0.15 || state.Dropped != 16 || state.Rejected != 8 || state.Readings != 4*38 {
			t.Errorf("%+v", state)
		}
	}
	if outliers := made.Nodes[0].Outliers; len(outliers) != 96 || outliers[0].Log != "taurus-8_2300MHz_1of12.csv" ||
		outliers[0].Watts != 0 || outliers[0].At.Second() != 20 {
		t.Errorf("%d outliers, the first %+v", len(outliers), outliers[0])
	}
	var text, file strings.Builder
	if err := errors.Join(made.WriteText(&text), made.WriteJSON(&file)); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"taurus-8  2300 MHz  92.75 W  114.62 W  174.38 W   1.0000  0.13 W",
		"Left out: taurus-8 reads 50 W at 2016-10-05T09:00:21Z (taurus-8_2300MHz_1of12.csv).",
		"taurus-8: a parabola through 1200 MHz, 1800 MHz and 2300 MHz meets the other clocks within 0.25%."} {
		if !strings.Contains(text.String(), words) {
			t.Errorf("%q is missing:\n%s", words, text.String())
		}
	}
	again, err := calibrationfile.ReadCalibration("calibration.json", []byte(file.String()))
	if err != nil || !reflect.DeepEqual(again, made) {
		t.Errorf("the file comes back as %+v, %v", again, err)
	}
}

// TestLogOfManyNodes: each instrument of a log is a node, an idle log without a clock counts for every clock, and
// without a log of another load one core is on the line.
func TestLogOfManyNodes(t *testing.T) {
	file, err := calibrationfile.Read("calibration.yaml", []byte(`
title: Three nodes
cores: 4
core_gflops: 20
logs:
  - {log: rack.csv, busy_cores: 0, from: 2026-11-05T09:00:00Z, to: 2026-11-05T09:01:00Z}
  - {log: rack.csv, busy_cores: 4, clock_mhz: 2000, from: 2026-11-05T09:01:00Z, to: 2026-11-05T09:02:00Z}
  - {log: rack.csv, busy_cores: 4, clock_mhz: 1000, from: 2026-11-05T09:02:00Z, to: 2026-11-05T09:03:00Z}
`))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("time,n1 power (W),n2 power (W),n3 power (W)\n")
	for i := range 180 {
		watts := []float64{100, 300, 200}[i/60]
		fmt.Fprintf(&text, "%s,%.1f,%.1f,%.1f\n", time.Date(2026, 11, 5, 9, 0, i, 0, time.UTC).Format(time.RFC3339),
			watts, watts*1.1, watts*0.9)
	}
	made, err := file.Compute(fstest.MapFS{"rack.csv": {Data: []byte(text.String())}}, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Nodes) != 3 {
		t.Fatalf("%+v", made)
	}
	second := made.Nodes[1].States
	if len(second) != 2 || second[0].Idle != 110 || second[0].All != 330 || second[0].One != 165 || !second[0].Linear ||
		second[1].All != 220 || second[1].Speed != 10 {
		t.Errorf("%+v", second)
	}
	if node, deviation, _ := made.Mean(); math.Abs(float64(node.Static)-100) > 1e-9 ||
		math.Abs(float64(node.At(1))-300) > 1e-9 || math.Abs(float64(deviation)-30) > 1e-9 {
		t.Errorf("%v ± %v", node, deviation)
	}
}

// TestWhatCannotBeCalibrated: each problem says where it is and what to do.
func TestWhatCannotBeCalibrated(t *testing.T) {
	folder := fstest.MapFS{"a_idle.csv": nodeLog(100), "a_all.csv": nodeLog(200),
		"short.csv": {Data: []byte("time,power_w\n2026-11-05T09:00:00Z,5\n2026-11-05T09:00:01Z,5\n")}}
	for name, logs := range map[string][]calibrationfile.Log{
		"idle only": {{Node: "a", Log: "a_idle.csv"}},
		"load only": {{Node: "a", Log: "a_all.csv", Busy: 1}},
		"no file":   {{Node: "a", Log: "none.csv"}},
		"too short": {{Node: "a", Log: "a_idle.csv"}, {Node: "a", Log: "short.csv", Busy: 1}},
		"other time": {{Node: "a", Log: "a_idle.csv", From: power.Time{Time: time.Unix(0, 0)},
			To: power.Time{Time: time.Unix(1, 0)}}},
	} {
		_, err := calibrationfile.File{Cores: 1, Logs: logs}.Compute(folder, canonical.Memory)
		var many power.InputErrors
		var one *power.InputError
		if !errors.As(err, &many) && !errors.As(err, &one) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, names := range [][]string{{"watts.csv"}, {"a_1of12.csv", "a_1of4.csv"}, {"a_5of4.csv"}} {
		if _, err := calibrationfile.FromNames(names, 0); err == nil {
			t.Errorf("%v were taken", names)
		}
	}
	for name, text := range map[string]string{
		"no node": `{"cores": 1, "nodes": []}`,
		"twice": `{"cores": 1, "nodes": [{"name": "a", "states": [{"idle_w": 1, "all_cores_w": 2}]}, {"name": ` +
			`"a", "states": [{"idle_w": 1, "all_cores_w": 2}]}]}`,
		"falls":    `{"cores": 1, "nodes": [{"name": "a", "states": [{"idle_w": 2, "all_cores_w": 1}]}]}`,
		"no state": `{"cores": 1, "nodes": [{"name": "a", "states": []}]}`,
	} {
		if _, err := calibrationfile.ReadCalibration(name, []byte(text)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// TestPredictionsAgainstMeasuredPower: EP and LU within 2% (Heinrich et al., section 7), HPL by a few percent; beyond
// three times that is named.
func TestPredictionsAgainstMeasuredPower(t *testing.T) {
	made := calibrated(t, taurus(), 0)
	made.Nodes[0].States[0].Speed = 20
	for i := range made.Nodes[0].States {
		made.Nodes[0].States[i].Speed = 20
	}
	var twelve string
	for i := range 12 {
		twelve += fmt.Sprintf("%d init\n%d compute 6e12\n%d compute 6e12\n", i, i, i)
	}
	series := "seconds,load\n0,1\n600,50%\n1200,0\n"
	for _, c := range []struct {
		name, run, workload string
		measured, power     float64
		beyond, stated      bool
		seconds             float64
	}{
		{"EP", twelve, "EP", 174.38 * 1.015, 174.38, false, true, 600},
		{"LU off", twelve, "LU", 174.38 * 1.07, 174.38, true, true, 600},
		{"HPL", twelve, "HPL", 174.38 * 1.07, 174.38, false, false, 600},
		{"half loaded", "0 compute 12e12\n1 compute 6e12\n", "EP", 0, ((114.62 + (174.38-114.62)/11) + 114.62) / 2,
			false, true, 600},
		{"series", series, "", 0, (174.38 + (109.187+174.38)/2) / 2, false, false, 1200},
	} {
		p, err := made.Predict(c.name, strings.NewReader(c.run), c.workload, power.Watts(c.measured))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		_, beyond, _ := p.Deviation()
		if math.Abs(float64(p.Run.Power())-c.power) > 0.01 || beyond != c.beyond || p.Stated != c.stated ||
			math.Abs(p.Run.Duration.Seconds()-c.seconds) > 1e-6 {
			t.Errorf("%s: %.3f W over %v, beyond %v, stated %v; want %.3f W", c.name, float64(p.Run.Power()),
				p.Run.Duration, beyond, p.Stated, c.power)
		}
		var text strings.Builder
		if err := p.WriteText(&text); err != nil || !strings.Contains(text.String(), p.AccuracyText()) {
			t.Errorf("%v: %s", err, text.String())
		}
	}
	for _, run := range []string{"", "seconds,load\n0,1\n", "seconds,load\n0,1\n0,0\n", "seconds,load\n0,2\n1,1\n",
		"0 compute x\n", "x compute 1\n", "99 compute 1\n"} {
		if p, err := made.Predict("run", strings.NewReader(run), "EP", 0); err == nil && p.Run.Energy > 0 {
			t.Errorf("%q was taken: %+v", run, p)
		}
	}
}

// TestModelConstants: the accuracy is that of the paper.
func TestModelConstants(t *testing.T) {
	if part, stated := model.Accuracy("ep"); part != 0.02 || !stated {
		t.Errorf("%v, %v", part, stated)
	}
}

// TestLongTable: a log with a row for each node and quantity is read by the columns that name them.
func TestLongTable(t *testing.T) {
	file, err := calibrationfile.Read("calibration.yaml", []byte(`
cores: 2
import: {value: value, unit: W, instruments: [host], where: {metric: [power]}}
logs:
  - {log: long.csv, busy_cores: 0, from: 2026-11-05T09:00:00Z, to: 2026-11-05T09:01:00Z}
  - {log: long.csv, busy_cores: 2, from: 2026-11-05T09:01:00Z, to: 2026-11-05T09:02:00Z}
`))
	if err != nil {
		t.Fatal(err)
	}
	text := "time,host,metric,value\n"
	for i := range 120 {
		at := time.Date(2026, 11, 5, 9, 0, i, 0, time.UTC).Format(time.RFC3339)
		for host, watts := range map[string]int{"n1": 100, "n2": 110} {
			text += fmt.Sprintf("%s,%s,power,%d\n%s,%s,temperature,30\n", at, host, watts*(1+i/60), at, host)
		}
	}
	made, err := file.Compute(fstest.MapFS{"long.csv": {Data: []byte(text)}}, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Nodes) != 2 || !strings.HasSuffix(made.Nodes[0].Name, "n1") || made.Nodes[0].States[0].All != 200 ||
		made.Nodes[1].States[0].Idle != 110 {
		t.Errorf("%+v", made.Nodes)
	}
}

// TestASpeedNotKnownIsOneOperationACycle: clocks are in MHz, speeds in GFlop/s.
func TestASpeedNotKnownIsOneOperationACycle(t *testing.T) {
	states := []calibrationfile.State{{Clock: 2300}, {Clock: 1200, Speed: 9.5}, {}}
	made := calibrationfile.Calibration{Cores: 12, Nodes: []calibrationfile.Node{{Name: "n", States: states}}}
	hosts := made.Hosts()
	for i, want := range []power.GFlops{2.3, 9.5, 1} {
		if got := hosts[0].States[i].Speed; got != want {
			t.Errorf("%+v is %v GFlop/s, want %v", states[i], got, want)
		}
	}
}
