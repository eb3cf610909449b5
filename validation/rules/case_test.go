package rules_test

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// A case is a file testdata/RULE/NAME.txt of lines "key: value". What it leaves out of the last
// three has to be empty in the result too.
//
//	base: 2.0 L2                          a clean bundle of that edition and level, or one of sample.Varied by name
//	level: 2                              the level that asks; the base's if it is left out
//	want: fail
//	observed: 0.5 Hz
//	limit: at least 1 Hz
//	need: State the sampling rate         what is missing, a line each; without one it may be anything
//
// Any other line is a sample.Change, which lists what can be said.
type ruleCase struct {
	base, want, observed, limit string
	needs                       []string
	level                       power.Level // 0 for that of the base
	changes                     []sample.Change
}

func TestCases(t *testing.T) {
	for _, file := range caseFiles(t, "*") {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txt"), func(t *testing.T) {
			t.Parallel()
			runCase(t, filepath.Base(filepath.Dir(file)), readCase(t, file))
		})
	}
}

// caseFiles lists the cases of a rule, or of all.
func caseFiles(t *testing.T, id string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", id, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases of", id, err)
	}
	return files
}

func runCase(t *testing.T, id string, c ruleCase) {
	at := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })
	if at < 0 {
		t.Fatalf("there is no rule %s", id)
	}
	got := c.check(t, rules.All()[at], c.measurement(t))
	if string(got.Outcome) != c.want {
		t.Errorf("outcome %s, want %s: %s", got.Outcome, c.want, got.Message)
	}
	if got.Observed != c.observed {
		t.Errorf("observed %q, want %q", got.Observed, c.observed)
	}
	if got.Limit != c.limit {
		t.Errorf("limit %q, want %q", got.Limit, c.limit)
	}
	checkShape(t, got)
	checkNeeds(t, got, c.needs)
}

// checkNeeds holds a result to saying what is missing if a case says so, and only if it is not met.
func checkNeeds(t *testing.T, got rules.Result, want []string) {
	t.Helper()
	var texts []string
	for _, need := range got.Needs {
		texts = append(texts, need.Text)
		if need.Text == "" || strings.HasSuffix(need.Text, ".") {
			t.Errorf("%q is no order without a full stop", need.Text)
		}
	}
	if met := got.Outcome == rules.Pass || got.Outcome == rules.NotApplicable; met && len(texts) > 0 {
		t.Errorf("outcome %s needs %q", got.Outcome, texts)
	}
	if want != nil && !slices.Equal(texts, want) {
		t.Errorf("it needs %q, want %q", texts, want)
	}
}

// check runs a rule over a measurement for the level that asks.
func (c ruleCase) check(t *testing.T, rule rules.Rule, m *power.Measurement) rules.Result {
	t.Helper()
	edition, level := methodology.Edition(m.Entry.Methodology), m.Entry.ClaimedLevel
	if c.level != 0 {
		level = c.level
	}
	if !edition.Between(rule.Since, rule.Until) || !slices.Contains(rule.Levels, level) {
		t.Fatalf("rule %s is not asked by level %d of %s", rule.ID, level, edition)
	}
	return rule.Check(rules.Case{Measurement: m, Level: level, Limits: edition.Limits(level)})
}

// checkShape holds a result to what its readers rely on, whatever it says.
func checkShape(t *testing.T, got rules.Result) {
	t.Helper()
	if got.Message == "" || !strings.HasSuffix(got.Message, ".") {
		t.Errorf("the message is no sentence: %q", got.Message)
	}
	if got.Margin != nil && (math.IsInf(*got.Margin, 0) || *got.Margin < 0 != (got.Outcome == rules.Fail)) {
		t.Errorf("a margin of %v, but outcome %s", *got.Margin, got.Outcome)
	}
	for _, span := range got.Spans {
		if span.IsZero() || span.Duration() < 0 {
			t.Errorf("a span from %v to %v", span.Start, span.End)
		}
	}
}

func readCase(t *testing.T, name string) ruleCase {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var c ruleCase
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		key, value, found := strings.Cut(lines.Text(), ": ")
		if !found {
			t.Fatalf("%s: %q is no \"key: value\"", name, lines.Text())
		}
		switch key {
		case "base":
			c.base = value
		case "level":
			c.level = power.Level(atoi(t, value))
		case "want":
			c.want = value
		case "observed":
			c.observed = value
		case "limit":
			c.limit = value
		case "need":
			c.needs = append(c.needs, value)
		default:
			change, err := sample.ParseChange(lines.Text())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			c.changes = append(c.changes, change)
		}
	}
	return c
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// bases holds the clean measurements that cases start from, by name; nobody may change them.
var bases = sync.OnceValues(func() (map[string]*power.Measurement, error) {
	clean := sample.Varied()
	for _, edition := range methodology.Editions() {
		for _, level := range power.Levels() {
			clean = append(clean,
				sample.Named{Name: string(edition) + " " + level.Short(), Bundle: sample.Clean(level, string(edition))})
		}
	}
	all := map[string]*power.Measurement{}
	for _, b := range clean {
		read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
		if err != nil {
			return nil, err
		}
		all[b.Name] = read.Measurement
	}
	return all, nil
})

// measurement applies the changes of a case to its clean bundle.
func (c ruleCase) measurement(t *testing.T) *power.Measurement {
	t.Helper()
	clean, err := bases()
	if err != nil {
		t.Fatal(err)
	}
	base := clean[c.base]
	if base == nil {
		t.Fatalf("there is no base %q", c.base)
	}
	m, err := sample.Apply(base, c.changes)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
