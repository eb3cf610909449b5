package model_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// realData holds traces of real nodes, which are no part of the project.
const realData = "../../../../shared/data"

// checkHalves calibrates a node from the first half of its load and holds the prediction for the second half, which
// runs the same workload, to the accuracy that Heinrich et al. reach.
func checkHalves(t *testing.T, name string, idle, loaded []power.Watts) {
	t.Helper()
	half := len(loaded) / 2
	node, c, err := calibrated(name, idle, loaded[:half], false)
	if err != nil {
		t.Logf("%s: %v", name, err)
		return
	}
	rest := loaded[half : len(loaded)-model.EdgeReadings]
	var sum power.Watts
	for _, w := range rest {
		sum += w
	}
	mean := sum / power.Watts(len(rest))
	off := float64(node.At(1)/mean) - 1
	t.Logf("%s: %.1f W idle, %.1f W more under load, R² %.4f, residual %.2f W, %d dropped, %d rejected; second half "+
		"predicted %+.2f%%", name, node.Static, node.Dynamic, c.RSquared, c.Residual, c.Dropped, c.Rejected(), 100*off)
	if math.Abs(off) > model.SimGridAccuracy {
		t.Errorf("%s: %.1f W predicted, %.1f W measured", name, node.At(1), mean)
	}
}

// TestRealInference: nodes under MLPerf inference, whose load is the same from begin to end.
func TestRealInference(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(realData, "mlperf-inference", "*", "spl.txt"))
	if err != nil || len(files) == 0 {
		t.Skip("the traces of MLPerf inference are not here")
	}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		idle, loaded := plateaus(ptdWatts(t, file))
		if len(loaded) < 40 || strings.Contains(name, "two-phase") {
			t.Logf("%s: %d readings of one load", name, len(loaded))
			continue
		}
		checkHalves(t, name, idle, loaded)
	}
}

// ptdWatts reads the third pair of each line of a PTDaemon log: the power.
func ptdWatts(t *testing.T, name string) (all []power.Watts) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if _, after, found := strings.Cut(line, "Watts,"); found {
			field, _, _ := strings.Cut(after, ",")
			watts, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, power.Watts(watts))
		}
	}
	return all
}

// plateaus are the readings in the lowest and the longest stretch in the highest quarter of a trace's range.
func plateaus(all []power.Watts) (idle, loaded []power.Watts) {
	sorted := slices.Sorted(slices.Values(all))
	low, high := sorted[len(sorted)/100], sorted[len(sorted)*95/100]
	begin := -1
	for i, w := range append(slices.Clone(all), low) {
		switch above := w > low+(high-low)*3/4; {
		case above && begin < 0:
			begin = i
		case !above && begin >= 0:
			if i-begin > len(loaded) {
				loaded = all[begin:i]
			}
			begin = -1
		}
		if w < low+(high-low)/4 && i < len(all) {
			idle = append(idle, w)
		}
	}
	return idle, loaded
}

// TestRealGrid5000: each benchmark of the suite against the idle node, whose power its meter reads each second.
func TestRealGrid5000(t *testing.T) {
	for file, folder := range map[string]string{
		"kwollect-energyscope_energyscope.csv": "ep-lu-is-mg-energyscope", "kwollect_kwollect.csv": "no-solution",
		"kwollect-perf_perf.csv": "perf-power-profile",
	} {
		text, err := os.ReadFile(filepath.Join(realData, "grid5000", folder, "experiments.json"))
		if err != nil {
			t.Skip("the traces of Grid'5000 are not here")
		}
		var record struct {
			Experiments []struct {
				Benchmarks []struct {
					Name  string `json:"name"`
					Start string `json:"start_time"`
					End   string `json:"end_time"`
				} `json:"benchmarks"`
			} `json:"experiments"`
		}
		if err := json.Unmarshal(text, &record); err != nil {
			t.Fatal(err)
		}
		readings := kwollect(t, filepath.Join(realData, "grid5000", folder, file))
		for _, experiment := range record.Experiments {
			for _, benchmark := range experiment.Benchmarks {
				start, end := moment(t, benchmark.Start), moment(t, benchmark.End)
				idle := within(readings, start.Add(-50*time.Second), start)
				if loaded := within(readings, start, end); len(loaded) >= 20 {
					checkHalves(t, folder+" "+benchmark.Name, idle, loaded)
				}
			}
		}
	}
}

type timedWatts struct {
	at    time.Time
	watts power.Watts
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.999999", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// kwollect reads the wattmeter's rows of an export.
func kwollect(t *testing.T, name string) (all []timedWatts) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), ",")
		if fields[3] != "wattmetre_power_watt" {
			continue
		}
		watts, err := strconv.ParseFloat(fields[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, timedWatts{moment(t, fields[1]), power.Watts(watts)})
	}
	return all
}

func within(readings []timedWatts, from, to time.Time) (watts []power.Watts) {
	for _, r := range readings {
		if !r.at.Before(from) && r.at.Before(to) {
			watts = append(watts, r.watts)
		}
	}
	return watts
}

// TestRealNodes: two nodes over a day, read with gaps and with failed readings written as 0 W.
func TestRealNodes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(realData, "node-ac-power", "cisco-c885a-2node", "power_log.csv"))
	if err != nil {
		t.Skip("the traces of nodes are not here")
	}
	for column := 1; column <= 2; column++ {
		var all []power.Watts
		for line := range strings.Lines(string(text)) {
			if watts, err := strconv.ParseFloat(strings.Split(strings.TrimSpace(line), ",")[column], 64); err == nil {
				all = append(all, power.Watts(watts))
			}
		}
		idle, loaded := plateaus(all)
		node, c, err := calibrated("n"+strconv.Itoa(column), idle, loaded, false)
		if err != nil {
			t.Errorf("node %d: %v", column, err)
			continue
		}
		t.Logf("node %d: %.0f W idle, %.0f W more under load, R² %.4f, residual %.1f W, %d rejected of %d", column,
			node.Static, node.Dynamic, c.RSquared, c.Residual, c.Rejected(), len(all))
		if c.Rejected() == 0 || node.Static <= 0 || node.Dynamic <= node.Static/2 {
			t.Errorf("node %d: failed readings were taken for idle power: %+v", column, c)
		}
	}
}
