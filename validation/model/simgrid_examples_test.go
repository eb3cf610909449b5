package model_test

import (
	"strings"
	"testing"

	"green500/validation/model"
	"green500/validation/power"
)

// TestExamplesOfSimGrid reads platforms written as each kind of example that SimGrid ships with power: of versions 3 and 4,
// several speeds, pairs and triples, boot states, clusters, batteries, and comments that XML forbids.
func TestExamplesOfSimGrid(t *testing.T) {
	const four, full = `<platform version="4">`, `<platform version="4.1"><zone id="AS0" routing="Full">`
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
			four + `<AS id="AS0" routing="Full"><host id="MyHost1" speed="100.0Mf,50.0Mf,20.0Mf" pstate="0"><prop id="watt_per_state" value="100.0:120.0:200.0, 93.0:110.0:170.0, 90.0:105.0:150.0"/>
			<prop id="watt_off" value="10"/></host><link id="bus" bandwidth="100kBps" latency="0"/><route src="MyHost1" dst="MyHost1"><link_ctn id="bus"/></route></AS></platform>`,
			1, 0, 3, 0, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 100, OneCore: 120, AllCores: 200}}, model.HostState{Speed: 0.02, PowerState: model.PowerState{Idle: 90, OneCore: 105, AllCores: 150}}, 10,
		},
		"energy_cluster": {
			`<platform version="4.1"><cluster id="cluster" prefix="MyHost" radical="1-2" suffix="" core="4" speed="100.0Mf,50.0Mf,20.0Mf" bw="125MBps" lat="50us" bb_bw="2.25GBps" bb_lat="500us">
			<prop id="wattage_per_state" value="100.0:93.33333333333333:200.0, 93.0:90.0:170.0, 90.0:90.0:150.0"/><prop id="wattage_off" value="10"/></cluster></platform>`,
			2, 0, 3, 0, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 100, OneCore: 120, AllCores: 200}}, model.HostState{Speed: 0.02, PowerState: model.PowerState{Idle: 90, OneCore: 105, AllCores: 150}}, 10,
		},
		"platform_boot": {
			full + `<!-- encodes boot and shutdown
			-- see the program -->
			<host id="MyHost1" speed="100.0Mf,50.0Mf,20.0Mf,          0f,0f" pstate="0"><prop id="wattage_per_state" value="95.0:200.0,93.0:170.0,90.0:150.0,      120:120,110:110"/><prop id="wattage_off" value="10"/></host>
			<host id="MyHost2" speed="100.0Mf"><prop id="wattage_per_state" value="100.0:200.0"/></host></zone></platform>`,
			2, 0, 5, 0, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 95, OneCore: 95, AllCores: 200}}, model.HostState{PowerState: model.PowerState{Idle: 110, OneCore: 110, AllCores: 110}}, 10,
		},
		"battery_platform": {
			full + `<host id="battery" speed="0f"><prop id="wattage_per_state" value="0:0:0"/></host>
			<host id="host2" core="1" pstate="1" speed="100.0Mf,50.0Mf"><prop id="wattage_per_state" value="100.0:200.0:200.0, 93.0:170.0:170.0"/></host></zone></platform>`,
			2, 0, 1, 0, model.HostState{}, model.HostState{}, 0,
		},
		"emission_platform": {
			full + `<host core="4" id="host_fr" pstate="0" speed="100.0Mf"><prop id="wattage_per_state" value="100.0:100:200.0"/><prop id="wattage_off" value="5"/><prop id="carbon_intensity" value="33.45"/></host>
			<host id="none" speed="1f"/></zone></platform>`,
			1, 1, 1, 0, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 100, OneCore: 125, AllCores: 200}}, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 100, OneCore: 125, AllCores: 200}}, 5,
		},
		"platform_onoff": {
			four + `<AS id="AS0" routing="Full"><host id="MyHost1" speed="100.0Mf,      0.5f" pstate="1"><prop id="watt_per_state"value="95.0:200.0,120:120"/><prop id="watt_off" value="10"/></host></AS></platform>`,
			1, 0, 2, 1, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 95, OneCore: 95, AllCores: 200}}, model.HostState{Speed: 5e-10, PowerState: model.PowerState{Idle: 120, OneCore: 120, AllCores: 120}}, 10,
		},
		"platform_e3, version 3": {
			`<platform version="3"><AS id="AS0" routing="Full"><host id="MyHost1" power="100.0Mf, 10Gf"><prop id="power_per_state" value="200:250, 95:130"/></host></AS></platform>`,
			1, 0, 2, 0, model.HostState{Speed: 0.1, PowerState: model.PowerState{Idle: 200, OneCore: 200, AllCores: 250}}, model.HostState{Speed: 10, PowerState: model.PowerState{Idle: 95, OneCore: 95, AllCores: 130}}, 0,
		},
	} {
		hosts, other, err := model.ReadPlatform(strings.NewReader(c.text))
		if err != nil || len(hosts) != c.hosts || other != c.other {
			t.Errorf("%s: %d hosts, %d others, %v", name, len(hosts), other, err)
			continue
		}
		host := hosts[0]
		if len(host.States) != c.states || host.Initial != c.initial || host.Off != c.off || host.States[0] != c.first || host.States[c.states-1] != c.last {
			t.Errorf("%s: %+v", name, host)
		}
	}
}

// TestFigure6AsPrinted: the figure breaks numbers at the ends of its lines and states one speed for its twelve states; all
// of them come back after they were written.
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
