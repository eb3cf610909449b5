package validation_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/bundle"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
	"green500/validation/sample"
)

// clean lists the bundles that meet everything their claimed level asks; nobody may change them.
var clean = sync.OnceValue(func() []sample.Named {
	all := sample.Varied()
	for _, edition := range methodology.Editions() {
		for _, level := range power.Levels() {
			all = append(all, sample.Named{Name: "clean " + string(edition) + " " + level.Short(), Bundle: sample.Clean(level, string(edition))})
		}
	}
	return all
})

// demo lists the submissions of the demonstration, faulty ones among them; nobody may change them.
var demo = sync.OnceValue(func() []sample.Submission { return sample.Demo() })

// failer is a test or a property of one.
type failer interface {
	Helper()
	Fatal(args ...any)
}

// read checks the document and reads the files, as server and command line do.
func read(b sample.Bundle) (*bundle.Bundle, error) {
	entry := b.Entry
	if err := document.Check(&entry); err != nil {
		return nil, err
	}
	return bundle.Assemble(&entry, b.FS())
}

func grade(t failer, b sample.Bundle) *validation.Report {
	t.Helper()
	read, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// unmet lists the demands of a level that a report finds not met, by their messages.
func unmet(report *validation.Report, level power.Level, severities ...rules.Severity) []string {
	var messages []string
	for _, f := range report.Findings {
		if f.Asks(level) && slices.Contains(severities, f.Severity) && (f.Outcome == rules.Fail || f.Outcome == rules.Unknown) {
			messages = append(messages, f.Rule+": "+f.Message)
		}
	}
	return messages
}

func TestCleanBundlesAreGrantedTheirLevel(t *testing.T) {
	for _, b := range clean() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			report := grade(t, b.Bundle)
			if report.GrantedLevel != b.Entry.ClaimedLevel {
				t.Errorf("granted %s, claimed %s", report.GrantedLevel, b.Entry.ClaimedLevel)
			}
			if open := unmet(report, b.Entry.ClaimedLevel, rules.Must, rules.Should); len(open) > 0 {
				t.Errorf("not met:\n%s", strings.Join(open, "\n"))
			}
		})
	}
}

func TestTheDemonstrationIsGrantedWhatItSays(t *testing.T) {
	for _, s := range demo() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			if s.Ungraded {
				_, err := read(s.Bundle)
				if troubles := (power.InputErrors{}); !errors.As(err, &troubles) {
					t.Errorf("it %s, but reading it gives %v", s.Fault, err)
				}
				return
			}
			if report := grade(t, s.Bundle); report.GrantedLevel != s.Granted {
				t.Errorf("granted %s, want %s; it %s:\n%s", report.GrantedLevel, s.Granted, cmp.Or(s.Fault, "is clean"),
					strings.Join(unmet(report, s.Entry.ClaimedLevel, rules.Must), "\n"))
			}
		})
	}
}

// TestEveryRuleLeavesAFinding: in the order of the catalogue, for every level that asks, whichever
// edition an entry is held to.
func TestEveryRuleLeavesAFinding(t *testing.T) {
	for _, b := range clean() {
		read, err := read(b.Bundle)
		if err != nil {
			t.Fatal(err)
		}
		for _, edition := range methodology.Editions() {
			report, err := read.Grade(edition)
			if err != nil {
				t.Fatal(err)
			}
			var got, want []asking
			for _, f := range report.Findings {
				for _, level := range f.Levels {
					got = append(got, asking{f.Rule, level})
				}
			}
			for _, rule := range rules.For(edition) {
				for _, level := range rule.Levels {
					want = append(want, asking{rule.ID, level})
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s under %s: findings are\n%v, want\n%v", b.Name, edition, got, want)
			}
		}
	}
}

type asking struct {
	rule  string
	level power.Level
}

func TestGradingTwiceGivesTheSameBytes(t *testing.T) {
	for _, b := range clean() {
		first, err := grade(t, b.Bundle).JSON()
		if err != nil {
			t.Fatal(err)
		}
		if second, _ := grade(t, b.Bundle).JSON(); !bytes.Equal(first, second) {
			t.Errorf("%s gives two reports", b.Name)
		}
	}
}

func TestReportDigestIsThatOfTheRest(t *testing.T) {
	report := *grade(t, clean()[0].Bundle)
	want := report.Digests.Report
	report.Digests.Report = ""
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); want != "sha256:"+hex.EncodeToString(sum[:]) {
		t.Errorf("digest %s is not that of the report", want)
	}
}

// numbersOf are the figures of a report by name; a figure that could not be formed is left out.
func numbersOf(t failer, report *validation.Report) map[string]validation.Number {
	t.Helper()
	text, err := json.Marshal(report.Numbers)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]*validation.Number
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	formed := map[string]validation.Number{}
	for name, number := range all {
		if number != nil {
			formed[name] = *number
		}
	}
	return formed
}

