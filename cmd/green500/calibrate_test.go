package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation/lab/model"
	"green500/validation/logs/canonical"
)

// TestCalibrate: a folder of logs gives the models as text, as a file that the command reads again, and for SimGrid; a
// run is predicted and compared.
func TestCalibrate(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for load, watts := range map[string]float64{"idle": 100, "1of4": 160, "all": 280} {
		text := "time,power_w\n"
		for i := range 20 {
			text += fmt.Sprintf("%s,%g\n", time.Date(2026, 11, 5, 9, 0, i, 0, time.UTC).Format(time.RFC3339), watts)
		}
		write("n1_2000MHz_"+load+".csv", text)
	}
	ran := func(f calibrating) string {
		t.Helper()
		var out strings.Builder
		if err := f.Run(&out, canonical.Memory); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	other := t.TempDir()
	trace, saved := filepath.Join(other, "ep.txt"), filepath.Join(other, "calibration.json")
	if err := os.WriteFile(trace, []byte("0 compute 1e12\n1 compute 1e12\n2 compute 1e12\n3 compute 1e12\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(saved, []byte(ran(calibrating{Path: folder, Speed: 10, NodeSet: "thin", Format: "json"})),
		0o600); err != nil {
		t.Fatal(err)
	}
	text := ran(calibrating{Path: saved, Format: "text", Predict: trace, Workload: "EP", Measured: 284.2})
	for _, words := range []string{"Node set thin", "n1    2000 MHz  100.00 W  160.00 W  280.00 W",
		"Predicted from the time-independent trace: 280 W ± 2% over 100 s, 28 kJ.",
		"Measured: 284.2 W, +1.50%: within 3 times the error of the model."} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is missing:\n%s", words, text)
		}
	}
	hosts, _, err := model.ReadPlatform(strings.NewReader(ran(calibrating{Path: saved, Format: "platform", Off: 8})))
	if err != nil || len(hosts) != 1 || hosts[0].Off != 8 || hosts[0].States[0].OneCore != 160 ||
		hosts[0].States[0].Speed != 10 {
		t.Errorf("%+v, %v", hosts, err)
	}
	if err := (calibrating{Path: other}).Run(&strings.Builder{}, canonical.Memory); err == nil {
		t.Error("a folder with other files was taken")
	}
}
