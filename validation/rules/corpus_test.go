package rules_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
	"green500/validation/rules/examples"
)

// corpus is what grading comes to, by edition and name of each case: the level granted or the outcome, and a digest of
// all outcomes and numbers. Under "EDITION rules" it holds the digest of the rule set.
type corpus map[string]string

const (
	corpusFile     = "testdata/corpus.txt"
	updateVariable = "GREEN500_TEST_CORPUS_UPDATE" // writes the file again
)

// TestNoResultChangesUnderTheSameDigest: programs that name one rule-set digest come to the same outcomes and numbers
// in every rule case, example and sample submission; without GREEN500_TEST_LONG in an eighth of them, always the same.
func TestNoResultChangesUnderTheSameDigest(t *testing.T) {
	recorded, now := readCorpus(t), corpus{}
	maps.DeleteFunc(recorded, func(name, _ string) bool { return !compared(name) })
	now.addRules()
	now.addCases(t)
	now.addExamples(t)
	now.addSamples(t)
	hidden, stale := now.compare(recorded)
	switch {
	case len(hidden) > 0:
		t.Errorf("%d results changed, but the digest of the rule set did not: raise validation.EngineVersion, "+
			"then run this test with %s=1. "+
			"If a case was changed and not the engine, delete its lines from %s instead.\n%s",
			len(hidden), updateVariable, corpusFile, strings.Join(hidden[:min(len(hidden), 20)], "\n"))
	case os.Getenv(updateVariable) != "":
		now.write(t)
	case len(stale) > 0:
		t.Errorf("%d lines of %s are not of these rules and cases: run this test with %s=1.\n%s",
			len(stale), corpusFile, updateVariable, strings.Join(stale[:min(len(stale), 20)], "\n"))
	}
}

// compare lists the differences from what was recorded: those that the digest of the rule set hides, and the others.
func (c corpus) compare(recorded corpus) (hidden, stale []string) {
	all := maps.Clone(recorded)
	maps.Copy(all, c)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if c[name] == recorded[name] {
			continue
		}
		edition, _, _ := strings.Cut(name, " ")
		difference := fmt.Sprintf("%s: %q, was %q", name, c[name], recorded[name])
		if c[name] != "" && recorded[name] != "" && c[edition+" rules"] == recorded[edition+" rules"] {
			hidden = append(hidden, difference)
		} else {
			stale = append(stale, difference)
		}
	}
	return hidden, stale
}

// compared reports whether a result is compared now: the digests of all rules, and the chosen eighth of what takes
// long.
func compared(name string) bool {
	const eighth = '2'
	return os.Getenv("GREEN500_TEST_LONG") != "" || os.Getenv(updateVariable) != "" ||
		strings.HasSuffix(name, " rules") || fmt.Sprintf("%x", sha256.Sum256([]byte(name)))[0] < eighth
}

func (c corpus) addRules() {
	for _, edition := range methodology.Editions() {
		c[string(edition)+" rules"] = validation.RulesDigest(edition, rules.For(edition))
	}
}

func (c corpus) addCases(t *testing.T) {
	for _, file := range caseFiles(t, "*") {
		m := readCase(t, file).measurement(t)
		name := m.Entry.Methodology + " case " + strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txt")
		if compared(name) {
			c[name] = granted(t, m, methodology.Edition(m.Entry.Methodology))
		}
	}
}

func (c corpus) addExamples(t *testing.T) {
	examples := examples.New()
	for _, edition := range methodology.Editions() {
		for _, rule := range rules.For(edition) {
			for _, level := range rule.Levels {
				name := fmt.Sprintf("%s example %s %s", edition, rule.ID, level.Short())
				if !compared(name) {
					continue
				}
				one, _, err := examples.Of(rule, edition, level)
				if err != nil {
					t.Fatal(err)
				}
				if one.Never != "" {
					continue
				}
				found := validation.Finding(rule, edition, level, one.Result)
				c[name] = string(found.Outcome) + " " + digestOf(t, found)
			}
		}
	}
}

// addSamples grades clean bundles by every edition, and the submissions of the demonstration by their own.
func (c corpus) addSamples(t *testing.T) {
	clean, err := bases()
	if err != nil {
		t.Fatal(err)
	}
	for _, edition := range methodology.Editions() {
		for shape, m := range clean {
			if name := string(edition) + " clean " + shape; compared(name) {
				c[name] = granted(t, m, edition)
			}
		}
	}
	for _, s := range sample.Demo() {
		if name := string(s.Methodology) + " demo " + s.Name; compared(name) {
			c[name] = gradedSample(t, s)
		}
	}
}

// gradedSample is the result for a submission of the demonstration; some cannot be read.
func gradedSample(t *testing.T, s sample.Submission) string {
	t.Helper()
	if document.Check(&s.Entry) != nil {
		return "refused"
	}
	read, err := bundle.Assemble(&s.Entry, s.FS(), canonical.Memory)
	if err != nil {
		return "refused"
	}
	return granted(t, read.Measurement, s.Methodology)
}

// granted is what grading comes to. A rule that the granted level asks is met at the lower ones that ask it too.
func granted(t *testing.T, m *power.Measurement, edition methodology.Edition) string {
	t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: edition})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range rules.For(edition) {
		for _, f := range report.Findings {
			if f.Rule == rule.ID && rule.Severity == rules.Must && f.Outcome.Open() &&
				f.Levels[0] < report.GrantedLevel && slices.Contains(rule.Levels, report.GrantedLevel) {
				t.Errorf("%s of %s is granted, and for a lower level: %s", report.GrantedLevel, edition, f.Message)
			}
		}
	}
	return report.GrantedLevel.Short() + " " + digestOf(t, report)
}

// digestOf identifies the outcomes and numbers of a report or finding, whatever its sentences say.
func digestOf(t *testing.T, found any) string {
	t.Helper()
	text, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if text, err = json.Marshal(decided("", all)); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

var numeral = regexp.MustCompile(`-?[0-9]+([.,:][0-9]+)*`)

// decided is a value of a report without digests and sentences. Of observed values and limits only the numbers count.
func decided(key string, value any) any {
	switch key {
	case "digests", "title", "section", "message", "remedy", "need", "text", "name", "formula", "source",
		"warning", "missing":
		return nil
	case "observed", "limit", "apart":
		return numeral.FindAllString(fmt.Sprint(value), -1)
	}
	switch value := value.(type) {
	case map[string]any:
		for inner := range value {
			value[inner] = decided(inner, value[inner])
		}
	case []any:
		for at := range value {
			value[at] = decided(key, value[at])
		}
	}
	return value
}

// readCorpus reads the lines "NAME: RESULT" of the file, if there is one.
func readCorpus(t *testing.T) corpus {
	t.Helper()
	text, err := os.ReadFile(corpusFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	recorded := corpus{}
	for line := range strings.Lines(string(text)) {
		name, result, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !found {
			t.Fatalf("%s: %q is no \"name: result\"", corpusFile, line)
		}
		recorded[name] = result
	}
	return recorded
}

func (c corpus) write(t *testing.T) {
	t.Helper()
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c)) {
		lines.WriteString(name + ": " + c[name] + "\n")
	}
	if err := os.WriteFile(corpusFile, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
