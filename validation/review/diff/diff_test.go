package diff_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/review/diff"
)

// revision is a clean submission of Level 2 once something was done to it.
func revision(t *testing.T, number int, do func(b *sample.Bundle)) diff.Revision {
	t.Helper()
	b := sample.Clean(2, "2.0")
	do(&b)
	read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	side := diff.Revision{Number: number, Document: &b.Entry, Report: report, Measurement: read.Measurement}
	for _, name := range slices.Sorted(maps.Keys(b.Files)) {
		sum := sha256.Sum256(b.Files[name])
		side.Files = append(side.Files,
			diff.File{Name: name, Digest: hex.EncodeToString(sum[:]), Bytes: int64(len(b.Files[name]))})
	}
	return side
}

func asItIs(*sample.Bundle) {}

// edit changes a line of the readings, counted from the first of them.
func edit(line int, by func(line []byte) []byte) func(*sample.Bundle) {
	return func(b *sample.Bundle) {
		name := b.Entry.Series[0].File
		lines := bytes.SplitAfter(b.Files[name], []byte("\n"))
		lines[line] = by(lines[line])
		b.Files[name] = bytes.Join(lines, nil)
	}
}

func digitUp(line []byte) []byte {
	at := len(bytes.TrimRight(line, "\r\n")) - 1
	changed := bytes.Clone(line)
	changed[at] = '0' + (changed[at]-'0'+1)%10
	return changed
}

// cases are what is done to a submission, and what has to be told of it, a line a kind of change.
var cases = []struct {
	name string
	do   func(b *sample.Bundle)
	want string
}{
	{"nothing", asItIs, "same"},
	{"one reading", edit(500, digitUp), "files changed\nreadings +0 -0 ~1"},
	{"a reading lost", edit(500, func([]byte) []byte { return nil }), "files changed\nreadings +0 -1 ~0"},
	{"a field without effect", func(b *sample.Bundle) { b.Entry.System.Name = "Other" }, "fields changed system.name"},
	{"a mark", func(b *sample.Bundle) { b.Entry.Run.FullRun.End.Time = b.Entry.Run.FullRun.End.Add(1e9) },
		"fields changed run.full_run.end\nmarks full run 0s 1s\nfigures"},
	{"a file renamed", func(b *sample.Bundle) {
		was := b.Entry.Series[0].File
		b.Files["other.csv"] = b.Files[was]
		delete(b.Files, was)
		for i := range b.Entry.Series {
			b.Entry.Series[i].File = "other.csv"
		}
	}, "fields changed series[0].file\nfiles moved"},
	{"a level claimed in vain", func(b *sample.Bundle) { b.Entry.Meters[0].Accuracy.OfReadingPercent = 50 },
		"fields changed meters[0].accuracy.of_reading_percent\nfindings meter-accuracy pass fail\nlevel 2 0"},
}

// TestFinerReadingsAreNamed: a reading more often, or in finer steps, than in the earlier revision; never the other way
// round.
func TestFinerReadingsAreNamed(t *testing.T) {
	everySecondLine := func(b *sample.Bundle) {
		name := b.Entry.Series[0].File
		lines := bytes.SplitAfter(b.Files[name], []byte("\n"))
		kept := lines[:1:1]
		for i := 1; i < len(lines); i += 2 {
			kept = append(kept, lines[i])
		}
		b.Files[name] = bytes.Join(kept, nil)
	}
	for name, c := range map[string]struct {
		before, after func(*sample.Bundle)
		finer         bool
	}{
		"same":       {asItIs, asItIs, false},
		"more often": {everySecondLine, asItIs, true},
		"less often": {asItIs, everySecondLine, false},
		"finer steps": {asItIs, edit(500, func(line []byte) []byte {
			return append(bytes.TrimRight(line, "\r\n"), []byte("05\n")...)
		}), true},
	} {
		r, err := diff.CompareReadings(revision(t, 1, c.before), revision(t, 2, c.after))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, one := range r.Instruments {
			found = found || one.Finer()
		}
		if found != c.finer {
			t.Errorf("%s: %+v", name, r.Instruments)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			before, after := revision(t, 1, asItIs), revision(t, 2, c.do)
			got := diff.Compare(before, after)
			readings, err := diff.CompareReadings(before, after)
			if err != nil {
				t.Fatal(err)
			}
			got.Readings = readings
			if got.Same() != (c.want == "same") {
				t.Errorf("same is %t", got.Same())
			}
			words := said(got)
			for _, line := range strings.Split(c.want, "\n") {
				if !strings.Contains(words, line) {
					t.Errorf("got\n%s\nwithout %s", words, line)
				}
			}
			for _, kind := range []string{"fields", "files", "marks", "readings", "level"} {
				if strings.Contains(words, kind) && !strings.Contains(c.want, kind) {
					t.Errorf("got\n%s", words)
				}
			}
		})
	}
}

