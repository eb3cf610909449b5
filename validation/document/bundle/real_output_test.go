package bundle_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/validation/rules"
)

// outputOnly is a document about a published output; readings of a constant power go with it.
const outputOnly = `schema: green500.submission/1
edition: 2026-11
methodology: "2.0"
claimed_level: 1
contact: {name: Example Submitter, email: submitter@example.org}
site: {name: Example Centre, country: DE}
system: {name: Example}
run: {workload: HPL, output: %s, timezone: UTC, result: %d, power_optimised: false, all_compute_nodes: true}
node_sets: [{name: nodes, nodes: 8, measured: 8}]
subsystems: [{name: compute, treatment: measured}]
meters: [{id: meter, measures: power}]
series: [{file: power.csv, meter: meter, value: power, quantity: power, unit: W, covers: {subsystem: compute}}]
`

// constantPower is a log with a reading a second between two times.
func constantPower(t *testing.T, from, to string) []byte {
	t.Helper()
	start, err := time.Parse(time.DateTime, from)
	if err != nil {
		t.Fatal(err)
	}
	end, err := time.Parse(time.DateTime, to)
	if err != nil {
		t.Fatal(err)
	}
	log := strings.Builder{}
	log.WriteString("time,power\n")
	for at := start; !at.After(end); at = at.Add(time.Second) {
		fmt.Fprintf(&log, "%s,1000\n", at.Format(time.RFC3339))
	}
	return []byte(log.String())
}

// TestPublishedOutputs: one of them has a time of the solution 2.1 times as long as its start and
// end are apart, one holds several results; the rules say so, and nothing of the others.
func TestPublishedOutputs(t *testing.T) {
	for _, c := range []struct {
		file     string
		result   int
		from, to string // of the readings, around the core phase
		want     map[string]string
	}{
		{
			"hpl-out/lbnl-etna-n=83904/nb=192_n=83904_90pct_2x4_etna0.out", 1, "2018-01-10 16:14:00",
			"2018-01-10 16:33:00",
			map[string]string{
				"output-times-agree": "The difference of end minus start from the time of the solution is 1,232.54 " +
					"s; at most 2 s is required.",
				"run-time-plausible": "The difference of the core phase of 1,078 s from the 2,310.994 s that N and " +
					"Rmax give is 53.353%; at most 5% is required.",
			},
		},
		{"hpl-out/sc14-cpu/HPL_2014_08_24_1430.txt", 1, "2014-08-24 14:32:00", "2014-08-24 14:45:00", nil},
		{"rapl-perf-hpl/haswell-ep-hpl_mkl/hpl_mkl.stdio.phase", 1, "2016-07-16 00:04:00", "2016-07-16 00:06:00", nil},
		{"green500-submission/claix2023-gpu/hpl.log", 1, "2024-09-27 11:18:00", "2024-09-27 11:23:00", nil},
		{
			"hpl-out/kish29-tiny-sweep/kish29-res.out", 2, "2021-05-15 18:05:00", "2021-05-15 18:07:00",
			map[string]string{"fastest-result": "In the output, result 2 of 3 counts, at 4.4728e-06 GFlops; " +
				"the fastest reached 4.6178e-06 GFlops."},
		},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			folder := lay(t, fmt.Sprintf(outputOnly, filepath.Base(c.file), c.result), c.file)
			write(t, filepath.Join(folder, "power.csv"), constantPower(t, c.from, c.to))
			report := grade(t, folder)
			for _, rule := range []string{"residual-passed", "output-times-agree", "output-rate-agrees",
				"run-time-plausible", "output-order", "fastest-result"} {
				f := finding(t, report, rule, 1)
				if want := c.want[rule]; want != "" && (f.Outcome != rules.Fail || f.Message != want) {
					t.Errorf("%s: %s: %s", rule, f.Outcome, f.Message)
				} else if want == "" && f.Outcome != rules.Pass && f.Outcome != rules.NotApplicable {
					t.Errorf("%s: %s: %s", rule, f.Outcome, f.Message)
				}
			}
		})
	}
}
