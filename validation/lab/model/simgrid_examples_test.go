package model_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// TestExamplesOfSimGrid reads platforms written as each kind of example that SimGrid ships with power: of versions 3
// and 4, several speeds, pairs and triples, boot states, clusters, batteries, and comments that XML forbids.
func TestExamplesOfSimGrid(t *testing.T) {
	const four, full = `<platform version="4">`, `<platform version="4.1"><zone id="AS0" routing="Full">`
	state := func(speed power.GFlops, idle, one, all power.Watts) model.HostState {
		return model.HostState{Speed: speed, PowerState: model.PowerState{Idle: idle, OneCore: one, AllCores: all}}
	}
	for name, c := range map[string]struct {
		text    string
		hosts   int
		other   int
		states  int // of the first host
		initial int
		first   model.HostState
		last    model.HostState
		off     power.Watts
	}{
		"energy_platform": {
			four + `<AS id="hall" routing="Full"><host id="n1" speed="300.0Mf,150.0Mf,60.0Mf" pstate="0" >
				<prop id="watt_per_state" value="110.0:130.0:240.0, 97.0:112.0:180.0, 92.0:101.0:140.0" />
			<prop id="watt_off" value="7"/></host><link id="bus" bandwidth="200kBps" latency="0"/>
			<route src="n1" dst="n1"><link_ctn id="bus"/></route></AS></platform>`,
			1, 0, 3, 0, state(0.3, 110, 130, 240), state(0.06, 92, 101, 140), 7,
		},
		"energy_cluster": {
			`<?xml version='1.0' encoding='utf-8'?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
			<platform version="4.1"><cluster bb_bw="2GBps" core="4" id="hall" prefix="n" radical="1-2"
			speed="300.0Mf,150.0Mf,60.0Mf" suffix="" bw="100MBps" lat="50us">
			<prop id="wattage_per_state" value="110.0:93.33333333333333:240.0, 97.0:90.0:180.0, 92.0:88.0:140.0"/>
			<prop id="wattage_off" value="7"/></cluster></platform>`,
			2, 0, 3, 0, state(0.3, 110, 130, 240), state(0.06, 92, 101, 140), 7,
		},
		"energy_cluster, power of one core": {
			four + `<cluster id="hall" prefix="n" radical="3,5-6" suffix=".x" core="4" speed="300.0Mf,60.0Mf"
				bw="100MBps" lat="50us"><prop id="watt_per_state" value="110.0:130.0:240.0, 92.0:101.0:140.0" />
			<prop id="watt_off" value="7" /></cluster></platform>`,
			3, 0, 2, 0, state(0.3, 110, 130, 240), state(0.06, 92, 101, 140), 7,
		},
		"platform_boot": {
			full + `<!-- how starting and stopping is said
			-- see the program -->
			<host id="n1" speed="300.0Mf,150.0Mf,60.0Mf,          0f,0f" pstate="0">
			<prop id="wattage_per_state" value="99.0:240.0,97.0:180.0,92.0:140.0,      125:125,115:115"/>
			<prop id="wattage_off" value="7"/></host>
			<host id="n2" speed="300.0Mf"><prop id="wattage_per_state" value="110.0:240.0"/></host></zone></platform>`,
			2, 0, 5, 0, state(0.3, 99, 99, 240), state(0, 115, 115, 115), 7,
		},
		"battery_platform": {
			full + `<host id="battery" speed="0f"><!-- energy --><prop id="wattage_per_state" value="0:0:0"/><!---->
				<prop id="battery_capacity" value="20"/><!----></host>
			<host id="n2" core="1" pstate="1" speed="300.0Mf,150.0Mf">
			<prop id="wattage_per_state" value="110.0:240.0:240.0, 97.0:180.0:180.0"/></host></zone></platform>`,
			2, 0, 1, 0, model.HostState{}, model.HostState{}, 0,
		},
		"emission_platform": {
			`<?xml version='1.0' encoding='utf-8'?><!-- for the footprint --><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
			` + full + `<host core="4" id="n1" pstate="0" speed="300.0Mf">
				<prop id="wattage_per_state" value="110.0:110:230.0"/><prop id="wattage_off" value="6"/>
				<prop id="carbon_intensity" value="40.5"/></host>
			<host id="none" speed="1f"/></zone></platform>`,
			1, 1, 1, 0, state(0.3, 110, 140, 230), state(0.3, 110, 140, 230), 6,
		},
		"platform_onoff": {
			four + `<AS id="hall" routing="Full"><host id="n1" speed="300.0Mf,      0.25f" pstate="1"><prop ` +
				`id="watt_per_state"value="99.0:120.0:240.0, 125:125:125"/><prop id="watt_off"       value="7"/>` +
				`</host></AS></platform>`, 1, 0, 2, 1, state(0.3, 99, 120, 240), state(2.5e-10, 125, 125, 125), 7,
		},
		"platform_e1, version 3": {
			`<platform version="3"><AS id="hall" routing="Full"><host id="n1" power="300.0Mf, ` +
				`20Gf" pstate="1"><prop id="power_per_state" value="210:260, 98:135"/></host></AS></platform>`,
			1, 0, 2, 1, state(0.3, 210, 210, 260), state(20, 98, 98, 135), 0,
		},
	} {
		hosts, other, err := model.ReadPlatform(strings.NewReader(c.text))
		if err != nil || len(hosts) != c.hosts || other != c.other {
			t.Errorf("%s: %d hosts, %d others, %v", name, len(hosts), other, err)
			continue
		}
		host := hosts[0]
		if len(host.States) != c.states || host.Initial != c.initial || host.Off != c.off ||
			host.States[0] != c.first || host.States[c.states-1] != c.last {
			t.Errorf("%s: %+v", name, host)
		}
	}
}

