package validation_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestMetersThatShareALimit are the figures of methodology 2.0, section 3.1.1: four meters of 2% or
// nine of 3% are as good as one of 1%.
func TestMetersThatShareALimit(t *testing.T) {
	for _, c := range []struct {
		count   int
		percent float64
		want    power.Level
	}{{1, 1, 3}, {4, 2, 3}, {9, 3, 3}, {1, 1.1, 2}, {4, 2.1, 2}, {9, 3.1, 1}} {
		b := sample.Clean(3, "2.0")
		for i := range b.Entry.Meters {
			b.Entry.Meters[i].Count, b.Entry.Meters[i].Accuracy = c.count, power.Accuracy{OfReadingPercent: c.percent}
		}
		if got := passedLevel(grade(t, b), "meter-accuracy"); got != c.want {
			t.Errorf("%d meters of %v%% are good for %s, want %s", c.count, c.percent, got, c.want)
		}
	}
}

// passedLevel is the highest level whose finding of a rule passed.
func passedLevel(report *validation.Report, rule string) (level power.Level) {
	for _, f := range report.Findings {
		for _, asks := range f.Levels {
			if f.Rule == rule && f.Outcome == rules.Pass {
				level = max(level, asks)
			}
		}
	}
	return level
}

// TestReadingsOfTenMinutes are the figures of methodology 2.0, section 3.1.3: readings of 5 s in a
// core phase of 600 s are 120 if they begin with it, and 119 if they do not.
func TestReadingsOfTenMinutes(t *testing.T) {
	for _, c := range []struct {
		stamp string
		after time.Duration // of a reading to the start of the core phase
		want  string
	}{
		{"begin", 0, "120"}, {"end", 0, "120"}, {"", 0, "120"},
		{"begin", 2 * time.Second, "119"}, {"end", 2 * time.Second, "119"}, {"middle", 0, "119"},
		{"", 2 * time.Second, "119"},
	} {
		b := sample.Clean(2, "2.0")
		for i := range b.Entry.Series {
			b.Entry.Series[i].Stamp = c.stamp
		}
		b.Files["meter.csv"] = thinned(t, b, 5*time.Second, c.after)
		report := grade(t, b)
		at := slices.IndexFunc(report.Findings,
			func(f rules.Finding) bool { return f.Rule == "readings-in-core" && f.Asks(2) })
		if got := report.Findings[at].Observed; got != c.want {
			t.Errorf("stamp %q, readings %s after the start: %s count, want %s", c.stamp, c.after, got, c.want)
		}
	}
}

// thinned keeps of a table the readings on a step, counted from the start of the core phase.
func thinned(t *testing.T, b sample.Bundle, step, after time.Duration) []byte {
	t.Helper()
	read, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for i, line := range strings.Split(string(b.Files["meter.csv"]), "\n") {
		stamp, _, _ := strings.Cut(line, ",")
		at, err := time.Parse(time.RFC3339, stamp)
		if i == 0 || err == nil && (at.Sub(read.Measurement.Core.Start.Time)-after)%step == 0 {
			kept = append(kept, line)
		}
	}
	return []byte(strings.Join(kept, "\n") + "\n")
}

// TestAnOlderWindowIsNotTakenOver: an entry that averaged a window under 1.2 is averaged over its whole
// core phase if an edition without windows is asked.
func TestAnOlderWindowIsNotTakenOver(t *testing.T) {
	windowed, whole := sample.Clean(1, "1.2"), sample.Clean(1, "1.2")
	whole.Entry.Run.AveragingWindow = power.Span{}
	for _, c := range []struct {
		edition methodology.Edition
		same    bool
	}{{methodology.V12, false}, {methodology.V20, true}, {methodology.V30, true}} {
		a, b := gradeAs(t, windowed, c.edition), gradeAs(t, whole, c.edition)
		if same := a.Numbers.CoreAverage.Value == b.Numbers.CoreAverage.Value; same != c.same {
			t.Errorf("under %s the window gives %v W, the core phase %v W", c.edition, a.Numbers.CoreAverage.Value,
				b.Numbers.CoreAverage.Value)
		}
	}
}

func gradeAs(t *testing.T, b sample.Bundle, edition methodology.Edition) *validation.Report {
	t.Helper()
	read, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade(edition)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
