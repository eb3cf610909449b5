package validation_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

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
		less := sample.Bundle{Methodology: b.Methodology, Entry: *entry, Files: b.Files}
		if before, after := granted(t, b.Bundle), granted(t, less); after > before {
			t.Errorf("granted %s, then %s", before, after)
		}
	})
}

// isClaim picks what a document says of a meter's error and number, and which part of the core phase
// it averages: without one of these it claims a smaller error, fewer devices or a longer average,
// which is another claim and no missing evidence.
func isClaim(path string) bool {
	for _, claim := range []string{"accuracy.of_reading_percent", "accuracy.of_range_percent", ".count", "averaging_window."} {
		if strings.Contains(path, claim) {
			return true
		}
	}
	return false
}

// TestLeavingItemsOutNeverRaisesALevel takes a series, a subsystem, the idle measurements, the
// environment or a file with all that names it from a document.
func TestLeavingItemsOutNeverRaisesALevel(t *testing.T) {
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		t.Skip("this takes long: set GREEN500_TEST_LONG=1 to run it")
	}
	for _, b := range risable() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			before := granted(t, b.Bundle)
			for name, entry := range lessOf(b.Entry) {
				if after := granted(t, sample.Bundle{Methodology: b.Methodology, Entry: entry, Files: b.Files}); after > before {
					t.Errorf("granted %s, without %s %s", before, name, after)
				}
			}
			for name := range b.Files {
				files := maps.Clone(b.Files)
				delete(files, name)
				for _, entry := range []power.Entry{b.Entry, withoutFile(b.Entry, name)} {
					if after := granted(t, sample.Bundle{Methodology: b.Methodology, Entry: entry, Files: files}); after > before {
						t.Errorf("granted %s, without %s %s", before, name, after)
					}
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

// withoutFile is a document that no longer names a file. Without the output the core phase and Rmax
// are stated.
func withoutFile(entry power.Entry, name string) power.Entry {
	entry.Series = slices.DeleteFunc(slices.Clone(entry.Series), func(s power.Series) bool { return s.File == name })
	entry.Attachments = slices.DeleteFunc(slices.Clone(entry.Attachments), func(a power.Attachment) bool { return a.File == name })
	if entry.Run.Output == name {
		entry.Run.Output, entry.Run.CorePhase = "", entry.Run.FullRun.Trim(2*time.Minute, time.Minute)
	}
	return entry
}

// TestLosingReadingsNeverRaisesALevel takes a stretch of the readings of one series or of all.
func TestLosingReadingsNeverRaisesALevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, slices.Concat(clean(), risable()))
		full, err := read(b.Bundle)
		if problems := (power.InputErrors{}); errors.As(err, &problems) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		seconds := int(full.Measurement.Whole().Duration().Seconds())
		from := rapid.IntRange(0, seconds).Draw(t, "from")
		value := fmt.Sprintf("first+%ds to first+%ds", from, rapid.IntRange(from, seconds).Draw(t, "to"))
		if at := rapid.IntRange(-1, len(full.Measurement.Parts)-1).Draw(t, "series"); at >= 0 {
			value += fmt.Sprintf(" in series[%d]", at)
		}
		less, err := sample.Apply(full.Measurement, []sample.Change{{Key: "cut", Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		before, after := levelOf(t, full.Measurement), levelOf(t, less)
		if after > before {
			t.Errorf("granted %s, without readings from %s %s", before, value, after)
		}
	})
}

func levelOf(t failer, m *power.Measurement) power.Level {
	t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: methodology.Edition(m.Entry.Methodology)})
	if err != nil {
		t.Fatal(err)
	}
	return report.GrantedLevel
}
