package hpl

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/power"
)

func parseFile(t testing.TB, path string) (*Output, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return Parse(f, filepath.Base(path))
}

func mustParse(t testing.TB, name string) *Output {
	t.Helper()
	out, err := parseFile(t, filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNetlib(t *testing.T) {
	out := mustParse(t, "netlib.out")
	r, err := out.Pick(0)
	if err != nil {
		t.Fatal(err)
	}
	want := Result{
		Variant: "WC02C2C4", N: 200_000, NB: 192, P: 4, Q: 8, Time: 1800_250 * time.Millisecond, GFlops: 2962.58,
		Checked: true, Residual: 0.0015, Passed: true, Start: "2025-06-08T09:05:00", End: "2025-06-08T09:35:01",
		HasTimes: true,
		Line:     23, file: "netlib.out",
	}
	if r != want {
		t.Errorf("got\n%+v\nwant\n%+v", r, want)
	}
	if out.Variant != "HPLinpack 2.3" || !slices.Equal(out.Orders, []int{200_000}) {
		t.Errorf("variant %q, orders %v", out.Variant, out.Orders)
	}
}

func TestNVIDIA(t *testing.T) {
	out := mustParse(t, "nvidia.out")
	r, err := out.Pick(1)
	if err != nil {
		t.Fatal(err)
	}
	if out.Variant != "HPL-NVIDIA 25.1.0" || r.Variant != "WC0" || r.N != 300_000 || r.GFlops != 5.992e4 {
		t.Errorf("variant %q, result %+v", out.Variant, r)
	}
	if !slices.Equal(out.Orders, []int{300_100}) {
		t.Errorf("orders %v", out.Orders)
	}
	core, err := r.Core(time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2024, 10, 26, 23, 58, 30, 0, time.UTC); !core.Start.Equal(want) ||
		core.Duration() != 5*time.Minute {
		t.Errorf("core phase %v", core)
	}
}

func TestSeveral(t *testing.T) {
	out := mustParse(t, "several.out")
	if len(out.Results) != 4 {
		t.Fatalf("%d results", len(out.Results))
	}
	if len(out.Orders) != 9 || out.Orders[8] != 90_000 || out.Fastest() != 243.01 {
		t.Errorf("orders %v, fastest %v", out.Orders, out.Fastest())
	}
	for index, want := range map[int]string{
		0: "several.out, run.result: the output contains 4 results; " +
			"write the number of the one that counts: 1 (line 24, N=10000, 134.7 GFlops), 2 (",
		5: "several.out, run.result: result 5 is requested, but the output contains 4; write",
	} {
		_, err := out.Pick(index)
		demandTrouble(t, err, want)
	}
	if r, err := out.Pick(2); err != nil || r.N != 20_000 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func demandTrouble(t *testing.T, err error, begins string) {
	t.Helper()
	var inputError *power.InputError
	if !errors.As(err, &inputError) || !strings.HasPrefix(err.Error(), begins) {
		t.Errorf("got  %v\nwant %s…", err, begins)
	}
}

func TestRefused(t *testing.T) {
	_, err := parseFile(t, "testdata/mxp.out")
	demandTrouble(t, err, "mxp.out, line 24: is the output of HPL-MxP, which is not a result for the Green500; give")
	_, err = parseFile(t, "testdata/mxp-nvidia.out")
	demandTrouble(t, err, "mxp-nvidia.out, line 1: is the output of HPL-MxP")
	_, err = Parse(strings.NewReader("slurm: job 1 started\n"), "job.out")
	demandTrouble(t, err, "job.out: contains no HPL result; give the whole output")
}

// TestResiduals: what a check says is taken as it is printed; rules judge it.
func TestResiduals(t *testing.T) {
	for name, c := range map[string]struct {
		out   *Output
		index int
		want  Result
	}{
		"failed":             {mustParse(t, "failed.out"), 0, Result{Checked: true, Residual: 3.7e4}},
		"passed by HPL.dat":  {mustParse(t, "several.out"), 3, Result{Checked: true, Residual: 18, Passed: true}},
		"not checked at all": {&Output{Results: []Result{{N: 1}}}, 0, Result{}},
	} {
		r, err := c.out.Pick(c.index)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Result{Checked: r.Checked, Residual: r.Residual, Passed: r.Passed}); got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if fastest := mustParse(t, "failed.out").Fastest(); fastest != 0 {
		t.Errorf("a result that failed is the fastest, %v", fastest)
	}
}

// TestEveryVariantOfLowerPrecisionIsRefused by the signs that its programs print.
func TestEveryVariantOfLowerPrecisionIsRefused(t *testing.T) {
	const clock = "HPLMXP_pdgesv() start time Wed Jan  8 12:00:00 2025\n"
	const mixed = "the output of HPL-MxP"
	for sign, what := range map[string]string{
		"rocHPL-MxP  v1.0\n" + row + "\n":                                mixed,
		"HPL-MxP-NVIDIA 24.9.0  -- HPL-MxP benchmark\n" + row:            mixed,
		"HPL-AI 2.0\n" + row + "\n":                                      mixed,
		"HPL_AI benchmark\n" + row + "\n":                                mixed,
		row + "\n" + clock:                                               mixed,
		row + "\n" + strings.Replace(clock, "MXP", "_AI", 1):             mixed,
		"WC0        500000   192     4     8  100.00  8.3e+05\n" + clock: mixed,
		"- The relative machine precision (eps) is taken to be               5.960464e-08\n" +
			row: "the output of a run in less than 64-bit precision",
	} {
		_, err := Parse(strings.NewReader(sign), "o")
		var inputError *power.InputError
		if !errors.As(err, &inputError) || inputError.Problem != "is "+what+", which is not a result for the Green500" {
			t.Errorf("%q: %v", sign, err)
		}
	}
	for _, eps := range []string{"1.110223e-16", "2.220446e-16"} {
		text := "- The relative machine precision (eps) is taken to be               " + eps + "\n" + row
		if _, err := Parse(strings.NewReader(text), "o"); err != nil {
			t.Errorf("%s: %v", eps, err)
		}
	}
}

const row = "WC02C2C4      200000   192     4     8            1800.25            2.96260e+03"

func TestRows(t *testing.T) {
	for name, line := range map[string]string{
		"as printed":           row,
		"with a rank":          "0: " + row,
		"with a tag of MPI":    "[1,0]<stdout>:" + row,
		"with a date":          "2025-06-08 09:35:02 " + row,
		"with colours":         "\x1b[0;31m" + row + "\x1b[0m",
		"per GPU":              row + " ( 3.637e+02)",
		"from an old Mac's ed": row + "\r",
	} {
		out, err := Parse(strings.NewReader("x\n"+line+"\n"), "o")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r := out.Results[0]; r.Variant != "WC02C2C4" || r.N != 200_000 || r.Line != 2 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for name, line := range map[string]string{
		"a header":      "T/V                N    NB     P     Q               Time                 Gflops",
		"not a number":  strings.Replace(row, "2.96260e+03", "nan", 1),
		"hexadecimal":   strings.Replace(row, "2.96260e+03", "0x1p3", 1),
		"negative":      strings.Replace(row, "1800.25", "-800.25", 1),
		"too few":       strings.Replace(row, "192", "", 1),
		"too long":      strings.Repeat("x ", maxLine) + row,
		"another table": "WARNING 1 2 3 4 5 6",
	} {
		if out, err := Parse(strings.NewReader(line), "o"); err == nil {
			t.Errorf("%s is read as %+v", name, out.Results)
		}
	}
}

// A job that ran both programs has the result of HPL, whichever came first.
func TestBothPrograms(t *testing.T) {
	ours, err := os.ReadFile("testdata/netlib.out")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mxp.out", "mxp-nvidia.out"} {
		theirs, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(ours) + string(theirs), string(theirs) + string(ours)} {
			out, err := Parse(strings.NewReader(text), "o")
			if err != nil {
				t.Fatal(err)
			}
			if r, err := out.Pick(0); err != nil || r.N != 200_000 {
				t.Errorf("%s: got %+v, %v", name, r, err)
			}
		}
	}
}

func TestCore(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	run := func(start, end string, took time.Duration) Result {
		return Result{Start: start, End: end, HasTimes: true, Time: took, file: "o", Line: 1}
	}
	for name, c := range map[string]struct {
		result Result
		start  string
		took   time.Duration
	}{
		"summer": {run("2025-06-08T09:05:00", "2025-06-08T09:35:01", 0), "2025-06-08T07:05:00Z",
			1801 * time.Second},
		"across the autumn change": {run("2024-10-27T01:30:00", "2024-10-27T03:30:00", 3*time.Hour),
			"2024-10-26T23:30:00Z", 3 * time.Hour},
		"across the spring change": {run("2024-03-31T01:30:00", "2024-03-31T03:30:00", time.Hour),
			"2024-03-31T00:30:00Z", time.Hour},
		"ends in the second hour": {run("2024-10-27T01:30:00", "2024-10-27T02:30:00", 2*time.Hour),
			"2024-10-26T23:30:00Z", 2 * time.Hour},
		"begins in the first hour": {run("2024-10-27T02:30:00", "2024-10-27T03:30:00", 2*time.Hour),
			"2024-10-27T00:30:00Z", 2 * time.Hour},
		"begins first, ends second": {run("2024-10-27T02:50:00", "2024-10-27T02:10:00", 20*time.Minute),
			"2024-10-27T00:50:00Z", 20 * time.Minute},
		"the day before the change": {run("2024-10-26T02:30:00", "2024-10-26T03:00:00", 0), "2024-10-26T00:30:00Z",
			30 * time.Minute},
		"the evening after a change": {run("2024-10-27T20:00:00", "2024-10-27T21:00:00", 0),
			"2024-10-27T19:00:00Z", time.Hour},
	} {
		core, err := c.result.Core(berlin)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := core.Start.UTC().Format(time.RFC3339); got != c.start || core.Duration() != c.took {
			t.Errorf("%s: from %s, %v", name, got, core.Duration())
		}
	}
	for want, r := range map[string]Result{
		"o, line 1, run.core_phase: 2024-10-27T02:10:00 to 2024-10-27T02:50:00 occurred twice in Europe/Berlin": run(
			"2024-10-27T02:10:00", "2024-10-27T02:50:00", 40*time.Minute),
		"o, line 1, run.timezone: 2024-03-31T02:30:00 to 2024-03-31T03:30:00 did not exist in Europe/Berlin": run(
			"2024-03-31T02:30:00", "2024-03-31T03:30:00", time.Hour),
		"o, line 1: the run ends at 2024-06-01T01:00:00, before its start at 2024-06-01T02:00:00; give the output": run(
			"2024-06-01T02:00:00", "2024-06-01T01:00:00", time.Hour),
		"run.core_phase: the output has no start and end of HPL_pdgesv; state core_phase in the run.": {},
	} {
		_, err := r.Core(berlin)
		demandTrouble(t, err, want)
	}
	_, err = run("2024-06-01T01:00:00", "2024-06-01T02:00:00", time.Hour).Core(nil)
	demandTrouble(t, err, "o, line 1, run.timezone: the output's times have no zone; set run.timezone")
}

// realData holds published outputs, which are no part of the project.
const realData = "../../../../shared/data"

func TestPublished(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(realData, "hpl-out", "*", "*"))
	files = append(files, filepath.Join(realData, "green500-submission/claix2023-gpu/hpl.log"))
	if _, err := os.Stat(files[len(files)-1]); err != nil {
		t.Skipf("the published outputs are not beside the project: %v", err)
	}
	for _, file := range files {
		out, err := parseFile(t, file)
		if err != nil {
			t.Error(err)
			continue
		}
		for i := range out.Results {
			r, err := out.Pick(i + 1)
			if err != nil {
				t.Error(err)
			}
			t.Logf("%s %s: %s N=%d %v %g GFlops residual %g, %s to %s", filepath.Base(file), out.Variant, r.Variant,
				r.N, r.Time, float64(r.GFlops), r.Residual, r.Start, r.End)
		}
	}
}

func TestPublishedCore(t *testing.T) {
	file := filepath.Join(realData, "green500-submission/claix2023-gpu/hpl.log")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("the published outputs are not beside the project: %v", err)
	}
	out, err := parseFile(t, file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := out.Pick(0)
	if err != nil {
		t.Fatal(err)
	}
	core, err := r.Core(time.FixedZone("", 7200))
	if err != nil {
		t.Fatal(err)
	}
	if got := core.Start.UTC().Format(time.RFC3339); got != "2024-09-27T09:18:11Z" ||
		core.Duration() != 256*time.Second {
		t.Errorf("core phase from %s, %v", got, core.Duration())
	}
	if out.Variant != "HPL-NVIDIA 24.3.0" || r.GFlops != 5.238e6 || r.N != 1_262_592 ||
		!slices.Equal(out.Orders, []int{1_263_196, 1_262_592}) {
		t.Errorf("variant %q, %+v, orders %v", out.Variant, r, out.Orders)
	}
}

func FuzzParse(f *testing.F) {
	samples, err := filepath.Glob("testdata/*.out")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range samples {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(row + "\nHPL_pdgesv() start time Sun Jun  8 09:05:00 2025\n" +
		"HPL_pdgesv() end time Sun Jun 8 09:05:00 9999\n||Ax-b||=nan ... PASSED"))
	f.Add([]byte("N : 1 2\n  3\n" + strings.Replace(row, "1800.25", "0.00", 1)))
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := Parse(strings.NewReader(string(text)), "o")
		if err != nil {
			demandTrouble(t, err, "o")
			return
		}
		if len(out.Results) == 0 {
			t.Fatal("neither a result nor an error")
		}
		for i, r := range out.Results {
			if r.N <= 0 || r.Time < 0 || r.GFlops < 0 || r.Line <= 0 {
				t.Fatalf("result %+v", r)
			}
			if _, err := out.Pick(i + 1); err != nil {
				demandTrouble(t, err, "o")
			}
			if core, err := r.Core(zone); err != nil {
				demandTrouble(t, err, "")
			} else if core.Duration() < 0 {
				t.Fatalf("core phase %v", core)
			}
		}
	})
}
