package model_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// TestPlatformComesBack: what is written is read again as the same hosts, to the microwatt.
func TestPlatformComesBack(t *testing.T) {
	microwatts := rapid.Custom(
		func(t *rapid.T) power.Watts { return power.Watts(rapid.Int64Range(0, 5e9).Draw(t, "microwatts")) / 1e6 })
	rapid.Check(t, func(t *rapid.T) {
		hosts := make([]model.Host, rapid.IntRange(1, 4).Draw(t, "hosts"))
		for i := range hosts {
			hosts[i] = model.Host{
				Name:  fmt.Sprintf("%d%s", i, rapid.StringMatching(`[a-z<&"'\]>é ]{0,8}`).Draw(t, "name")),
				Cores: rapid.IntRange(1, 256).Draw(t, "cores"), Off: microwatts.Draw(t, "off"),
			}
			for range rapid.IntRange(1, 12).Draw(t, "states") {
				hosts[i].States = append(hosts[i].States, model.HostState{
					Speed: power.GFlops(rapid.Float64Range(0, 1e6).Draw(t, "speed")),
					PowerState: model.PowerState{Idle: microwatts.Draw(t, "idle"), OneCore: microwatts.Draw(t, "one"),
						AllCores: microwatts.Draw(t, "all")},
				})
			}
			hosts[i].Initial = rapid.IntRange(0, len(hosts[i].States)-1).Draw(t, "initial")
		}
		var text strings.Builder
		if err := model.WritePlatform(&text, "zone", hosts); err != nil {
			t.Fatal(err)
		}
		again, other, err := model.ReadPlatform(strings.NewReader(text.String()))
		if err != nil || other != 0 || !reflect.DeepEqual(again, hosts) {
			t.Fatalf("%v, %d others\n%v\n%v\n%s", err, other, hosts, again, text.String())
		}
	})
}

// TestPlatformMeansTheSame: SimGrid's present meaning of a triple, a line from no core busy to all, gives what figure 6
// gives with the meaning of its day.
func TestPlatformMeansTheSame(t *testing.T) {
	var text strings.Builder
	if err := model.WritePlatform(&text, "lyon", []model.Host{taurus8(t)}); err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(text.String(), `id="wattage_per_state" value="`)
	var idle, epsilon, all float64
	if _, err := fmt.Sscanf(after, "%f:%f:%f,", &idle, &epsilon, &all); err != nil {
		t.Fatal(err)
	}
	state := taurus8(t).States[0]
	for busy := 1; busy <= 12; busy++ {
		theirs, ours := epsilon+(all-epsilon)*float64(busy)/12, float64(state.At(busy, 12))
		if d := theirs - ours; d > 1e-9 || d < -1e-9 {
			t.Errorf("%d cores: SimGrid draws %v W, the model %v", busy, theirs, ours)
		}
	}
}

// TestPlatformIsValid holds the file to SimGrid's document type with a validator that is not ours.
func TestPlatformIsValid(t *testing.T) {
	validator, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint validates the file; it is in Debian's libxml2-utils")
	}
	var text strings.Builder
	if err := model.WritePlatform(&text, `a "zone" & more`, []model.Host{taurus8(t)}); err != nil {
		t.Fatal(err)
	}
	for content, valid := range map[string]bool{
		text.String(): true,
		strings.Replace(text.String(), "core=", "cores=", 1):       false,
		strings.Replace(text.String(), "<zone", "<prop/><zone", 1): false,
	} {
		file := filepath.Join(t.TempDir(), "platform.xml")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), validator, "--nonet", "--noout", "--dtdvalid",
			"testdata/simgrid-platform.dtd", file).CombinedOutput()
		if (err == nil) != valid {
			t.Errorf("valid %v, want %v: %s\n%s", err == nil, valid, out, content)
		}
	}
}

// hostileHost is a platform with one host of these attributes and this power.
func hostileHost(attributes, states string) string {
	return fmt.Sprintf(`<platform version="4.1"><zone id="z" routing="None"><host %s><prop id="wattage_per_state" `+
		`value="%s"/></host></zone></platform>`, attributes, states)
}

// hostileCluster is a platform with one cluster of this radical.
func hostileCluster(radical string) string {
	return fmt.Sprintf(`<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="%s" speed="1Gf" `+
		`bw="1Bps" lat="0"><prop id="wattage_per_state" value="1:2"/></cluster></platform>`, radical)
}