// near compares figures: sums in another order scatter in their last digits, and reports round to a
// millionth before they are scaled here.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))+1e-5 }

// draw picks a bundle by its name, so that a failing property prints the name only.
func draw(t *rapid.T, from []sample.Named) sample.Named {
	names := make([]string, len(from))
	for i, b := range from {
		names[i] = b.Name
	}
	return from[slices.Index(names, rapid.SampledFrom(names).Draw(t, "bundle"))]
}

// shuffled puts a list in another order.
func shuffled[T any](t *rapid.T, what string, list []T) []T {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	another := make([]T, len(list))
	for i, j := range rapid.Permutation(order).Draw(t, what) {
		another[i] = list[j]
	}
	return another
}

// sameNumbers holds two reports to the same figures, all powers and energies times a factor.
func sameNumbers(t *rapid.T, a, b *validation.Report, factor float64) {
	first, second := numbersOf(t, a), numbersOf(t, b)
	if len(first) != len(second) {
		t.Fatalf("figures are %v, then %v", slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(second)))
	}
	for name, x := range first {
		y, times := second[name], map[string]float64{"W": factor, "J": factor, "GFlops/W": 1 / factor}[x.Unit]
		if times == 0 {
			times = 1
		}
		if !near(x.Value*times, y.Value) {
			t.Errorf("%s is %v %s, then %v", name, x.Value, x.Unit, y.Value)
		}
		if (x.Uncertainty == nil) != (y.Uncertainty == nil) || x.Uncertainty != nil && !near(*x.Uncertainty*times, *y.Uncertainty) {
			t.Errorf("%s has another uncertainty", name)
		}
	}
}

func levelsOf(report *validation.Report) map[string]power.Level {
	levels := map[string]power.Level{"granted": report.GrantedLevel}
	for _, aspect := range report.Aspects {
		levels[aspect.ID] = aspect.Level
	}
	return levels
}

func TestOrderOfTheDocumentDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		other := b.Bundle
		other.Entry.Series = shuffled(t, "series", b.Entry.Series)
		other.Entry.Meters = shuffled(t, "meters", b.Entry.Meters)
		other.Entry.Subsystems = shuffled(t, "subsystems", b.Entry.Subsystems)
		other.Entry.NodeSets = shuffled(t, "sets", b.Entry.NodeSets)
		before, after := grade(t, b.Bundle), grade(t, other)
		sameNumbers(t, before, after, 1)
		if !maps.Equal(levelsOf(before), levelsOf(after)) {
			t.Errorf("levels are %v, then %v", levelsOf(before), levelsOf(after))
		}
	})
}

// TestScaledReadingsScaleThePower: readings, estimates and ranges times a whole factor.
func TestScaledReadingsScaleThePower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		factor := rapid.IntRange(2, 9).Draw(t, "factor")
		scaled, err := read(b.Bundle)
		if err != nil {
			t.Fatal(err)
		}
		scale(scaled.Measurement, factor)
		report, err := scaled.Grade("")
		if err != nil {
			t.Fatal(err)
		}
		sameNumbers(t, grade(t, b.Bundle), report, float64(factor))
	})
}

func scale(m *power.Measurement, factor int) {
	entry := m.Entry
	entry.Subsystems, entry.Meters, entry.Idle = slices.Clone(entry.Subsystems), slices.Clone(entry.Meters), slices.Clone(entry.Idle)
	for i := range entry.Subsystems {
		entry.Subsystems[i].PowerWatts *= float64(factor)
	}
	for i := range entry.Idle {
		entry.Idle[i].PowerWatts *= float64(factor)
	}
	for i := range entry.Meters {
		entry.Meters[i].Accuracy.RangeWatts *= float64(factor)
	}
	for i, part := range m.Parts {
		m.Parts[i].Meter = entry.MeterOf(part.Series)
		for j, trace := range part.Traces {
			at, values := trace.Columns()
			values = slices.Clone(values)
			for k := range values {
				values[k] *= int64(factor)
			}
			part.Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, at, values)
		}
	}
}

// granted is the level of a bundle; one that cannot be graded has none.
func granted(t failer, b sample.Bundle) power.Level {
	t.Helper()
	read, err := read(b)
	if troubles := (power.InputErrors{}); errors.As(err, &troubles) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	return report.GrantedLevel
}

// risable lists the bundles whose level could rise: those that claim less than Level 3, and faulty ones.
var risable = sync.OnceValue(func() []sample.Named {
	var all []sample.Named
	for _, b := range clean() {
		if b.Entry.ClaimedLevel < slices.Max(power.Levels()) {
			all = append(all, b)
		}
	}
	for _, s := range demo() {
		if s.Fault != "" {
			all = append(all, sample.Named{Name: s.Name, Bundle: s.Bundle})
		}
	}
	return all
})

