package examples

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestEveryRuleHasAnExampleThatBreaksIt: for every edition, level and rule that they ask, one thing
// is broken in a clean bundle. The findings that change are those of the rule, and some of the rules that
// its example says; no other finding changes, at any level.
func TestEveryRuleHasAnExampleThatBreaksIt(t *testing.T) {
	clean, verdicts, moved := bases{}, verdicts{}, map[string]bool{}
	for _, edition := range methodology.Editions() {
		for _, rule := range rules.For(edition) {
			for _, level := range rule.Levels {
				t.Run(fmt.Sprintf("%s/%s %s", rule.ID, edition, level.Short()), func(t *testing.T) {
					s, found, err := find(rule, edition, level)
					switch {
					case err != nil:
						t.Fatal(err)
					case !found:
						t.Fatalf("rule %s, asked by %s %s, has no example that breaks it: "+
							"write rules/examples/%[1]s.txt", rule.ID, edition, level.Short())
					case s.never == "":
						broken{rule, edition, level, s}.check(t, clean, verdicts, moved)
					default:
						broken{rule, edition, level, s}.checkNever(t, clean, verdicts)
					}
				})
			}
		}
	}
	checkAlso(t, moved)
	for b, used := range clean {
		if fresh, err := (bases{}).of(b); err != nil || !same(used, fresh) {
			t.Errorf("an example changed the clean measurement that it started from: %s %s %s %v", b.shape, b.edition,
				b.level.Short(), err)
		}
	}
}

// checkAlso holds every rule that an example says changes with it to change in one edition at one level at least.
func checkAlso(t *testing.T, moved map[string]bool) {
	t.Helper()
	for _, rule := range rules.All() {
		text, _ := rule.Example()
		sections, err := parse(text)
		if err != nil {
			continue // told by the example's own test
		}
		for _, s := range sections {
			for _, id := range s.also {
				if !moved[rule.ID+" "+id] {
					t.Errorf("the example of %s says that %s changes with it, and it never does", rule.ID, id)
				}
			}
		}
	}
}

// broken is a rule with what breaks it for a level.
type broken struct {
	rule    rules.Rule
	edition methodology.Edition
	level   power.Level
	section
}

func (b broken) check(t *testing.T, clean bases, verdicts verdicts, moved map[string]bool) {
	t.Helper()
	m, changed, err := clean.broken(b.section, b.edition, b.level)
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Check(changed.Entry); err != nil {
		t.Errorf("nobody could submit it: %v", err)
	}
	before, after := verdicts.of(t, m, b.edition), grade(t, changed, b.edition)
	was, is := outcomes(before), outcomes(after)
	if out := is[asked{b.rule.ID, b.level}]; out != rules.Fail && out != rules.Unknown {
		t.Errorf("the rule itself says %s", out)
	}
	if out := was[asked{b.rule.ID, b.level}]; out != rules.Pass && out != rules.NotApplicable {
		t.Errorf("the rule itself says %s of the clean bundle", out)
	}
	var others []string
	for _, at := range slices.SortedFunc(maps.Keys(was), byRule) {
		if was[at] != is[at] && at.rule != b.rule.ID {
			t.Logf("%s: %s %s, then %s", at.rule, at.level.Short(), was[at], is[at])
			others = append(others, at.rule)
		}
	}
	if others = slices.Compact(others); slices.ContainsFunc(others,
		func(id string) bool { return !slices.Contains(b.also, id) }) {
		t.Errorf("with it changes %v; the example says %v", others, b.also)
	}
	for _, id := range others {
		moved[b.rule.ID+" "+id] = true
	}
	if before.GrantedLevel != b.level {
		t.Errorf("the clean bundle is granted %s", before.GrantedLevel)
	}
	if falls := after.GrantedLevel < b.level; falls != (b.rule.Severity == rules.Must) || after.GrantedLevel > b.level {
		t.Errorf("granted %s, and the rule is a %s", after.GrantedLevel, b.rule.Severity)
	}
}

// checkNever holds the rule to have nothing to judge, whatever the shape of the clean bundle.
func (b broken) checkNever(t *testing.T, clean bases, verdicts verdicts) {
	t.Helper()
	for _, shape := range sample.Shapes() {
		m, err := clean.of(base{shape, b.edition, b.level})
		if err != nil {
			t.Fatal(err)
		}
		if out := outcomes(verdicts.of(t, m, b.edition))[asked{b.rule.ID, b.level}]; out != rules.NotApplicable {
			t.Errorf("nothing can break the rule, the example says, but of the clean bundle %q it says %s", shape, out)
		}
	}
}

// verdicts are those on the clean measurements, each of which is held to one edition.
type verdicts map[*power.Measurement]*validation.Report

