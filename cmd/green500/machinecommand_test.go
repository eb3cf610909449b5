package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

func machineSays(t *testing.T, f machining) string {
	t.Helper()
	var out strings.Builder
	if err := f.Run(&out, canonical.Memory); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// TestTheCommandGivesTheTables: an example is written, read again, and its tables are printed, as text and for
// programs.
func TestTheCommandGivesTheTables(t *testing.T) {
	for example, says := range map[string][]string{
		"spmd": {"343 processes 10.72 1 147.0 W 4.71 W", "left out: below idle power",
			"27 27 5 61.68 s 38.86 Wh 6.81 Wh 45.67 Wh", "Least energy: 205 processes on 32 of 32 nodes",
			"Short: fewer than 10 readings, 10 s apart."},
		"dac": {"512 processes 16 2 123.0 W 43.97 W left out: the readings scatter by 36%",
			"16 16 16 19.01 s 6.52 Wh 7.47 Wh 13.99 Wh 0.16 Wh 14.40 Wh -2.8%",
			"Beyond what was measured: the power of 8 threads stands for that of 16."},
	} {
		path := filepath.Join(t.TempDir(), "machine.yaml")
		var text strings.Builder
		if err := (machining{Example: example}).Run(&text, canonical.Memory); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		printed := machineSays(t, machining{Path: path})
		for _, words := range says {
			if !strings.Contains(printed, words) {
				t.Errorf("%s: %q is missing:\n%s", example, words, printed)
			}
		}
		var made struct {
			Kinds []struct {
				Idle float64 `json:"idle_power_w"`
			} `json:"kinds"`
			Runs []struct {
				Total float64 `json:"total_wh"`
			} `json:"runs"`
		}
		if err := json.Unmarshal([]byte(machineSays(t, machining{Path: path, Format: "json"})), &made); err != nil ||
			made.Kinds[0].Idle != 79.5 || made.Runs[0].Total < 100 {
			t.Errorf("%s: %+v, %v", example, made, err)
		}
	}
}

// TestNoMachineIsRefused: without a file, and with one that names a log that is not there.
func TestNoMachineIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "machine.yaml")
	if err := os.WriteFile(path, []byte("kinds:\n  - {name: node, nodes: 4, power: [{threads: 1, log: none.csv}]}\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range []machining{{}, {Path: path}} {
		err := f.Run(&strings.Builder{}, canonical.Memory)
		var one *power.InputError
		var many power.InputErrors
		if !errors.As(err, &one) && !errors.As(err, &many) {
			t.Errorf("%+v: %v", f, err)
		}
	}
}