// TestLeavingEvidenceOutNeverRaisesALevel takes fields from a document, a few at a time.
func TestLeavingEvidenceOutNeverRaisesALevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, risable())
		fields := document.Fields(&b.Entry)
		paths := slices.DeleteFunc(slices.Sorted(maps.Keys(fields)), isClaim)
		for _, path := range rapid.SliceOfN(rapid.SampledFrom(paths), 1, 3).Draw(t, "left out") {
			delete(fields, path)
		}
		entry, err := document.FromFields(fields)
		if err != nil {
			return
		}
		less := sample.Bundle{Entry: *entry, Files: b.Files}
		if before, after := granted(t, b.Bundle), granted(t, less); after > before {
			t.Errorf("granted %s, then %s", before, after)
		}
	})
}

// isClaim picks what a document says of a meter's error and number: without one of these it claims
// a smaller error or fewer devices, which is another claim and no missing evidence.
func isClaim(path string) bool {
	for _, claim := range []string{"accuracy.of_reading_percent", "accuracy.of_range_percent", ".count"} {
		if strings.HasSuffix(path, claim) {
			return true
		}
	}
	return false
}

// TestLeavingItemsOutNeverRaisesALevel takes a series, a subsystem, the idle measurements or the
// environment from a document.
func TestLeavingItemsOutNeverRaisesALevel(t *testing.T) {
	for _, b := range risable() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			before := granted(t, b.Bundle)
			for name, entry := range lessOf(b.Entry) {
				if after := granted(t, sample.Bundle{Entry: entry, Files: b.Files}); after > before {
					t.Errorf("granted %s, without %s %s", before, name, after)
				}
			}
		})
	}
}

func lessOf(entry power.Entry) map[string]power.Entry {
	less := map[string]power.Entry{}
	without := entry
	without.Idle = nil
	less["idle"] = without
	without = entry
	without.Environment = power.Environment{}
	less["environment"] = without
	for i, series := range entry.Series {
		without := entry
		without.Series = slices.Delete(slices.Clone(entry.Series), i, i+1)
		less["series "+series.Value+" "+series.Covers.Subsystem] = without
	}
	for i, sub := range entry.Subsystems {
		without := entry
		without.Subsystems = slices.Delete(slices.Clone(entry.Subsystems), i, i+1)
		less["subsystem "+sub.Name] = without
	}
	return less
}

func TestDigestsChangeWithEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		name := rapid.SampledFrom(slices.Sorted(maps.Keys(b.Files))).Draw(t, "file")
		content := slices.Clone(b.Files[name])
		content[rapid.IntRange(0, len(content)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		changed := sample.Bundle{Entry: b.Entry, Files: maps.Clone(b.Files)}
		changed.Files[name] = content
		read, err := read(changed)
		if troubles := (power.InputErrors{}); errors.As(err, &troubles) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		after, err := read.Grade("")
		if err != nil {
			t.Fatal(err)
		}
		if before := grade(t, b.Bundle); before.Digests.Input == after.Digests.Input || before.Digests.Report == after.Digests.Report {
			t.Errorf("digests are %v, then %v", before.Digests, after.Digests)
		} else if before.Digests.Rules != after.Digests.Rules {
			t.Error("the digest of the rules changes with a file")
		}
	})
}

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
		if got := levelsOf(grade(t, b))[string(methodology.MeterAccuracy)]; got != c.want {
			t.Errorf("%d meters of %v%% are good for %s, want %s", c.count, c.percent, got, c.want)
		}
	}
}

// TestReadingsOfTenMinutes are the figures of methodology 2.0, section 3.1.3: readings of 5 s in a
// core phase of 600 s are 120 where they begin with it, and 119 where they do not.
func TestReadingsOfTenMinutes(t *testing.T) {
	for _, c := range []struct {
		stamp string
		after time.Duration // of a reading to the start of the core phase
		want  string
	}{
		{"begin", 0, "120"}, {"end", 0, "120"}, {"", 0, "120"},
		{"begin", 2 * time.Second, "119"}, {"end", 2 * time.Second, "119"}, {"middle", 0, "119"}, {"", 2 * time.Second, "119"},
	} {
		b := sample.Clean(2, "2.0")
		for i := range b.Entry.Series {
			b.Entry.Series[i].Stamp = c.stamp
		}
		b.Files["meter.csv"] = thinned(t, b, 5*time.Second, c.after)
		report := grade(t, b)
		at := slices.IndexFunc(report.Findings, func(f rules.Finding) bool { return f.Rule == "readings-in-core" && f.Asks(2) })
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