// TestFigure6AsPrinted: the figure breaks numbers at the ends of its lines and states one speed for its twelve states;
// all of them come back after they were written.
func TestFigure6AsPrinted(t *testing.T) {
	const printed = `<platform version="4"><AS id="lyon" routing="None">
<host id="taurus-8.Lyon.grid5000.fr" speed="20000" core="12">
  <prop id="watt-per-state" value="92.75:114.62:174.38, 92.75:113
    .25:168.62, 92.88:112.25:162.88, 92.88:110.75:157.12, 92.88
    :110.38:151.75, 92.88:109.38:147.25, 92.88:108.62:142.75, 93
    :107.38:138.25, 93.12:106.75:134, 93:106.5:130.62, 93:105.12
    :127, 93.25:104.62:123.62" />
  <prop id="watt-off" value="10" />
</host></AS></platform>`
	want := taurus8(t)
	hosts, _, err := model.ReadPlatform(strings.NewReader(printed))
	if err != nil || !hosts[0].OneSpeed || want.OneSpeed {
		t.Fatalf("%+v, %v", hosts, err)
	}
	for range 2 {
		if len(hosts) != 1 || len(hosts[0].States) != 12 || hosts[0].Cores != 12 || hosts[0].Off != 10 {
			t.Fatalf("%+v", hosts)
		}
		for i, state := range hosts[0].States {
			if state.PowerState != want.States[i].PowerState {
				t.Errorf("state %d: %v, the figure has %v", i, state, want.States[i])
			}
		}
		var text strings.Builder
		if err := model.WritePlatform(&text, "lyon", hosts); err != nil {
			t.Fatal(err)
		}
		if hosts, _, err = model.ReadPlatform(strings.NewReader(text.String())); err != nil {
			t.Fatal(err)
		}
	}
}

// powerOfHosts finds what makes a host or a cluster one with power, in any spelling of SimGrid's examples.
var powerOfHosts = regexp.MustCompile(`id="(watt(age)?|power)[_-]per[_-]state"`)

// TestOriginalExamplesOfSimGrid reads the example platforms of SimGrid's repository, which are no part of the project,
// from the folder that GREEN500_TEST_SIMGRID_EXAMPLES names. Those with power are read, and stay the same when written
// and read again; those without say so.
func TestOriginalExamplesOfSimGrid(t *testing.T) {
	folder := os.Getenv("GREEN500_TEST_SIMGRID_EXAMPLES")
	files, err := filepath.Glob(filepath.Join(folder, "*.xml"))
	if folder == "" || err != nil {
		t.Skip("GREEN500_TEST_SIMGRID_EXAMPLES names a folder with example platforms of SimGrid")
	}
	withPower := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		hosts, other, err := model.ReadPlatform(bytes.NewReader(text))
		if !powerOfHosts.Match(text) {
			if err == nil || !strings.Contains(err.Error(), "no host with") {
				t.Errorf("%s states no power: %+v, %v", filepath.Base(file), hosts, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		withPower++
		t.Logf("%s: %d hosts, %d without power, %d states of the first", filepath.Base(file), len(hosts), other,
			len(hosts[0].States))
		var written strings.Builder
		if err := model.WritePlatform(&written, "again", hosts); err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		if again, _, err := model.ReadPlatform(strings.NewReader(written.String())); err != nil ||
			!reflect.DeepEqual(again, hosts) {
			t.Errorf("%s: %+v was written, and %+v read: %v", filepath.Base(file), hosts, again, err)
		}
	}
	if withPower < 6 {
		t.Errorf("%d files with power were read", withPower)
	}
}
