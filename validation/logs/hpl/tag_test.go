package hpl

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTags: whatever launchers and collectors put before each line, version, parameters, result, times and check are
// read.
func TestTags(t *testing.T) {
	plain, err := os.ReadFile("testdata/netlib.out")
	if err != nil {
		t.Fatal(err)
	}
	want := mustParse(t, "netlib.out")
	for name, tag := range map[string]string{
		"srun -l":                       "0: ",
		"srun -l of many":               "  0: ",
		"jsrun":                         "12: ",
		"Open MPI":                      "[1,0]<stdout>:",
		"Open MPI 5":                    "[prterun-node001-4711@1,0]<stdout>: ",
		"Open MPI with times":           "Tue Apr 14 13:20:50 2026[1,0]<stdout>:",
		"Open MPI with times alone":     "Tue Apr 14 13:20:50 2026<stdout>:",
		"Intel MPI":                     "[0] ",
		"Intel MPI with a host":         "[0@node001] ",
		"pdsh":                          "node001: ",
		"kubectl --prefix":              "[pod/hpl-launcher-x7k2/hpl] ",
		"kubectl --timestamps":          "2026-04-14T13:20:50.123456789Z ",
		"docker compose":                "hpl-1  | ",
		"ts":                            "Apr 14 13:20:50 ",
		"ts %F %T":                      "2026-04-14 13:20:50 ",
		"syslog":                        "Apr  4 13:20:50 node001 slurmstepd[4711]: ",
		"journalctl -o short-iso":       "2026-04-14T13:20:50+02:00 node001 hpl[12]: ",
		"a time, a rank and a colour":   "[2026-04-14 13:20:50] \x1b[32m[0]\x1b[0m ",
		"a host and a rank of a host":   "node001: [1,0]<stdout>:",
		"MS-MPI":                        "[0]",
		"time of day with milliseconds": "13:20:50.125 ",
	} {
		var text bytes.Buffer
		for line := range bytes.Lines(plain) {
			fmt.Fprintf(&text, "%s%s", tag, line)
		}
		got, err := Parse(&text, want.file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Variant != want.Variant || !slices.Equal(got.Orders, want.Orders) || !slices.Equal(got.Blocks,
			want.Blocks) || !slices.Equal(got.Columns, want.Columns) || got.Results[0] != want.Results[0] {
			t.Errorf("%s: got\n%+v\nwant\n%+v", name, got, want)
		}
	}
}

// TestPlainLinesHaveNoTag: what HPL itself prints is no tag.
func TestPlainLinesHaveNoTag(t *testing.T) {
	for _, name := range []string{"netlib.out", "nvidia.out", "several.out", "failed.out"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if left := untagged(line); left != line && !strings.HasPrefix(line, "scripts:") &&
				!strings.HasPrefix(line, "slurm") {
				t.Errorf("%s: %q becomes %q", name, line, left)
			}
		}
	}
}

const gpuHeading = "T/V                N    NB     P     Q               Time    CPU          Gflops\n"

const gpuRow = "WC14L2C32       46080   480     1     1             149.87 1722.31       4.353e+02\n"

// TestEpochs: HPL for GPUs prints seconds since 1970 before the row, which needs no zone.
func TestEpochs(t *testing.T) {
	clock := func(start, end string) string {
		return "Calculation Start Timestamp: " + start + "\nCalculation End Timestamp: " + end + "\n"
	}
	const began, ended = "2026-04-14T13:20:50Z", "2026-04-14T13:23:20Z"
	for name, c := range map[string]struct {
		text  string
		index int
		start string
		end   string
	}{
		"before the row": {clock("1776172850", "1776173000") + gpuHeading + gpuRow, 0, began, ended},
		"with a tag": {"0: Calculation Start Timestamp: 1776172850\n" +
			"0: Calculation End Timestamp: 1776173000\n0: " + gpuHeading + "0: " + gpuRow, 0, began, ended},
		"without a heading": {clock("1776172850", "1776173000") + gpuRow, 0, began, ended},
		"behind the row":    {gpuHeading + gpuRow + clock("1776172850", "1776173000"), 0, began, ended},
		"of the second, before": {clock("1", "2") + gpuRow + clock("1776172850", "1776173000") + gpuRow, 2,
			began, ended},
		"of the second, behind": {gpuRow + clock("1", "2") + gpuRow + clock("1776172850", "1776173000"), 2,
			began, ended},
		"with parts of a second": {clock("1776172850.25", "1776173000.5") + gpuRow, 0, "2026-04-14T13:20:50.25Z",
			"2026-04-14T13:23:20.5Z"},
	} {
		out, err := Parse(strings.NewReader(c.text), "o")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := out.Pick(c.index)
		if err != nil {
			t.Fatal(err)
		}
		if r.N != 46080 || r.Time != 149_870*time.Millisecond || r.GFlops != 435.3 || !r.HasTimes || r.NeedsZone() {
			t.Errorf("%s: %+v", name, r)
		}
		core, err := r.Core(nil)
		if err != nil || core.Start.Format(time.RFC3339Nano) != c.start || core.End.Format(time.RFC3339Nano) != c.end {
			t.Errorf("%s: core phase %v, %v", name, core, err)
		}
	}
	out, err := Parse(strings.NewReader(clock("1776173000", "1776172850")+gpuRow), "o")
	if err != nil {
		t.Fatal(err)
	}
	_, err = out.Results[0].Core(nil)
	demandTrouble(t, err, "o, line 3: the run ends at 2026-04-14T13:20:50Z, before its start at")
}

