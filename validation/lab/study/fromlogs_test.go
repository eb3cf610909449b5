package study_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/document"
	"green500/validation/lab/study"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// rackLog is a log of a rack that draws some power for some time, with a reading every 5 s as at NW-ICE (Vishnu et al.,
// 4.1.1).
func rackLog(watts, seconds float64) *fstest.MapFile {
	var text strings.Builder
	text.WriteString("time,power_w\n")
	start := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	readings := int(math.Round(seconds / 5))
	for i := range readings + 1 {
		noise := 6 * math.Sin(float64(i)*1.7)
		fmt.Fprintf(&text, "%s,%.1f\n", start.Add(time.Duration(
			float64(i)*seconds/float64(readings)*float64(time.Second))).Format(time.RFC3339Nano), watts+noise)
	}
	return &fstest.MapFile{Data: []byte(text.String())}
}

// tableOne are the rows of Table 1 of Vishnu et al. for interrupt and DVFS: from which size, how much slower, and how
// much less energy, in percent.
var tableOne = map[string][3]float64{"get": {32, 5, 6}, "put": {16, 5, 6}, "accumulate": {16, 3, 5},
	"strided-put": {16, 2, 6}}

// rack makes a log for each primitive, each of four settings and each of four sizes. Below the threshold the settings
// cost energy.
func rack(primitives ...string) fstest.MapFS {
	folder := fstest.MapFS{}
	for _, primitive := range primitives {
		row := tableOne[primitive]
		for _, size := range []float64{8, 16, 32, 64} {
			seconds := 400 + 10*size
			for settings, part := range map[string]float64{"polling": 0, "dvfs": 0.2, "interrupt": 0.5,
				"interrupt+dvfs": 1} {
				slower, energy := row[1]*part, -row[2]*part
				if size < row[0] {
					slower, energy = 4*slower, row[2]*part
				}
				watts := 9400 * (1 + energy/100) / (1 + slower/100)
				folder[fmt.Sprintf("%s_%s_%gKB.csv", primitive, settings, size)] = rackLog(watts,
					seconds*(1+slower/100))
			}
		}
	}
	return folder
}

func names(folder fstest.MapFS) (all []string) {
	for name := range folder {
		all = append(all, name)
	}
	return all
}

func scratch() (canonical.File, error) { return canonical.Memory() }

// TestTableOneFromLogs: the four rows of Table 1 come out of logs alone, to the whole percent that the paper prints.
func TestTableOneFromLogs(t *testing.T) {
	folder := rack("get", "put", "accumulate", "strided-put")
	file, err := study.FromNames(names(folder))
	if err != nil {
		t.Fatal(err)
	}
	file.IdleWatts, file.LowerMHz, file.HigherMHz = 7800, 1900, 2330
	made, err := file.Compute(folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range made.Table() {
		if row.Settings != "interrupt+dvfs" {
			continue
		}
		found++
		want := tableOne[strings.ReplaceAll(row.Primitive, " ", "-")]
		if row.Threshold == nil {
			t.Errorf("%s: no threshold", row.Primitive)
			continue
		}
		got := [3]float64{row.Threshold.Size, math.Round(100 * row.Threshold.Slower),
			math.Round(100 * row.Threshold.Thrifty)}
		if got != want || row.Implausible {
			t.Errorf("%s: %v, Table 1 has %v", row.Primitive, got, want)
		}
	}
	if found != len(tableOne) || len(made.Table()) != 3*len(tableOne) {
		t.Errorf("%d rows of the paper, %d in all", found, len(made.Table()))
	}
	var text strings.Builder
	if err := made.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"get          interrupt+dvfs  32 KB", "leaves at most 17.0% of the power",
		"at most 18.5% of the power of the processors"} {
		if !strings.Contains(text.String(), words) {
			t.Errorf("the text does not say %q:\n%s", words, text.String())
		}
	}
}

// TestDoubtsOfAStudy: short runs are marked, and what saves more than idle power leaves is named.
func TestDoubtsOfAStudy(t *testing.T) {
	folder := fstest.MapFS{
		"put_polling_16KB.csv": rackLog(9400, 300), "put_miracle_16KB.csv": rackLog(6500, 300),
		"put_short_16KB.csv": rackLog(9000, 20),
		"idle.csv":           rackLog(7800, 300),
	}
	file := study.File{IdleLog: "idle.csv", Runs: []study.Run{
		{Primitive: "put", Settings: "polling", Kilobytes: 16, Log: "put_polling_16KB.csv"},
		{Primitive: "put", Settings: "miracle", Kilobytes: 16, Log: "put_miracle_16KB.csv"},
		{Primitive: "put", Settings: "short", Kilobytes: 16, Log: "put_short_16KB.csv"},
	}}
	made, err := file.Compute(folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(made.Idle)-7800) > 5 {
		t.Errorf("idle power is %v", made.Idle)
	}
	rows := made.Table()
	if len(rows) != 2 || !rows[0].Implausible || rows[0].Threshold != nil || !rows[1].Largest.Spiky {
		t.Errorf("%+v", rows)
	}
}

