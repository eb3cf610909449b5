package bundle_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/rules"
)

const shared = "../../../../shared"

// lay puts a bundle of real files together under a test's own folder; the files themselves are
// never copied into the project.
func lay(t *testing.T, document string, files ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range files {
		content, err := os.ReadFile(filepath.Join(shared, "data", name))
		if errors.Is(err, os.ErrNotExist) {
			t.Skip("the real measurements are not beside this checkout")
		}
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, filepath.Base(name)), content)
	}
	write(t, filepath.Join(folder, "submission.yaml"), []byte(document))
	return folder
}

func write(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func grade(t *testing.T, folder string) *validation.Report {
	t.Helper()
	read, err := bundle.Open(os.DirFS(folder), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// near holds a figure to a relative tolerance.
func near(t *testing.T, what string, got *validation.Number, want, tolerance float64) {
	t.Helper()
	if got == nil {
		t.Errorf("%s is missing, want %v", what, want)
	} else if math.Abs(got.Value/want-1) > tolerance {
		t.Errorf("%s is %.3f %s, want %.3f", what, got.Value, got.Unit, want)
	}
}

func TestClaix2023GPU(t *testing.T) {
	document, err := os.ReadFile(filepath.Join(shared, "example", "submission.yaml"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the example submission is not beside this checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	const at = "green500-submission/claix2023-gpu/"
	report := grade(t, lay(t, string(document), at+"hpl.log", at+"pdus.parquet", at+"summary.txt"))
	const exact = 1e-5 // 0.001%
	n := report.Numbers
	near(t, "metered core average", n.MeteredCoreAverage, 154_948.3, exact)
	near(t, "published core average", n.CoreAverage, 154_952.64, exact)
	near(t, "full-run average", n.FullRunAverage, 131_398.054, exact)
	near(t, "idle", n.Idle, 72_380.8, exact)
	near(t, "Rmax", n.Rmax, 5_238_000, exact)
	near(t, "efficiency", n.Efficiency, 33.804, exact)
	core := report.Spans.Core
	if got := core.Start.Format(time.RFC3339) + " " + core.End.Format(time.RFC3339); got !=
		"2024-09-27T11:18:11+02:00 2024-09-27T11:22:27+02:00" || !report.Spans.CoreProven {
		t.Errorf("core phase %s, proven %t", got, report.Spans.CoreProven)
	}
	if report.GrantedLevel != 2 {
		t.Errorf("%s granted, want Level 2", report.GrantedLevel)
	}
	for _, aspect := range report.Aspects {
		if aspect.Level < 3 && aspect.FirstFailingRule != "subsystem-fraction" {
			t.Errorf("aspect %s is kept from Level 3 by %s, not by the fraction of storage alone", aspect.ID,
				aspect.FirstFailingRule)
		}
	}
	if f := finding(t, report, "subsystem-fraction", 3); f.Outcome != rules.Fail ||
		!strings.Contains(f.Message, "storage") {
		t.Errorf("the finding does not name storage: %s", f.Message)
	}
	if way := report.WayUp; len(way) != 1 || len(way[0].Needs) != 1 ||
		way[0].Needs[0].Text != "Measure 2 more units of the storage, for 4 of 4" {
		t.Errorf("the way to Level 3 is %+v", way)
	}
}

// TestThePublishedEfficiencyIsRecognised: the list of June 2025 prints 39.866 GFlops/W for this
// entry, which is its core-phase performance over the power of the whole job.
func TestThePublishedEfficiencyIsRecognised(t *testing.T) {
	document, err := os.ReadFile(filepath.Join(shared, "example", "submission.yaml"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the example submission is not beside this checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	claiming := strings.Replace(string(document), "  power_optimised:",
		"  claimed: {gflops_per_watt: 39.87}\n  power_optimised:", 1)
	const at = "green500-submission/claix2023-gpu/"
	report := grade(t, lay(t, claiming, at+"hpl.log", at+"pdus.parquet", at+"summary.txt"))
	f := finding(t, report, "claim-agrees", 2)
	if f.Outcome != rules.Fail || !strings.Contains(f.Message,
		"39.87 GFlops/W is the power of the full run with the performance of the core phase") {
		t.Errorf("%s: %s", f.Outcome, f.Message)
	}
}

// finding returns what a rule found for a level; there has to be one.
func finding(t *testing.T, report *validation.Report, rule string, level power.Level) rules.Finding {
	t.Helper()
	at := slices.IndexFunc(report.Findings, func(f rules.Finding) bool { return f.Rule == rule && f.Asks(level) })
	if at < 0 {
		t.Fatalf("%s leaves no finding for %s", rule, level)
	}
	return report.Findings[at]
}

// site is what the documents of the published traces have in common; system facts are those of the published lists.
const site = `schema: green500.submission/1
edition: %s
methodology: "2.0"
claimed_level: %d
contact: {name: Example Submitter, email: submitter@example.org}
site: {name: %s, country: DE}
system: {name: %s, total_cores: %d}
run:
  workload: HPL
  timezone: Europe/Berlin
  core_phase: {start: "%s", end: "%s"}
  rmax_tflops: %v
  power_optimised: false
  all_compute_nodes: true
node_sets:
  - {name: nodes, nodes: %d, measured: %d, selection: all}
subsystems:
  - {name: compute, treatment: measured}
%s
meters:
  - {id: meter, make: Example, model: Meter, measures: %s, accuracy: {of_reading_percent: 1}, current: AC, sampling_hz: 10, location: upstream}
series:
  - {file: %s, meter: meter, %s, covers: {subsystem: compute}}
`

func TestPublishedTraces(t *testing.T) {
	const (
		switches = "  - {name: interconnect, treatment: estimated, power_w: 2470, basis: switch specification, " +
			"formula: sum of maximum power}"
		noSwitches = "  - {name: interconnect, treatment: left_out}"
		measured   = "  - {name: interconnect, treatment: measured, basis: behind the same meters}"
	)
	cases := []struct {
		name, edition, site, system string
		level, cores                int
		start, end                  string
		rmax                        float64
		nodes                       int
		subsystems, measures        string
		file, series                string
		watts                       float64
	}{
		{"alex with switches", "2023-06", "FAU", "Alex", 1, 49664, "2023-04-28T22:02:36+02:00",
			"2023-04-28T22:07:52+02:00", 4030, 38, switches, "power",
			"hpl-power-trace/alex/megware-alex.csv",
			`time: Time, value: Node Power (W), quantity: power, unit: W`, 179_210},
		{"alex without switches", "2023-06", "FAU", "Alex", 1, 49664, "2023-04-28T22:02:36+02:00",
			"2023-04-28T22:07:52+02:00", 4030, 38, noSwitches, "power",
			"hpl-power-trace/alex/megware-alex.csv",
			`time: Time, value: Node Power (W), quantity: power, unit: W`, 176_740},
		{"grete", "2023-06", "GWDG", "Grete", 2, 26180, "2023-05-06T18:53:23+02:00", "2023-05-06T18:56:47+02:00", 2779,
			33, measured, "power",
			"hpl-power-trace/grete/megware-grete.csv",
			`time: Time, value: Total Power (W), quantity: power, unit: W`, 100_008},
		{"alpha by power", "2021-06", "TU Dresden", "Alpha Centauri", 1, 34, "2021-05-27T16:32:40.767+02:00",
			"2021-05-27T16:39:33.109+02:00", 2000, 34, measured, "power",
			"hpl-power-trace/tud-alpha/tud-alpha-power.csv",
			`time: time, value: power, quantity: power, unit: W`, 163_214},
		{"alpha by energy", "2021-06", "TU Dresden", "Alpha Centauri", 1, 34, "2021-05-27T16:32:40.767+02:00",
			"2021-05-27T16:39:33.109+02:00", 2000, 34, measured, "energy",
			"hpl-power-trace/tud-alpha/tud-alpha-energy.csv",
			`time: time, value: taurus.alpha.energy, quantity: energy, unit: kWh`, 163_647},
		{"barnard by power", "2023-06", "TU Dresden", "Barnard", 3, 65520, "2023-05-12T03:03:45+02:00",
			"2023-05-12T12:33:55+02:00", 3047.36, 630, measured, "power",
			"hpl-power-trace/tud-barnard/tud-barnard-power.csv",
			`time: timestamp, value: LZR.BARNARD.Racks-AK.Wirkleistung, quantity: power, unit: W`, 535_757},
		{"barnard by energy", "2023-06", "TU Dresden", "Barnard", 3, 65520, "2023-05-12T03:03:45+02:00",
			"2023-05-12T12:33:55+02:00", 3047.36, 630, measured, "energy",
			"hpl-power-trace/tud-barnard/tud-barnard-energy.csv",
			`time: timestamp, value: barnard.hpc.energy, quantity: energy, unit: J`, 535_743},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			document := fmt.Sprintf(site, c.edition, c.level, c.site, c.system, c.cores, c.start, c.end, c.rmax,
				c.nodes, c.nodes, c.subsystems, c.measures, filepath.Base(c.file), c.series)
			report := grade(t, lay(t, document, c.file))
			const exact = 1e-5 // 0.001%, which is coarser than the watt the truth is given in
			near(t, "core average", report.Numbers.CoreAverage, c.watts, exact)
		})
	}
}