func (all verdicts) of(t *testing.T, m *power.Measurement, edition methodology.Edition) *validation.Report {
	t.Helper()
	if all[m] == nil {
		all[m] = grade(t, m, edition)
	}
	return all[m]
}

func grade(t *testing.T, m *power.Measurement, edition methodology.Edition) *validation.Report {
	t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: edition})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// asked is a rule at a level.
type asked struct {
	rule  string
	level power.Level
}

func byRule(a, b asked) int { return strings.Compare(a.rule, b.rule) }

func outcomes(report *validation.Report) map[asked]rules.Outcome {
	all := map[asked]rules.Outcome{}
	for _, f := range report.Findings {
		for _, level := range f.Levels {
			all[asked{f.Rule, level}] = f.Outcome
		}
	}
	return all
}

// TestEveryTextOfAnExampleIsUsed: a file of a rule that was renamed, or a section that no edition and
// level come to, would prove nothing.
func TestEveryTextOfAnExampleIsUsed(t *testing.T) {
	files, err := filepath.Glob("*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no examples", err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".txt")
		at := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })
		if at < 0 {
			t.Errorf("there is no rule for %s", file)
			continue
		}
		for _, unused := range unused(t, rules.All()[at]) {
			t.Errorf("%s: no edition and level come to section [%s %s]", file, unused.edition, unused.level.Short())
		}
	}
}

// unused lists the sections of a rule's text that no edition and level come to.
func unused(t *testing.T, rule rules.Rule) []section {
	t.Helper()
	text, _ := rule.Example()
	left, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	left = slices.DeleteFunc(left, section.empty)
	for _, edition := range methodology.Editions() {
		for _, level := range rule.Levels {
			s, found, err := find(rule, edition, level)
			if err != nil {
				t.Fatal(err)
			}
			if found && edition.Between(rule.Since, rule.Until) {
				left = slices.DeleteFunc(left,
					func(other section) bool { return other.edition == s.edition && other.level == s.level })
			}
		}
	}
	return left
}

// TestTextsOfExamples: what is written wrongly is refused with its line.
func TestTextsOfExamples(t *testing.T) {
	const sentence = "The meter is bad.\n"
	for text, want := range map[string]string{
		"":                                    "no sentence says what is broken",
		"set: meters[0].id = a":               "no sentence says what is broken",
		sentence + "sett: meters[0].id = a":   `line 2: no change is called "sett"`,
		sentence + "what":                     `line 2: "what" is no "key: value"`,
		sentence + "also: none-such":          `line 2: there is no rule "none-such"`,
		sentence + "[L4]":                     `line 2: "L4" is neither an edition nor a level`,
		sentence + "drop: idle\nIt is worse.": `line 3: "It is worse." is no "key: value"`,
	} {
		if _, err := parse(text); err == nil || err.Error() != want {
			t.Errorf("%q gives %v, want %s", text, err, want)
		}
	}
}

// TestExamplesSayWhatTheRuleFinds holds the API of the pages to the catalogue.
func TestExamplesSayWhatTheRuleFinds(t *testing.T) {
	all := New()
	for _, edition := range methodology.Editions() {
		for _, rule := range rules.For(edition) {
			for _, level := range rule.Levels {
				switch e, ok, err := all.Of(rule, edition, level); {
				case err != nil:
					t.Error(err)
				case !ok:
					t.Errorf("%s has no example for %s %s", rule.ID, edition, level.Short())
				case e.Never != "" && (e.Sentence != "" || len(e.Changes) > 0):
					t.Errorf("%s is broken and never broken for %s %s", rule.ID, edition, level.Short())
				case e.Never == "" &&
					(e.Result.Message == "" || !strings.HasSuffix(e.Sentence, ".") || len(e.Changes) == 0):
					t.Errorf("%s for %s %s lacks a sentence: %+v", rule.ID, edition, level.Short(), e)
				}
			}
		}
	}
	if _, ok, err := all.Of(rules.Rule{ID: "none-such"}, methodology.InForce, 1); ok || err != nil {
		t.Error("a rule that does not exist has an example")
	}
}

// same reports whether measurements hold the same document and readings; what a trace has worked out
// of its readings so far does not count.
func same(a, b *power.Measurement) bool {
	if !reflect.DeepEqual(a.Entry, b.Entry) || !reflect.DeepEqual(a.Core, b.Core) ||
		!reflect.DeepEqual(a.Output, b.Output) || len(a.Parts) != len(b.Parts) {
		return false
	}
	for i := range a.Parts {
		if !slices.EqualFunc(a.Parts[i].Traces, b.Parts[i].Traces, sameReadings) {
			return false
		}
	}
	return true
}

func sameReadings(a, b *power.Trace) bool {
	at, values := a.Columns()
	otherAt, otherValues := b.Columns()
	return a.Instrument == b.Instrument && slices.Equal(at, otherAt) && slices.Equal(values, otherValues)
}