// TestTimeRangeOfARun: a stated range is what counts of a log, and one without readings is refused.
func TestTimeRangeOfARun(t *testing.T) {
	folder := fstest.MapFS{"a.csv": rackLog(9000, 600), "b.csv": rackLog(8000, 600)}
	start := time.Date(2026, 11, 5, 9, 1, 0, 0, time.UTC)
	run := func(settings, log string, from, to time.Duration) study.Run {
		return study.Run{Settings: settings, Log: log, From: power.Time{Time: start.Add(from)},
			To: power.Time{Time: start.Add(to)}}
	}
	file := study.File{Runs: []study.Run{run("a", "a.csv", 0, 200*time.Second), run("b", "b.csv", 0, 100*time.Second)}}
	made, err := file.Compute(folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	base := made.Parts[0].Baseline.Points[0]
	if base.Latency != 200*time.Second || base.Readings != 40 {
		t.Errorf("%v with %d readings", base.Latency, base.Readings)
	}
	file.Runs[1] = run("b", "b.csv", time.Hour, 2*time.Hour)
	_, err = file.Compute(folder, scratch)
	if wrong := (power.InputErrors{}); !errors.As(err, &wrong) ||
		!strings.Contains(wrong[0].Problem, "no readings lie between") {
		t.Error(err)
	}
}

// TestWhatIsNoStudyIsRefused: with the field and what to write.
func TestWhatIsNoStudyIsRefused(t *testing.T) {
	for text, field := range map[string]string{
		"title: x": "runs", "runs: [{log: a.csv}]": "runs[0].settings", "runs: [{settings: a}]": "runs[0].log",
		"runs: [{settings: a, log: a.csv, from: 2026-11-05T09:00:00Z}]": "runs[0].from",
		"{slower_percent: -1, runs: [{settings: a, log: a.csv}]}":       "slower_percent",
		"{timezone: Mars, runs: [{settings: a, log: a.csv}]}":           "timezone",
	} {
		_, err := study.Read("study.yaml", []byte(text))
		var wrong power.InputErrors
		if !errors.As(err, &wrong) || wrong[0].Field != field {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := study.FromNames([]string{"put_polling_16KB.csv", "notes.txt"}); err == nil ||
		!strings.Contains(err.Error(), "notes.txt") {
		t.Error(err)
	}
}

// TestAStudyBecomesPartOfASubmission: 16 logs of each of two primitives, four settings and four sizes, and one of the
// idle rack make the runs of a submission; nothing is typed but names. The submission's study has the same rows.
func TestAStudyBecomesPartOfASubmission(t *testing.T) {
	folder := rack("get", "accumulate")
	folder["idle.csv"] = rackLog(7800, 300)
	file, err := study.FromNames(names(folder))
	if err != nil || file.IdleLog != "idle.csv" || len(file.Runs) != 2*16 {
		t.Fatalf("%+v, %v", file, err)
	}
	made, err := file.Compute(folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(made.Idle)-7800) > 5 {
		t.Errorf("idle power is %v", made.Idle)
	}
	var text strings.Builder
	if err := made.WriteYAML(&text); err != nil {
		t.Fatal(err)
	}
	var entry power.Entry
	if _, err := document.DecodeInto("submission.yaml", []byte(text.String()), &entry); err != nil ||
		len(entry.Study) != 2*16 {
		t.Fatalf("%v\n%s", err, text.String())
	}
	again := study.OfEntry(entry.Study, study.Facts{Idle: made.Idle, Loaded: 9400}).Table()
	if len(again) != 6 {
		t.Fatalf("%d rows", len(again))
	}
	for i, row := range made.Table() {
		other := again[i]
		if row.Primitive != other.Primitive || row.Settings != other.Settings || (row.Threshold == nil) !=
			(other.Threshold == nil) || row.Threshold != nil && *row.Threshold != *other.Threshold {
			t.Errorf("%+v from logs, %+v from the submission", row, other)
		}
	}
}

// TestAboveWhatClocksSave: a setting that saves a larger part than the lowest clock can is named, if idle power allows
// it at all.
func TestAboveWhatClocksSave(t *testing.T) {
	folder := fstest.MapFS{"put_polling_16KB.csv": rackLog(9400, 300), "put_dvfs_16KB.csv": rackLog(7400, 300)}
	file, err := study.FromNames(names(folder))
	if err != nil {
		t.Fatal(err)
	}
	for clocks, named := range map[[2]float64]bool{{}: false, {1900, 2330}: true, {1000, 2330}: false} {
		file.LowerMHz, file.HigherMHz = clocks[0], clocks[1]
		made, err := file.Compute(folder, scratch)
		if err != nil {
			t.Fatal(err)
		}
		if got := made.Table()[0].Verdict(); strings.Contains(got, "lowest clock alone") != named {
			t.Errorf("%v: %s", clocks, got)
		}
	}
}

// outputOf is what HPL prints of a run from a second of the day to another one, in UTC.
func outputOf(from, to int) *fstest.MapFile {
	day := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	moment := func(second int) string { return day.Add(time.Duration(second) * time.Second).Format(time.ANSIC) }
	return &fstest.MapFile{Data: fmt.Appendf(nil,
		`T/V                N    NB     P     Q               Time                 Gflops
--------------------------------------------------------------------------------
WR11C2R4       65536   192     4     8             %d.00              1.0000e+03
HPL_pdgesv() start time %s

HPL_pdgesv() end time   %s

||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   2.1e-03 ...... PASSED
`, to-from, moment(from), moment(to))}
}

// TestTimesOfRuns: times come from a line for each run, or from an HPL output with the name of the log, in this order.
func TestTimesOfRuns(t *testing.T) {
	folder := fstest.MapFS{
		"hpl_default_N65536.csv": rackLog(9000, 600), "hpl_dvfs_N65536.csv": rackLog(8000, 600),
		"hpl_off_N65536.csv":     rackLog(8500, 600),
		"hpl_default_N65536.out": outputOf(100, 300), "HPL_dvfs_n65536.OUT": outputOf(60, 360),
		"hpl_off_N65536.out": outputOf(60, 360),
	}
	file, err := study.FromNames(names(folder))
	if err != nil || len(file.Runs) != 3 || file.Runs[0].Order != 65536 {
		t.Fatalf("%+v, %v", file, err)
	}
	file.Timezone = "UTC"
	if err := file.TakeTimes("\nhpl_off_N65536; 2026-11-05T10:01:00+01:00;2026-11-05 09:01:40Z\r\n"); err != nil {
		t.Fatal(err)
	}
	made, err := file.Compute(folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	for i, seconds := range []float64{200, 300, 40} {
		if got := made.Runs[i].DurationSeconds; got != seconds {
			t.Errorf("%s lasts %v s, want %v", made.Runs[i].Settings, got, seconds)
		}
	}
}

// TestWrongTimes are refused with what to write.
func TestWrongTimes(t *testing.T) {
	folder := fstest.MapFS{"hpl_default_N65536.csv": rackLog(9000, 600),
		"hpl_default_N65536.out": {Data: []byte("HPLinpack was cut off")}}
	for text, says := range map[string]string{
		"hpl_default_N65536.csv": "line 1: this is not a log, " +
			"a start and an end",
		"\nx.csv, 2026-11-05T09:00:00Z, 2026-11-05T09:05:00Z": `line 2: no log is named "x.csv"`,
		"hpl_default_N65536.csv, 09:00, 09:05": `line 1: "09:00" is not a time ` +
			`with an offset`,
		"hpl_default_N65536.csv, 2026-11-05T09:05:00Z, 2026-11-05T09:00:00Z": "line 1: the end is not after the start",
	} {
		file, err := study.FromNames(names(folder))
		if err != nil {
			t.Fatal(err)
		}
		wrong := power.InputErrors{}
		if err := file.TakeTimes(text); !errors.As(err, &wrong) || wrong[0].Field != "times" ||
			wrong[0].Problem != says {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
	file, err := study.FromNames(names(folder))
	if err != nil {
		t.Fatal(err)
	}
	wrong := power.InputErrors{}
	if _, err := file.Compute(folder, scratch); !errors.As(err, &wrong) || wrong[0].File != "hpl_default_N65536.out" {
		t.Errorf("a cut off output: %v", err)
	}
	if err := file.TakeOutputs([]string{"hpl_other_N65536.out"}); !errors.As(err, &wrong) ||
		wrong[0].Field != "outputs" {
		t.Errorf("an output without a log: %v", err)
	}
}
