package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/validation/review"
)

// studyRuns are what a submitter types: everyday settings and those of the run, at two sizes; a run that was read too
// seldom, and one that draws less than the idle machine.
func studyRuns() [][]string {
	fields := []string{"settings", "role", "order", "duration_s", "power_w", "readings", "clock_mhz"}
	return [][]string{
		fields,
		{"GPU clock 1980 MHz", "baseline", "65536", "2.4", "2700", "24", "1980"},
		{"GPU clock 1980 MHz", "", "131072", "18.1", "2950", "181", "1980"},
		{"GPU clock 1410 MHz", "submitted", "65536", "2.8", "2280", "28", "1410"},
		{"GPU clock 1410 MHz", "", "131072", "18.9", "2310", "189", "1410"},
		{"GPU clock 900 MHz", "", "131072", "28", "1580", "9", "900"},
		{"Fans off", "", "131072", "18.1", "310", "181", ""},
	}
}

// TestSettingsAreStudied: a submitter types runs under other settings into the form, sees what they save, and asks for
// another bound; what cannot be is marked.
func TestSettingsAreStudied(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/submissions")
	b.press("Fathom")
	entry := evaluate[string](b, "location.pathname")
	b.visit(entry + "/study")
	b.must("Nothing to compare yet")
	b.visit(entry + "/edit")
	runs := studyRuns()
	for n, run := range runs[1:] {
		b.follow(pointer{}, selected("button[value='add:study']"))
		for i, value := range run {
			if value != "" {
				b.set(pointer{}, fmt.Sprintf("study[%d].%s", n, runs[0][i]), value)
			}
		}
	}
	b.photograph("journey-study-form")
	b.allSent()
	b.visit(entry)
	b.press("Tunables study")
	b.must("Effect of “GPU clock 1410 MHz”")
	b.must("implausible: less power than the idle machine")
	b.must("no reliable run: fewer than 10 readings")
	b.must("no reliable run: saves more than possible")
	b.waitFor(`[...document.querySelectorAll("figure[data-figure]")].every(f => f.dataset.drawn)`)
	if drawn := evaluate[int](b, `document.querySelectorAll(".figure-live canvas").length`); drawn != 4 {
		t.Errorf("%d charts are drawn, want run time, power, energy and efficiency", drawn)
	}
	b.photograph("journey-study")

	const threshold = `[...document.querySelectorAll("section[aria-labelledby=thresholds] tbody tr")]
		.find(r => r.textContent.includes("1410")).cells[1].textContent.trim()`
	if from := evaluate[string](b, threshold); from != "131,072" {
		t.Errorf("within 5%% it pays from %q", from)
	}
	b.fill("#slower", "20")
	b.press("Show")
	if from := evaluate[string](b, threshold); from != "65,536" {
		t.Errorf("within 20%% it pays from %q", from)
	}
	b.visit(entry + "/edit")
	b.set(pointer{}, "study[2].settings", strings.Repeat("GPU-clock-1410-MHz", 12))
	b.allSent()
	b.visit(entry + "/study?slower=20")
	b.fits("a study of long names", look{name: "phone", width: 390, height: 844})
	b.screen(1280, 900)
	b.visit(entry + "/study?slower=fast")
	b.must("is not a part in percent")
	if kept := evaluate[string](b, `document.getElementById("slower").value`); kept != "fast" {
		t.Errorf("what was typed is lost: %q", kept)
	}
}

