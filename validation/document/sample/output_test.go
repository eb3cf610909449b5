package sample

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// Fields of the row of the result, after the tag: N, NB, P, Q, Time, Gflops.
var resultRow = regexp.MustCompile(`(?m)^W\S+ +(\d+) +(\d+) +(\d+) +(\d+) +(\d+\.\d\d) +(\d\.\d+e\+\d\d)`)

func TestTheOutputAgreesWithItsFormula(t *testing.T) {
	core := cleanPlan(1, "2.0").schedule().Core
	rapid.Check(t, func(t *rapid.T) {
		rate := power.GFlops(rapid.Float64Range(1e4, 2e9).Draw(t, "rate"))
		processes := rapid.IntRange(1, 40000).Draw(t, "processes")
		style := rapid.SampledFrom([]Style{Netlib, NVIDIA}).Draw(t, "style")
		o := NewOutput(style, rate, core, processes, berlinWinter())
		row := resultRow.FindStringSubmatch(string(o.Bytes()))
		if row == nil {
			t.Fatal("there is no row of a result")
		}
		var n, nb, p, q, seconds, gflops float64
		for i, into := range []*float64{&n, &nb, &p, &q, &seconds, &gflops} {
			*into, _ = strconv.ParseFloat(row[i+1], 64)
		}
		formula := (n / 1e9) * (n / seconds) * (2*n/3 + 3.0/2)
		if away(gflops, formula) > 1e-3 {
			t.Fatalf("prints %v, the formula gives %v", gflops, formula)
		}
		if away(power.GFlops(gflops), rate) > 0.15 {
			t.Fatalf("prints %v for %v", gflops, rate)
		}
		if int(p*q) != processes || p > q || int(n)%int(nb) != 0 || power.GFlops(gflops) != o.PrintedRate() {
			t.Fatalf("row %q does not fit %d processes", row[0], processes)
		}
		if off := seconds - core.Duration().Seconds(); off < 0 || off > 1 {
			t.Fatalf("time of %v s in a core phase of %v", seconds, core.Duration())
		}
	})
}

func TestTheTimesOfTheOutputAreLocal(t *testing.T) {
	core := power.NewSpan(utc(2026, time.June, 8, 23, 59), utc(2026, time.June, 9, 0, 9))
	zone := Zone{"Asia/Tokyo", 9 * time.Hour}
	for style, want := range map[Style]string{
		Netlib: "HPL_pdgesv() start time Tue Jun  9 08:59:00 2026\n\n" +
			"HPL_pdgesv() end time   Tue Jun  9 09:09:00 2026\n\n",
		NVIDIA: ")\n\nHPL_pdgesv() start time Tue Jun  9 08:59:00 2026\n" +
			"HPL_pdgesv() end time   Tue Jun  9 09:09:00 2026\n\n",
	} {
		text := string(NewOutput(style, 1e6, core, 12, zone).Bytes())
		for _, line := range []string{want, "...... PASSED\n", "Finished      1 tests with the following results:\n",
			"N      : "} {
			if !strings.Contains(text, line) {
				t.Errorf("style %d lacks %q in\n%s", style, line, text)
			}
		}
	}
}

// stated reads the time after a mark.
func stated(t *testing.T, text, mark string, zone *time.Location) time.Time {
	t.Helper()
	_, after, found := strings.Cut(text, mark)
	line, _, _ := strings.Cut(after, "\n")
	at, err := time.ParseInLocation(time.ANSIC, line, zone)
	if !found || err != nil {
		t.Fatalf("no time after %q: %v", mark, err)
	}
	return at
}