// TestHostilePlatforms: none of these is read, and each says where and what to do.
func TestHostilePlatforms(t *testing.T) {
	fine := hostileHost(`id="a" speed="1Gf"`, "1:2")
	for name, text := range map[string]string{
		"empty":          "",
		"no xml":         "watts",
		"no platform":    "<html></html>",
		"old version":    strings.Replace(fine, "4.1", "2", 1),
		"entity":         `<!DOCTYPE platform [<!ENTITY a "b">]>` + fine,
		"unknown entity": strings.Replace(fine, `"z"`, `"&lol;"`, 1),
		"not closed":     strings.TrimSuffix(fine, "</platform>"),
		"no power": `<platform version="4.1"><zone id="z" routing="None"><host id="a" speed="1f"/>` +
			`</zone></platform>`,
		"deep": `<platform version="4.1">` + strings.Repeat("<zone>", 100),
		"twice": strings.Replace(fine, "</zone>",
			`<host id="a" speed="1Gf"><prop id="wattage_per_state" value="1:2"/></host></zone>`, 1),
		"no cores":      hostileHost(`id="a" speed="1Gf" core="0"`, "1:2"),
		"many cores":    hostileHost(`id="a" speed="1Gf" core="99999999999999999999"`, "1:2"),
		"more states":   hostileHost(`id="a" speed="1Gf,2Gf"`, "1:2,3:4,5:6"),
		"fewer states":  hostileHost(`id="a" speed="1Gf,2Gf"`, "1:2"),
		"no such state": hostileHost(`id="a" speed="1Gf" pstate="1"`, "1:2"),
		"torn digits":   hostileHost(`id="a" speed="1Gf"`, "1:2 3"),
		"no radical":    hostileCluster(""),
		"odd radical":   hostileCluster("3-1"),
		"many hosts":    hostileCluster("0-9999999999"),
		"same hosts":    hostileCluster("1-2,2"),
		"no end":        fine + "<!-- ",
		"many states": hostileHost(`id="a" speed="`+strings.Repeat("1Gf,", 300)+`1Gf"`,
			strings.Repeat("1:2,", 300)+"1:2"),
		"odd speed": hostileHost(`id="a" speed="1Xf"`, "1:2"),
		"no number": hostileHost(`id="a" speed="1Gf"`, "1:NaN"),
		"negative":  hostileHost(`id="a" speed="1Gf"`, "-1:2"),
		"infinite":  hostileHost(`id="a" speed="1Gf"`, "1:+Inf"),
		"one value": hostileHost(`id="a" speed="1Gf"`, "1"),
		"no name":   hostileHost(`speed="1Gf"`, "1:2"),
	} {
		hosts, _, err := model.ReadPlatform(strings.NewReader(text))
		var input *power.InputError
		if !errors.As(err, &input) || input.Remedy == "" || hosts != nil {
			t.Errorf("%s: %v, %v", name, hosts, err)
		}
	}
	if _, _, err := model.ReadPlatform(io.MultiReader(strings.NewReader(`<platform version="4.1">`),
		endless{})); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("a file without end: %v", err)
	}
}

// endless never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestWhatCanNotBeWritten: a host that SimGrid would refuse is refused here.
func TestWhatCanNotBeWritten(t *testing.T) {
	state := []model.HostState{{Speed: 1, PowerState: model.PowerState{Idle: 1, OneCore: 2, AllCores: 3}}}
	for name, hosts := range map[string][]model.Host{
		"no name":    {{Cores: 1, States: state}},
		"no state":   {{Name: "a", Cores: 1}},
		"no cores":   {{Name: "a", States: state}},
		"no speed":   {{Name: "a", Cores: 1, States: []model.HostState{{Speed: -1}}}},
		"no initial": {{Name: "a", Cores: 1, States: state, Initial: 1}},
		"twice":      {{Name: "a", Cores: 1, States: state}, {Name: "a", Cores: 1, States: state}},
		"the zone's": {{Name: "z", Cores: 1, States: state}},
	} {
		var input *power.InputError
		if err := model.WritePlatform(io.Discard, "z", hosts); !errors.As(err, &input) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadPlatform(f *testing.F) {
	f.Add(figure6)
	f.Add(hostileHost(`id="a" speed="1Gf"`, "1:2"))
	f.Add(hostileCluster("1-3,7"))
	f.Add(`<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">` +
		hostileHost(`id="a" speed="1e3" core="3"`, "1:2:3"))
	f.Fuzz(func(t *testing.T, text string) {
		hosts, _, err := model.ReadPlatform(strings.NewReader(text))
		if err != nil {
			return
		}
		var out strings.Builder
		if err := model.WritePlatform(&out, "", hosts); err != nil {
			t.Fatalf("what was read can't be written: %v", err)
		}
		again, _, err := model.ReadPlatform(strings.NewReader(out.String()))
		if err != nil || len(again) != len(hosts) {
			t.Fatalf("what was written can't be read: %v\n%s", err, out.String())
		}
	})
}