// said is a comparison in lines.
func said(c diff.Comparison) string {
	lines := []string{}
	if c.Same() {
		lines = append(lines, "same")
	}
	for _, f := range c.Fields {
		lines = append(lines, fmt.Sprintf("fields %s %s", f.Kind, f.Path))
	}
	for _, f := range c.Files {
		lines = append(lines, fmt.Sprintf("files %s %s", f.Kind, f.Name()))
	}
	for _, m := range c.Marks {
		start, end, _ := m.Moved()
		lines = append(lines, fmt.Sprintf("marks %s %s %s", m.Name, start, end))
	}
	for _, i := range c.Readings.Instruments {
		lines = append(lines,
			fmt.Sprintf("readings +%d -%d ~%d", i.Readings.Added, i.Readings.Dropped, i.Readings.Changed))
	}
	for _, f := range c.Findings {
		lines = append(lines, fmt.Sprintf("findings %s %s %s", f.Rule, f.Before, f.After))
	}
	for _, f := range c.Figures {
		if !f.Same() {
			lines = append(lines, "figures "+f.Name)
		}
	}
	if c.Level.Before != c.Level.After {
		lines = append(lines, fmt.Sprintf("level %d %d", c.Level.Before, c.Level.After))
	}
	return strings.Join(lines, "\n")
}

// TestTheEffectOfOneReadingIsTold: the energy and the efficiency move by what the reading moved.
func TestTheEffectOfOneReadingIsTold(t *testing.T) {
	before, after := revision(t, 1, asItIs), revision(t, 2, edit(500, digitUp))
	readings, err := diff.CompareReadings(before, after)
	if err != nil || len(readings.Instruments) != 1 {
		t.Fatalf("%+v, %v", readings, err)
	}
	one := readings.Instruments[0]
	first := one.Readings.First[0]
	moved, energy := *first.After-*first.Before, one.After.EnergyJoules-one.Before.EnergyJoules
	if want := moved * one.After.Interval.Seconds(); one.Quantity != power.Power || moved == 0 ||
		math.Abs(energy-want) > math.Abs(want)/1e3 {
		t.Errorf("%g J of %g W over %s", energy, moved, one.After.Interval)
	}
	if watts := readings.AfterWatts -
		readings.BeforeWatts; math.Abs(watts*readings.Over.Duration().Seconds()-energy) > 1e-6*math.Abs(energy) {
		t.Errorf("%g W over %s are not %g J", watts, readings.Over.Duration(), energy)
	}
	efficiency := diff.Compare(before, after).Figures[0]
	if by, part, ok := efficiency.Change(); !ok || (by < 0) != (moved > 0) || part == 0 {
		t.Errorf("%s changed by %g, %g, though the reading did by %g", efficiency.Name, by, part, moved)
	}
}

// TestWhatWasNeverGradedIsCompared: a document without a verdict has no figures and no findings, and all of them come.
func TestWhatWasNeverGradedIsCompared(t *testing.T) {
	before, after := revision(t, 1, asItIs), revision(t, 2, asItIs)
	before.Report = nil
	c := diff.Compare(before, after)
	if c.Same() || c.Level.After != 2 || len(c.Findings) == 0 || c.Findings[0].Before != "" ||
		c.Figures[0].Before != nil || len(c.Fields) > 0 {
		t.Errorf("%+v", c)
	}
}

// TestReadingsOfTheSameDigestAreNotLookedAt: they count as compared, and nothing is read of them.
func TestReadingsOfTheSameDigestAreNotLookedAt(t *testing.T) {
	before, after := revision(t, 1, asItIs), revision(t, 2, edit(500, digitUp))
	same := slices.Repeat([]string{"same"}, len(after.Document.Series))
	before.Series, after.Series = same, same
	if readings, err := diff.CompareReadings(before, after); err != nil || readings.Differing != 0 ||
		readings.Compared == 0 {
		t.Errorf("%+v, %v", readings, err)
	}
}
