package calibrationfile_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/model"
)

// interpreter is a Python with SimGrid, which Debian packages as python3-simgrid; the test is skipped without one.
func interpreter(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(name); err == nil &&
			exec.CommandContext(t.Context(), path, "-c", "import simgrid").Run() == nil {
			return path
		}
	}
	t.Skip("SimGrid runs the platform; it is in Debian's python3-simgrid")
	return ""
}

var consumed = regexp.MustCompile(`Energy consumption of host (\S+): ([0-9.]+) Joules`)

// simulated is the energy of each host in joules that SimGrid prints.
func simulated(t *testing.T, platform, processes string) map[string]float64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "platform.xml")
	if err := os.WriteFile(file, []byte(platform), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), interpreter(t), "testdata/run.py", file)
	run.Stdin = strings.NewReader(processes)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	joules := map[string]float64{}
	for _, found := range consumed.FindAllStringSubmatch(string(out), -1) {
		joules[found[1]], err = strconv.ParseFloat(found[2], 64)
		if err != nil {
			t.Fatal(err)
		}
	}
	return joules
}

// twoNodes are taurus-8 of figure 6 and a node like it that draws more, as taurus-12 does.
func twoNodes() calibrationfile.Calibration {
	made := calibrationfile.Calibration{Cores: 12, Off: 10,
		Nodes: []calibrationfile.Node{{Name: "taurus-8"}, {Name: "taurus-12"}}}
	for i, state := range figureSix {
		clock := 2300 - 100*float64(i)
		for n := range made.Nodes {
			more := 11 * float64(n)
			made.Nodes[n].States = append(made.Nodes[n].States, calibrationfile.State{Clock: clock,
				Speed: 8 * clock / 1000, Idle: state[0] + more, One: state[1] + more, All: state[2] + more})
		}
	}
	return made
}

// TestSimGridDrawsThePredictedEnergy: the exported platform gives in SimGrid the joules that are predicted here, for a
// trace whose processes end one after the other, for a load series, and at a lower clock, within 0.1%.
func TestSimGridDrawsThePredictedEnergy(t *testing.T) {
	t.Parallel()
	made := twoNodes()
	hosts := made.Hosts()
	var trace, processes strings.Builder
	for i := range 20 {
		flops := 1e12 * float64(1+i%7)
		fmt.Fprintf(&trace, "%d init\n%d compute %g\n", i, i, flops)
		fmt.Fprintf(&processes, "%s %g\n", hosts[i/12].Name, flops)
	}
	var loads strings.Builder
	for _, host := range hosts {
		speed := float64(host.States[0].Speed) * 1e9
		for core := range host.Cores {
			half := 200 * speed * float64(core%2) // every second core goes on
			fmt.Fprintf(&loads, "%s %g -50 %g\n", host.Name, 100*speed, half)
		}
	}
	for name, c := range map[string]struct {
		initial        int
		run, processes string
	}{
		"trace": {0, trace.String(), processes.String()}, "trace at 1700 MHz": {6, trace.String(), processes.String()},
		"load series": {0, "seconds,load\n0,1\n100,0\n150,0.5\n350,0\n", loads.String()},
	} {
		for i := range hosts {
			hosts[i].Initial = c.initial
		}
		var platform strings.Builder
		if err := model.WritePlatform(&platform, "taurus", hosts); err != nil {
			t.Fatal(err)
		}
		predicted := predictedRun(t, hosts, made, c.initial, c.run)
		joules := simulated(t, platform.String(), c.processes)
		for i, host := range hosts {
			want := float64(predicted.Hosts[i])
			if off := joules[host.Name]/want - 1; !(math.Abs(off) < 0.001) {
				t.Errorf("%s: %s draws %.1f J in SimGrid, %.1f J are predicted", name, host.Name,
					joules[host.Name], want)
			} else {
				t.Logf("%s: %s %.1f J in SimGrid, %+.5f%%", name, host.Name, joules[host.Name], 100*off)
			}
		}
	}
}

func predictedRun(t *testing.T, hosts []model.Host, made calibrationfile.Calibration, initial int,
	run string) model.Run {
	t.Helper()
	if initial == 0 {
		p, err := made.Predict("run", strings.NewReader(run), "EP", 0)
		if err != nil {
			t.Fatal(err)
		}
		return p.Run
	}
	var actions model.Actions
	if err := actions.ReadActions(strings.NewReader(run)); err != nil {
		t.Fatal(err)
	}
	r, err := model.RunActions(hosts, actions)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSimGridReadsWhatWasRead: a platform of each kind that SimGrid's examples have draws the same energy before and
// after it went through here: clusters, two and three powers, several speeds, states that boot, another state to begin
// with.
func TestSimGridReadsWhatWasRead(t *testing.T) {
	t.Parallel()
	const host = `<?xml version='1.0'?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">` +
		`<platform version="4.1"><zone id="world" routing="Full">%s</zone></platform>`
	for name, body := range map[string]string{
		"pairs": `<host id="MyHost1" speed="100.0Mf,50.0Mf,20.0Mf"><prop id="wattage_per_state" ` +
			`value="100.0:200.0, 93.0:170.0, 90.0:150.0"/><prop id="wattage_off" value="10"/></host>`,
		"triples": `<host id="MyHost1" core="4" pstate="1" speed="100.0Mf,50.0Mf,20.0Mf">` +
			`<prop id="wattage_per_state" value="95.0:120.0:200.0, 93.0:115.0:170.0, 90.0:110.0:150.0"/></host>`,
		"boots": `<host id="MyHost1" speed="100.0Mf,50.0Mf,20.0Mf,     0f,0f" pstate="0">` +
			`<prop id="wattage_per_state" value="95.0:200.0,93.0:170.0,90.0:150.0,    120:120,110:110"/></host>`,
		"cluster": `<cluster id="c" prefix="MyHost" radical="1-2" suffix="" speed="100.0Mf,50.0Mf,20.0Mf" core="4" ` +
			`bw="125MBps" lat="50us"><prop id="wattage_per_state" value="100.0:93.33333333333333:200.0, ` +
			`93.0:90.0:170.0, 90.0:90.0:150.0"/></cluster>`,
	} {
		before := fmt.Sprintf(host, body)
		hosts, other, err := model.ReadPlatform(strings.NewReader(before))
		if err != nil || other != 0 {
			t.Errorf("%s: %v, %d others", name, err, other)
			continue
		}
		var after strings.Builder
		if err := model.WritePlatform(&after, "zone", hosts); err != nil {
			t.Fatal(err)
		}
		const processes = "MyHost1 3e8 -2 1e8\n"
		was, is := simulated(t, before, processes), simulated(t, after.String(), processes)
		if len(was) != len(hosts) || len(is) != len(hosts) {
			t.Errorf("%s: %v and %v", name, was, is)
		}
		for of, joules := range was {
			if math.Abs(is[of]/joules-1) > 1e-6 {
				t.Errorf("%s: %s draws %v J, then %v J", name, of, joules, is[of])
			}
		}
		// The same by the model: 3e8 flop, 2 s asleep, 1e8 flop on one core.
		state := hosts[0].States[hosts[0].Initial]
		busy := 4e8 / (float64(state.Speed) * 1e9)
		want := float64(state.AtLoad(1/float64(hosts[0].Cores), hosts[0].Cores))*busy + float64(state.Idle)*2
		if math.Abs(was["MyHost1"]/want-1) > 0.001 {
			t.Errorf("%s: SimGrid %v J, the model %v J over %v", name, was["MyHost1"], want,
				time.Duration((busy+2)*float64(time.Second)))
		}
	}
}