const head = `HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018
The following parameter values will be used:
N      :   61440
`

// TestUnfinished: an output without a result says how far the run came, and what ended it.
func TestUnfinished(t *testing.T) {
	for text, want := range map[string]string{
		head: "o: the run did not finish: the output ends after the parameters, N=61440; " +
			"give the output of a run that finished.",
		head[:40]: "o: contains no HPL result; give the whole output",
		head[:80]: "o: the run did not finish: the output ends before the parameters; ",
		head + "Column=000003072 Fraction= 5.0% Gflops=4.090e+02\nColumn=0000276": `o: the run did not finish: ` +
			`the last panel is "Column=000003072 Fraction= 5.0% Gflops=4.090e+02", line 4; give`,
		head + "Column=000256 Fraction=0.005 Mflops=142228.01\n": `o: the run did not finish: ` +
			`the last panel is "Column=000256 Fraction=0.005`,
		head + " Prog= 10.00%	N_left=   270000	Time=   30.00\n": `o: the run did not finish: ` +
			`the last panel is "Prog= 10.00% N_left= 270000`,
		head + gpuHeading + gpuRow[:40]: `o: the run did not finish: the output ends after`,
		// a rate of 4.353
		head + gpuHeading +
			gpuRow[:len(gpuRow)-5]: `o: the run did not finish: the output ends after`,
		head + "slurmstepd: error: *** JOB 17 ON n1 CANCELLED AT 2026-04-14T13:23:20 " +
			"DUE TO TIME LIMIT ***": `o: the run did not finish: ` +
			`the output ends after the parameters, N=61440; it contains "*** JOB 17`,
		head + "HPL ERROR from process # 0, on line 419 of function HPL_pdinfo:\n" +
			">>> Need at least 4 processes for these tests <<<\nEnd of Tests.\n": `o: the run ended without a ` +
			`result; it contains ">>> Need at least 4 processes for these tests <<<"; give`,
		"HPCG-Benchmark\nversion=3.1\n": "o, line 1: is the output of HPCG, " +
			"which is not a result for the Green500; give the output of HPL.",
		"Final Summary::HPCG result is VALID with a GFLOP/s rating of=12.1\n": "o, line 1: is the output of HPCG",
		"HPCG-NVIDIA 24.4.0  -- NVIDIA accelerated HPCG benchmark\n":          "o, line 1: is the output of HPCG",
		"scripts: /opt/hpl-mxp.sh, or hpl-mxp next\n" + head:                  "o: the run did not finish: ",
	} {
		if strings.HasPrefix(want, "o: contains") {
			text = "HPL of today\n"
		}
		_, err := Parse(strings.NewReader(text), "o")
		demandTrouble(t, err, want)
	}
}

// TestRecognise: an output is recognised by its own lines, and words about it are not enough.
func TestRecognise(t *testing.T) {
	for name, want := range map[string]string{
		"netlib.out": "HPLinpack 2.3", "nvidia.out": "HPL-NVIDIA 25.1.0", "several.out": "HPLinpack 2.2",
		"mxp.out": "HPL-MxP", "mxp-nvidia.out": "HPL-MxP",
	} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := Recognise(text); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for text, want := range map[string]string{
		"0: " + head:       "HPLinpack 2.3",
		gpuHeading:         "HPL",
		"HPCG-Benchmark\n": "HPCG",
		"# power during HPL-MxP on node 1\ntime,power_w\n": "",
		"time,HPL power (W)\n2026-06-01T10:00:00Z,1\n":     "",
		"# started HPLinpack 2.3\ntime,power_w\n":          "",
		"HPL_AI_power,time\n1,2\n":                         "",
		"HPCG\ntime,power\n":                               "",
	} {
		if got := Recognise([]byte(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
