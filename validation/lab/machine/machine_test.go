package machine_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/lab/machine"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

func scratch() (canonical.File, error) { return canonical.Memory() }

func compute(t *testing.T, text string, folder fstest.MapFS) machine.Machine {
	t.Helper()
	file, err := machine.Read("machine.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	made, err := file.Compute(folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// rows are those of a table of the paper, as validation/lab/model keeps them.
func rows(t *testing.T, name string) (all [][]float64) {
	t.Helper()
	text, err := os.ReadFile("../model/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var row []float64
		for _, cell := range strings.Fields(line) {
			var v float64
			if _, err := fmt.Sscan(cell, &v); err == nil {
				row = append(row, v)
			}
		}
		all = append(all, row)
	}
	return all
}

// within fails if a value is further off another than a part of it.
func within(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if !(math.Abs(got-want) <= part*math.Abs(want)+0.005) {
		t.Errorf("%s: %.4f, the paper has %.4f", what, got, want)
	}
}

// ownDeviation is the largest by which the paper's simulation is off its measurements in Table III: 343 processes, 14.2
// against 13.86 Wh.
const ownDeviation = 0.0246

// TestTableIII: nodes, energies and deviations of every row of the SPMD application.
func TestTableIII(t *testing.T) {
	made := compute(t, string(machine.ExampleNamed("spmd").Text), nil)
	table := rows(t, "merpsys_spmd.txt")
	if len(made.Runs) != len(table) {
		t.Fatalf("%d runs, Table III has %d", len(made.Runs), len(table))
	}
	for i, row := range table {
		e, name := made.Runs[i], fmt.Sprintf("%v processes", row[0])
		if float64(e.Processes) != row[0] || float64(e.Nodes.Busy) != row[1] || float64(e.Nodes.Idle) != row[2] {
			t.Errorf("%s: %d processes on %d nodes, %d idle", name, e.Processes, e.Nodes.Busy, e.Nodes.Idle)
		}
		within(t, name+", measured", machine.WattHours(e.Total()), row[3], 0.001)
		within(t, name+", simulated", machine.WattHours(e.Total()), row[4], ownDeviation)
		if got := e.RunEnergy.Off(e.Measured); math.Abs(got-(row[3]/row[4]-1)) > 0.001 {
			t.Errorf("%s: off by %v", name, got)
		}
	}
}

// TestTableIV: energies of busy and idle nodes of every row of the divide-and-conquer application, and how far the
// paper's own simulation is off them.
func TestTableIV(t *testing.T) {
	made := compute(t, string(machine.ExampleNamed("dac").Text), nil)
	table := rows(t, "merpsys_dac.txt")
	if len(made.Runs) != len(table) {
		t.Fatalf("%d runs, Table IV has %d", len(made.Runs), len(table))
	}
	for i, row := range table {
		e, name := made.Runs[i], fmt.Sprintf("%v processes", row[0])
		if float64(e.Processes) != row[0] {
			t.Errorf("%s: %d", name, e.Processes)
		}
		within(t, name+", busy nodes", machine.WattHours(e.Active), row[1], 0.01)
		within(t, name+", idle nodes", machine.WattHours(e.Inactive), row[2], 0.01)
		within(t, name+", total", machine.WattHours(e.Total()), row[3], 0.005)
		if got, own := e.RunEnergy.Off(e.Measured), row[3]/row[4]-1; math.Abs(got-own) > 0.005 {
			t.Errorf("%s: off the simulation by %v, the paper by %v", name, got, own)
		}
	}
}

// TestTimesBetweenTheRows: the law of run times that fits 8, 64 and 512 processes gives the energies between them,
// which it was not fitted to, within 11%.
func TestTimesBetweenTheRows(t *testing.T) {
	text := string(machine.ExampleNamed("spmd").Text)
	text = text[:strings.Index(text, "runs:")] +
		"runs: [{processes: 8, seconds: 210.98}, {processes: 64, seconds: 27.47}, {processes: 512, seconds: 13.42}]"
	made := compute(t, text, nil)
	for _, row := range rows(t, "merpsys_spmd.txt") {
		for _, at := range made.Least.Course {
			if float64(at.Processes) == row[0] {
				within(t, fmt.Sprintf("%v processes", row[0]), machine.WattHours(at.Energy), row[3], 0.11)
			}
		}
	}
}

// probes are readings with a mean and a standard deviation: as far above as below it.
func probes(count int, mean, deviation float64) (all []float64) {
	off := deviation
	if count%2 == 1 {
		all = append(all, mean)
		off *= math.Sqrt(float64(count) / float64(count-1))
	}
	for i := 0; len(all) < count; i++ {
		all = append(all, mean+off, mean-off)
	}
	return all
}

// probeLog is a log of readings every 10 s.
func probeLog(watts []float64) *fstest.MapFile {
	var text strings.Builder
	text.WriteString("time,power_w\n")
	start := time.Date(2016, 5, 4, 9, 0, 0, 0, time.UTC)
	for i, w := range watts {
		fmt.Fprintf(&text, "%s,%.4f\n", start.Add(time.Duration(i)*10*time.Second).Format(time.RFC3339), w)
	}
	return &fstest.MapFile{Data: []byte(text.String())}
}

// TestTablesIAndIIFromLogs: power and standard deviation of every row come out of logs of three repetitions with as
// many probes as the paper states, and the rows that it cannot explain are left out.
func TestTablesIAndIIFromLogs(t *testing.T) {
	text, err := os.ReadFile("../model/testdata/merpsys_power.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, application := range []string{"spmd", "dac"} {
		folder, table := fstest.MapFS{}, [][]string{}
		yaml := "kinds: [{name: node, nodes: 32, cores: 12, idle_power_w: 79.5, power: ["
		for line := range strings.Lines(string(text)) {
			row := strings.Fields(line)
			if row[0] != application {
				continue
			}
			table = append(table, row)
			var count int
			var mean, deviation float64
			if _, err := fmt.Sscan(strings.Join(row[2:5], " "), &count, &mean, &deviation); err != nil {
				t.Fatal(err)
			}
			all := probes(3*count, mean, deviation)
			var logs []string
			for i := range 3 {
				name := fmt.Sprintf("node_%s_%d.csv", row[1], i+1)
				folder[name] = probeLog(all[i*count : (i+1)*count])
				logs = append(logs, name)
			}
			yaml += fmt.Sprintf("{processes: %s, logs: [%s]}, ", row[1], strings.Join(logs, ", "))
		}
		made := compute(t, yaml+"]}]\nruns: []", folder)
		for i, row := range table {
			p := made.Kinds[0].Points[i]
			got := fmt.Sprintf("%d %d %.4g %.2f %v", p.Processes, p.Readings, float64(p.Power),
				float64(p.Deviation), p.Left)
			if want := fmt.Sprintf("%s %s %s %s %v", row[1], row[2], strings.TrimSuffix(row[3], ".0"), row[4],
				row[5] != "-"); got != want {
				t.Errorf("%s: %s, the paper has %s", application, got, want)
			}
		}
	}
}

const two = `
kinds:
  - {name: cpu, nodes: 100, cores: 64, idle_power_w: 200, max_power_w: 600}
  - {name: gpu, nodes: 10, cores: 8, idle_log: idle.csv, power: [{threads: 4, log: four.csv}, {threads: 8, power_w: 2000, deviation_w: 20}]}
`

// TestKindsOfNodes: nodes of every kind count, busy or idle, in every phase.
func TestKindsOfNodes(t *testing.T) {
	folder := fstest.MapFS{"idle.csv": probeLog(probes(60, 500, 3)), "four.csv": probeLog(probes(60, 1400, 14))}
	made := compute(t, two+`
runs:
  - {form: phases, measured_wh: 100000, phases: [{on: [{kind: cpu, processes: 50}, {kind: gpu, processes: 40}], seconds: 3600}, {processes: 6400, seconds: 1800}]}
  - {on: [{kind: gpu, processes: 80}], seconds: 3600}
  - {form: divide-and-conquer, on: [{kind: cpu, processes: 400}, {kind: gpu, processes: 1}], steps_s: [100, 100, 100]}
`, folder)
	// 1 of 64 cores: 200 + 400/64 W; 4 of 8 threads: 1400 W, measured; all cores: 600 W.
	one := 200 + 400.0/64
	for i, want := range [][2]float64{
		{50*one + 10*1400 + 100*600*0.5, 50*200 + 0.5*10*500},
		{10 * 2000, 100 * 200},
		{(100*(200+4*400.0/64) + 100*(200+2*400.0/64) + 100*one + 3*(500+900/4)) / 36, 3 * 9 * 500 / 36.0},
	} {
		e := made.Runs[i]
		within(t, e.Name+", busy", machine.WattHours(e.Active), want[0], 1e-6)
		within(t, e.Name+", idle", machine.WattHours(e.Inactive), want[1], 1e-6)
	}
	within(t, "deviation of ten nodes of 20 W over an hour", machine.WattHours(made.Runs[1].Deviation), 200, 1e-6)
	if e := made.Runs[0]; e.Name != "cpu:50+gpu:40" || e.Nodes != (machine.Nodes{60, 50}) || len(e.Doubts) != 0 {
		t.Errorf("%+v", e)
	}
	if k := made.Kinds[1]; k.IdleOrigin != "measured by idle.csv" || k.Interval != 10*time.Second ||
		math.Abs(float64(k.Points[0].Deviation)-14) > 0.01 {
		t.Errorf("%+v", k)
	}
}

// TestLeastEnergy: by trying every number of processes, and said to be the boundary if it is one.
func TestLeastEnergy(t *testing.T) {
	for each, words := range map[float64]string{0: "This is the boundary: all nodes",
		1: "This is a minimum: with fewer nodes", 1000: "This is the boundary: one process"} {
		made := compute(t, fmt.Sprintf("kinds: [{name: node, nodes: 32, cores: 12, idle_power_w: 79.5, max_power_w: "+
			"159}]\nruns: []\ntime: {work_s: 200, each_process_s: %v}", each), nil)
		want, least := 0, math.Inf(1)
		for n := 1; n <= 384; n++ {
			busy := float64(min(n, 32))
			if e := (busy*(79.5+79.5*float64(n)/busy/12) + (32-busy)*79.5) *
				(200/float64(n) + each*float64(n)); e < least {
				want, least = n, e
			}
		}
		if l := made.Least; l.Processes != want || !strings.Contains(l.Words(32), words) {
			t.Errorf("%v s a process: %d processes, want %d: %s", each, l.Processes, want, l.Words(32))
		}
	}
	if made := compute(t, "kinds: [{name: node, nodes: 32, cores: 12, max_power_w: 159}]\n"+
		"runs: [{processes: 8, seconds: 211}, {processes: 27, seconds: 62}]", nil); made.Least != nil ||
		!strings.Contains(made.LeastOfRuns(), "boundary") || !strings.Contains(made.Kinds[0].IdleOrigin, "assumed") {
		t.Errorf("%+v, %s, %s", made.Least, made.LeastOfRuns(), made.Kinds[0].IdleOrigin)
	}
	if said := compute(t, string(machine.ExampleNamed("spmd").Text),
		nil); !strings.Contains(said.LeastOfRuns(), "216 processes takes the least energy, 13.46 Wh") ||
		!strings.Contains(said.Least.Words(32), "minimum in processes") {
		t.Errorf("%s, %s", said.LeastOfRuns(), said.Least.Words(32))
	}
}

// TestWhatIsNoMachineIsRefused: with the field and its line.
func TestWhatIsNoMachineIsRefused(t *testing.T) {
	const kind = "kinds: [{name: a, nodes: 2, cores: 4, max_power_w: 100}]\n"
	for text, field := range map[string]string{
		"runs: []": "kinds", "kinds: [{name: a, nodes: 2}]": "kinds[0].power",
		"kinds: [{nodes: 1, cores: 1, max_power_w: 1}]":          "kinds[0].name",
		"kinds: [{name: a, nodes: 0, cores: 1, max_power_w: 1}]": "kinds[0].nodes",
		kind + "runs: [{seconds: 3}]":                            "runs[0].processes",
		kind + "runs: [{processes: 3}]":                          "runs[0].seconds", kind +
			"runs: [{form: tree, processes: 1, seconds: 3}]": "runs[0].form",
		kind + "runs: [{form: phases}]":                              "runs[0].phases",
		kind + "runs: [{form: divide-and-conquer, processes: 3}]":    "runs[0].steps_s",
		kind + "runs: [{on: [{kind: b, processes: 1}], seconds: 1}]": "runs[0].on[0].kind",
		"kinds: [{name: a, nodes: 2, power: [{threads: 1}]}]":        "kinds[0].power[0].power_w", "kinds: [{name: " +
			"a, nodes: 2, power: [{threads: 1, processes: 2, power_w: 3}]}]": "kinds[0].power[0].threads",
		"kinds: [{name: a, nodes: 2, power: [{threads: 1, log: a.csv, from: " +
			"2016-05-04T09:00:00Z}]}]": "kinds[0].power[0].from",
		kind + "time: {work_s: -1}": "time.work_s", kind + "timezone: Mars": "timezone",
	} {
		_, err := machine.Read("machine.yaml", []byte(text))
		var wrong power.InputErrors
		if !errors.As(err, &wrong) || wrong[0].Field != field {
			t.Errorf("%s: %v", text, err)
		}
	}
	file, err := machine.Read("machine.yaml",
		[]byte("kinds: [{name: a, nodes: 2, power: [{threads: 1, log: none.csv}]}]"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Compute(fstest.MapFS{}, scratch)
	var wrong power.InputErrors
	if !errors.As(err, &wrong) || wrong[0].Field != "kinds[0].power[0].log" || wrong[0].File != "none.csv" {
		t.Error(err)
	}
}

// TestLinesAreReadAsWritten: what people type, and what cannot be read.
func TestLinesAreReadAsWritten(t *testing.T) {
	for _, example := range machine.Examples() {
		file, err := machine.Read(example.Name, example.Text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range file.Kinds[0].Power {
			file.Kinds[0].Power[i].Nodes = 32
		}
		lines := machine.PowerLines(file.Kinds[0].Power)
		points, err := machine.ParsePower("power", lines)
		if err != nil || machine.PowerLines(points) != lines || len(points) != len(file.Kinds[0].Power) {
			t.Errorf("%s: %v\n%s", example.Name, err, lines)
		}
		form := file.Runs[len(file.Runs)-1].Form
		lines = machine.RunLines(file.Runs)
		runs, err := machine.ParseRuns("runs", form, lines)
		if err != nil || machine.RunLines(runs) != lines || len(runs) != len(file.Runs) {
			t.Errorf("%s: %v\n%s", example.Name, err, lines)
		}
	}
	runs, err := machine.ParseRuns("runs", machine.Phases, "cpu:50+gpu:40 3600\n6400 1800 = 12.5")
	if err != nil || len(runs) != 1 || len(runs[0].Phases) != 2 || runs[0].Measured != 12.5 ||
		machine.RunLines(runs) != "cpu:50+gpu:40 3600\n6400 1800 = 12.5\n" {
		t.Errorf("%+v, %v", runs, err)
	}
	for _, c := range []struct{ form, text, says string }{
		{"spmd", "8", "line 1"}, {"spmd", "8 x", "is not a number"}, {"spmd", "\n8 1 2", "line 2"},
		{"spmd", "a:b 3", "is not a whole number"}, {"phases", "8 -1", "is not a number"},
	} {
		if _, err := machine.ParseRuns("runs", machine.Form(c.form), c.text); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	if _, err := machine.ParsePower("power", "4"); err == nil {
		t.Error("threads without power are read")
	}
}

// TestTimeRangeAndImportSettings: only readings of the range count, in the unit that is stated, and none is an error.
func TestTimeRangeAndImportSettings(t *testing.T) {
	folder := fstest.MapFS{"day.csv": &fstest.MapFile{Data: []byte("when,a,b\n2016-05-04 09:00:00,1,0.1\n" +
		"2016-05-04 09:00:10,1,0.2\n2016-05-04 09:00:20,1,0.4\n2016-05-04 09:00:30,1,0.9\n")}}
	const text = "timezone: Europe/Warsaw\nkinds: [{name: node, nodes: 1, idle_power_w: 50, power: [{threads: 4, " +
		"log: day.csv, from: %s, to: %s, import: {time: when, value: b, unit: kW, quantity: power}}]}]"
	made := compute(t, fmt.Sprintf(text, "2016-05-04T07:00:10Z", "2016-05-04T07:00:30Z"), folder)
	if p := made.Kinds[0].Points[0]; math.Abs(float64(p.Power)-300) > 1e-6 ||
		math.Abs(float64(p.Deviation)-100) > 1e-6 || p.Readings != 2 {
		t.Errorf("%+v", p)
	}
	file, err := machine.Read("machine.yaml", []byte(fmt.Sprintf(text, "2017-05-04T07:00:10Z", "2017-05-04T07:00:30Z")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Compute(folder, scratch); err == nil || !strings.Contains(err.Error(), "no readings lie within") {
		t.Error(err)
	}
}

// TestAFormIsAFile: the fields of a file make the file again, and problems are named by fields.
func TestAFormIsAFile(t *testing.T) {
	for _, example := range machine.Examples() {
		file, err := machine.Read(example.Name, example.Text)
		if err != nil {
			t.Fatal(err)
		}
		fields := file.Fields()
		again, err := machine.FromFields(func(name string) string { return fields[name] }, nil)
		if err != nil || len(again.Runs) != len(file.Runs) || fmt.Sprint(again.Fields()) != fmt.Sprint(fields) {
			t.Errorf("%s: %v, %v", example.Name, err, again)
		}
	}
	base := map[string]string{"kind-0-name": "a", "kind-0-nodes": "2", "kind-0-power": "1 80", "kind-2-name": "b",
		"kind-2-nodes": "3", "kind-2-power": "1 90"}
	for change, field := range map[string]string{
		"kind-0-nodes=0": "kind-0-nodes", "kind-2-nodes=x": "kind-2-nodes", "kind-2-name=a": "kind-2-name",
		"kind-2-power=1": "kind-2-power", "kind-2-nodes=1.5": "kind-2-nodes", "kind-2-power=": "kind-2-power",
		"runs=c:1 3": "runs", "work=-1": "work", "timezone=Mars": "timezone", "unit=horse": "unit",
		"form=tree;runs=1 2": "runs",
	} {
		fields := map[string]string{}
		for name, value := range base {
			fields[name] = value
		}
		for one := range strings.SplitSeq(change, ";") {
			name, value, _ := strings.Cut(one, "=")
			fields[name] = value
		}
		_, err := machine.FromFields(func(name string) string { return fields[name] }, nil)
		var wrong power.InputErrors
		if !errors.As(err, &wrong) || wrong[0].Field != field {
			t.Errorf("%s: %v", change, err)
		}
	}
}
