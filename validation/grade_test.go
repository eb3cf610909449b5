package validation_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// clean lists the bundles that meet everything their claimed level asks; nobody may change them.
var clean = sync.OnceValue(func() []sample.Named {
	all := sample.Varied()
	for _, edition := range methodology.Editions() {
		for _, level := range power.Levels() {
			all = append(all, sample.Named{Name: "clean " + string(edition) + " " + level.Short(),
				Bundle: sample.Clean(level, string(edition))})
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
	return bundle.Assemble(&entry, b.FS(), canonical.Memory)
}

func grade(t failer, b sample.Bundle) *validation.Report {
	t.Helper()
	read, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	report, err := read.Grade(b.Methodology)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// unmet lists the demands of a level that a report finds not met, by their messages.
func unmet(report *validation.Report, level power.Level, severities ...rules.Severity) []string {
	var messages []string
	for _, f := range report.Findings {
		if f.Asks(level) && slices.Contains(severities, f.Severity) &&
			(f.Outcome == rules.Fail || f.Outcome == rules.Unknown) {
			messages = append(messages, f.Rule+": "+f.Message)
		}
	}
	return messages
}

func TestTheDemonstrationIsGrantedWhatItSays(t *testing.T) {
	for _, s := range demo() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			if s.Ungraded {
				_, err := read(s.Bundle)
				if problems := (power.InputErrors{}); !errors.As(err, &problems) {
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

// draw picks a bundle by its name, so that a failing property prints the name only.
func draw(t *rapid.T, from []sample.Named) sample.Named {
	names := make([]string, len(from))
	for i, b := range from {
		names[i] = b.Name
	}
	return from[slices.Index(names, rapid.SampledFrom(names).Draw(t, "bundle"))]
}

func levelsOf(report *validation.Report) map[string]power.Level {
	levels := map[string]power.Level{"granted": report.GrantedLevel}
	for _, aspect := range report.Aspects {
		levels[aspect.ID] = aspect.Level
	}
	return levels
}
