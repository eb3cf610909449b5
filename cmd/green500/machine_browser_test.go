package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// nodeProbes writes three logs of a node, a reading every 10 s, whose readings have a mean and a standard deviation.
func nodeProbes(b *tab, folder, processes string, count int, mean, deviation float64) (files []string) {
	b.Helper()
	all := []float64{}
	off := deviation
	if count%2 == 1 {
		all = append(all, mean)
		off *= math.Sqrt(float64(3*count) / float64(3*count-1))
	}
	for len(all) < 3*count {
		all = append(all, mean+off, mean-off)
	}
	for i := range 3 {
		text := "time,power_w\n"
		for n, watts := range all[i*count : (i+1)*count] {
			text += fmt.Sprintf("%s,%.4f\n", time.Date(2016, 5, 4, 9, 0, 10*n, 0, time.UTC).Format(time.RFC3339), watts)
		}
		files = append(files, filepath.Join(folder, fmt.Sprintf("node_%s-processes_%d.csv", processes, i+1)))
		must(b.T, os.WriteFile(files[len(files)-1], []byte(text), 0o600))
	}
	return files
}

// tableRows are the rows of a table of the page, cells joined by spaces.
func tableRows(b *tab, selector string) []string {
	b.Helper()
	return evaluate[[]string](b, `[...document.querySelectorAll("`+selector+
		` tbody tr")].map(r => [...r.cells].map(c => c.textContent.trim()).join(" "))`)
}

// TestTablesOfMERPSYSFromInputs: a reader uploads the probes of Tables I and II of Czarnul et al., types runs, and
// finds Tables III and IV.
func TestTablesOfMERPSYSFromInputs(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	for _, application := range []struct {
		form, runs  string
		probes      [][4]float64 // processes, probes, power, standard deviation: Tables I and II
		left        []string
		loads, rows []string
	}{
		{
			"spmd", "8 210.98 = 152.1\n27 61.68 = 46.6\n64 27.47 = 22.7\n125 16.06 = 15\n216 12.02 = 13.2\n" +
				"343 10.61 = 14.2\n512 13.42 = 19",
			[][4]float64{{8, 17, 84, 0.68}, {27, 5, 84, 0}, {64, 2, 93, 1.49}, {125, 1, 106, 0}, {216, 1, 126, 0},
				{343, 1, 147, 4.71}, {512, 1, 159, 4.71}, {729, 1, 48, 0}, {1000, 2, 99, 43.14}},
			[]string{"729 processes", "1000 processes"},
			[]string{"8 processes 1.0 17 84.0 0.68", "27 processes 1.0 5 84.0 0.00",
				"64 processes 2.0 2 93.0 1.49", "125 processes 3.9 1 106.0 0.00", "216 processes 6.8 1 126.0 0.00",
				"343 processes 10.7 1 147.0 4.71", "512 processes 16.0 1 159.0 4.71", "729 processes 22.8 1 48.0 0.00",
				"1000 processes 31.2 2 99.0 43.14"},
			[]string{"8 8 24 210.98 39.38 111.82 151.20", "27 27 5 61.68 38.86 6.81 45.67",
				"64 32 0 27.47 22.71 0.00 22.71", "125 32 0 16.06 15.13 0.00 15.13", "216 32 0 12.02 13.46 0.00 13.46",
				"343 32 0 10.61 13.86 0.00 13.86", "512 32 0 13.42 18.97 0.00 18.97"},
		},
		{
			"divide-and-conquer", "1 173.554\n2 87.11 2.322\n4 46.318 0.719 1.437\n8 26.235 0.364 0.728 1.457\n16 " +
				"16.56 0.164 0.327 0.654 1.309\n32 12.056 0.12 0.239 0.479 0.957 1.915\n64 9.727 0.077 0.154 0.308 " +
				"0.616 1.231 2.463\n128 9.722 0.05 0.1 0.199 0.398 0.796 1.593 3.186\n256 12.077 0.034 0.067 0.134 " +
				"0.268 0.536 1.072 2.145 4.29\n512 20.444 0.024 0.048 0.096 0.193 0.385 0.771 1.541 3.082 6.165\n" +
				"1024 37.234 0.02 0.04 0.08 0.159 0.319 0.637 1.274 2.548 5.096 10.193",
			[][4]float64{{1, 16, 86.7, 2.14}, {2, 8, 87, 1.15}, {4, 4, 87, 1}, {8, 2, 87.3, 0.94}, {16, 1, 87.3, 0.94},
				{32, 1, 86.7, 0.94}, {64, 1, 98, 0}, {128, 1, 113, 1.89}, {256, 1, 137, 1.89}, {512, 2, 123, 43.97},
				{1024, 4, 134, 41.2}}, []string{"512 processes", "1024 processes"},
			[]string{"1 process 1.0 16 86.7 2.14", "2 processes 1.0 8 87.0 1.15", "4 processes 1.0 4 87.0 1.00",
				"8 processes 1.0 2 87.3 0.94", "16 processes 1.0 1 87.3 0.94", "32 processes 1.0 1 86.7 0.94",
				"64 processes 2.0 1 98.0 0.00", "128 processes 4.0 1 113.0 1.89", "256 processes 8.0 1 137.0 1.89",
				"512 processes 16.0 2 123.0 43.97", "1024 processes 32.0 4 134.0 41.20"},
			[]string{"1 1 31 173.55 4.19 118.81 123.00", "2 2 30 89.43 4.26 59.30 63.56",
				"4 4 28 48.47 4.54 30.10 34.64", "8 8 24 28.78 5.17 15.61 20.78", "16 16 16 19.01 6.52 7.47 13.99",
				"32 32 0 15.77 9.54 2.41 11.95", "64 32 0 14.58 8.83 3.10 11.93", "128 32 0 16.04 10.27 4.01 14.28",
				"256 32 0 20.62 15.42 5.40 20.82", "512 32 0 32.75 25.95 7.76 33.71",
				"1024 32 0 57.60 47.11 12.83 59.94"},
		},
	} {
		var files []string
		folder := t.TempDir()
		for _, p := range application.probes {
			files = append(files, nodeProbes(b, folder, fmt.Sprint(p[0]), int(p[1]), p[2], p[3])...)
		}
		b.visit("/models/merpsys/machine")
		b.fill("#kind-0-power", "")
		b.fill("#kind-0-idle", "79.5")
		b.fill("#form", application.form)
		b.fill("#runs", application.runs)
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#logs"), files))
		b.press("Compute energy")
		b.must("Energy of the runs")
		energies := tableRows(b, "section[aria-labelledby=energy-title] table")
		for _, want := range application.rows {
			if !slices.ContainsFunc(energies, func(row string) bool { return strings.HasPrefix(row, want) }) {
				t.Errorf("no row %q in %q", want, energies)
			}
		}
		powers := tableRows(b, "section[aria-labelledby=power-0] table")
		for i, want := range application.loads {
			if left := slices.ContainsFunc(application.left,
				func(load string) bool { return strings.HasPrefix(want, load+" ") }); !strings.HasPrefix(powers[i],
				want) || strings.Contains(powers[i], "left out") != left {
				t.Errorf("%q is not the row %q", powers[i], want)
			}
		}
		b.photograph("model-machine-" + application.form)
		if strings.TrimSpace(evaluate[string](b, `document.querySelector("#kind-0-power").value`)) == "" {
			t.Error("what the logs came to is not in the field")
		}
		b.press("Compute energy") // again, without the logs
		if again := tableRows(b, "section[aria-labelledby=energy-title] table"); !slices.Equal(again, energies) {
			t.Errorf("without the logs the energies are %q", again)
		}
	}
}