// TestAStudyIsPublic: the study of a listed entry is read without an account, as figures and as tables.
func TestAStudyIsPublic(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.visit("/lists/2026-06")
	b.press("Pebble")
	b.press("Tunables study")
	b.must("tuned for power")
	records, err := csv.NewReader(
		strings.NewReader(b.fetched(b.url + evaluate[string](b, "location.pathname") + ".csv?figure=energy"))).ReadAll()
	must(t, err)
	if len(records) != 1+16 || records[0][4] != "energy_j_per_gflop" || records[1][6] != "fewer than 10 readings" ||
		records[4][6] != "" {
		t.Errorf("the table has %d rows: %q", len(records), records)
	}
	plain := withoutScripts(b.beside(t))
	plain.visit(evaluate[string](b, "location.pathname"))
	plain.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("slower").value = "30"`))
	plain.press("Show")
	plain.must("slows down by no more than 30%")
	if hollow := evaluate[int](plain.tab, `[...document.querySelectorAll("#figure-energy circle.hollow")]
		.filter(c => c.checkVisibility()).length`); hollow != 4 {
		t.Errorf("without scripts %d marks are drawn hollow, want those of the smallest size", hollow)
	}
	plain.picture("study-plain")
}

// TestTableOneFromLogs: a reader uploads logs of a rack, four settings of four primitives at four sizes, types the
// frequencies, and finds Table 1 of Vishnu et al. and their figures. Idle power comes from a log too.
func TestTableOneFromLogs(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	folder, files := t.TempDir(), []string{}
	write := func(name string, watts, seconds float64) {
		text := "time,power_w\n"
		readings := int(seconds / 5)
		for i := range readings + 1 {
			at := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC).
				Add(time.Duration(float64(i) * seconds / float64(readings) * float64(time.Second)))
			text += fmt.Sprintf("%s,%.2f\n", at.Format(time.RFC3339Nano), watts)
		}
		files = append(files, filepath.Join(folder, name))
		must(t, os.WriteFile(files[len(files)-1], []byte(text), 0o600))
	}
	write("idle.csv", 7800, 300)
	rows := map[string][3]float64{"get": {32, 5, 6}, "put": {16, 5, 6}, "accumulate": {16, 3, 5},
		"strided-put": {16, 2, 6}}
	for primitive, row := range rows {
		for _, size := range []float64{8, 16, 32, 64} {
			for settings, part := range map[string]float64{"polling": 0, "dvfs": 0.2, "interrupt": 0.5,
				"interrupt+dvfs": 1} {
				slower, energy := row[1]*part, -row[2]*part
				if size < row[0] {
					slower, energy = 4*slower, row[2]*part
				}
				write(fmt.Sprintf("%s_%s_%gKB.csv", primitive, settings, size), 9400*(1+energy/100)/(1+slower/100),
					200*(1+slower/100))
			}
		}
	}
	b.visit("/models/pascol/study")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#logs"), files))
	b.fill("#lower", "1900")
	b.fill("#higher", "2330")
	b.press("Compute study")
	b.must("leaves at most 17.0% of the power to save")
	b.must("at most 18.5% of the power of the processors")
	table := tableRows(b, "section[aria-labelledby=thresholds]")
	for primitive, row := range rows {
		want := fmt.Sprintf("%s interrupt+dvfs %g KB +%.1f%% −%.1f%% saves", strings.ReplaceAll(primitive, "-", " "),
			row[0], row[1], row[2])
		if !slices.Contains(table, want) {
			t.Errorf("no row %q in %q", want, table)
		}
	}
	if drawn := evaluate[int](b, `document.querySelectorAll("main figure svg").length`); drawn != 12 {
		t.Errorf("%d figures, the publication has 12", drawn)
	}
	if text := evaluate[string](b,
		`document.querySelector("main pre").textContent`); strings.Count(text, "primitive:") != 64 {
		t.Errorf("the runs for a submission are %q", text)
	}
	b.photograph("model-study-logs")
}

// TestTimesOfAStudy: logs hold more than their runs. A reader uploads the HPL output of one, and types the time range
// of the other, with scripts and without.
func TestTimesOfAStudy(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	folder, nine := t.TempDir(), time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		must(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	log := func(watts float64) string {
		text := "time,power_w\n"
		for at := 0; at <= 600; at += 5 {
			drawn := 1000.0
			if at >= 100 && at <= 500 {
				drawn = watts
			}
			text += fmt.Sprintf("%s,%.1f\n", nine.Add(time.Duration(at)*time.Second).Format(time.RFC3339), drawn)
		}
		return text
	}
	logs := []string{write("hpl_default_N65536.csv", log(9400)), write("hpl_dvfs_N65536.csv", log(8000))}
	output := write("hpl_default_N65536.out",
		"WR11C2R4       65536   192     4     8             300.00              1.0000e+03\n"+
			"HPL_pdgesv() start time Thu Nov  5 09:02:00 2026\n\nHPL_pdgesv() end time   Thu Nov  5 09:07:00 2026\n")
	study := func(b *tab, visit, press func(string)) {
		visit("/models/pascol/study")
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("main details").forEach(d => d.open = true)`))
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#logs"), logs))
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#outputs"), []string{output}))
		b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("times")
			.value = "hpl_dvfs_N65536.csv, 2026-11-05T09:02:00Z, 2026-11-05T09:07:15Z"`))
		b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("timezone").value = "UTC"`))
		press("Compute study")
		if table := tableRows(b, "section[aria-labelledby=thresholds]"); !slices.Contains(table,
			"hpl dvfs N 65536 +5.0% −10.6% saves") {
			t.Errorf("the table is %q", table)
		}
		if text := evaluate[string](b, `document.querySelector("main pre").textContent`); !strings.Contains(text,
			"duration_s: 315") || !strings.Contains(text, "power_w: 9400") {
			t.Errorf("the runs for a submission are %q", text)
		}
		if kept := evaluate[string](b, `document.getElementById("times").value`); !strings.Contains(kept, "hpl_dvfs") {
			t.Errorf("the typed times are lost: %q", kept)
		}
	}
	study(b, b.visit, b.press)
	b.photograph("model-study-times")
	plain := withoutScripts(b.beside(t))
	study(plain.tab, plain.visit, plain.press)
}
