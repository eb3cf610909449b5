package rules_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/bundle"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
	"green500/validation/sample"
)

// A case is a file testdata/RULE/NAME.txt of lines "key: value":
//
//	base: 2.0 L2               a clean bundle of that edition and level
//	level: 2                   the level that asks; the base's where it is left out
//	set: meters[0].id = pdu    a field of the document, by its path; an empty value takes it away
//	drop: meters[1]            fields that begin so are taken away
//	keep: 1 in 60              of the readings
//	cut: start 30s             readings of the first 30 s of the core phase are lost; also end, before, after
//	fall: 1000                 an energy total falls back by so many joules in the middle of the core phase
//	stated: core               the core phase is stated, not proven; also rmax
//	want: fail
//	observed: 0.5 Hz
//	limit: at least 1 Hz
type ruleCase struct {
	base, want, observed, limit string
	level                       power.Level
	edition                     methodology.Edition
	changes                     [][2]string
}

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txt"), func(t *testing.T) {
			t.Parallel()
			runCase(t, filepath.Base(filepath.Dir(file)), readCase(t, file))
		})
	}
}

func runCase(t *testing.T, id string, c ruleCase) {
	at := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })
	if at < 0 {
		t.Fatalf("there is no rule %s", id)
	}
	rule := rules.All()[at]
	if !c.edition.Between(rule.Since, rule.Until) || !slices.Contains(rule.Levels, c.level) {
		t.Fatalf("rule %s is not asked by level %d of %s", id, c.level, c.edition)
	}
	got := rule.Check(rules.Case{Measurement: c.measurement(t), Level: c.level, Limits: c.edition.Limits(c.level)})
	if string(got.Outcome) != c.want {
		t.Errorf("outcome %s, want %s: %s", got.Outcome, c.want, got.Message)
	}
	if c.observed != "" && got.Observed != c.observed {
		t.Errorf("observed %q, want %q", got.Observed, c.observed)
	}
	if c.limit != "" && got.Limit != c.limit {
		t.Errorf("limit %q, want %q", got.Limit, c.limit)
	}
	if got.Message == "" || !strings.HasSuffix(got.Message, ".") {
		t.Errorf("the message is no sentence: %q", got.Message)
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
			edition, level, _ := strings.Cut(value, " L")
			c.edition, c.level = methodology.Edition(edition), power.Level(atoi(t, level))
		case "level":
			c.level = power.Level(atoi(t, value))
		case "want":
			c.want = value
		case "observed":
			c.observed = value
		case "limit":
			c.limit = value
		default:
			c.changes = append(c.changes, [2]string{key, value})
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

// measurement applies the changes of a case to its clean bundle.
func (c ruleCase) measurement(t *testing.T) *power.Measurement {
	t.Helper()
	edition, level, _ := strings.Cut(c.base, " L")
	clean := sample.Clean(power.Level(atoi(t, level)), edition)
	files := fstest.MapFS{}
	for name, content := range clean.Files {
		files[name] = &fstest.MapFile{Data: content}
	}
	read, err := bundle.Assemble(&clean.Entry, files)
	if err != nil {
		t.Fatal(err)
	}
	m := read.Measurement
	fields := document.Fields(m.Entry)
	for _, change := range c.changes {
		switch key, value := change[0], change[1]; key {
		case "set":
			path, text, _ := strings.Cut(value, " =")
			fields[path] = strings.TrimSpace(text)
		case "drop":
			for path := range fields {
				if strings.HasPrefix(path, value) {
					delete(fields, path)
				}
			}
		}
	}
	entry, err := document.FromFields(fields)
	if err != nil {
		t.Fatal(err)
	}
	relate(m, entry)
	for _, change := range c.changes {
		distort(t, m, change[0], change[1])
	}
	return m
}

// relate makes the parts of a measurement those of a changed document.
func relate(m *power.Measurement, entry *power.Entry) {
	m.Entry = entry
	var parts []power.Part
	for i := range entry.Series {
		if i < len(m.Parts) {
			series := &entry.Series[i]
			parts = append(parts, power.Part{Series: series, Meter: entry.MeterOf(series), Traces: m.Parts[i].Traces})
		}
	}
	m.Parts = parts
}

// distort does to the readings, or to their setting, what a case asks for.
func distort(t *testing.T, m *power.Measurement, key, value string) {
	t.Helper()
	switch key {
	case "set", "drop":
	case "keep":
		every := atoi(t, strings.TrimPrefix(value, "1 in "))
		rewrite(m, func(i int, _ power.Reading, _ *int64) bool { return i%every == 0 })
	case "cut":
		where, length, _ := strings.Cut(value, " ")
		gone, err := time.ParseDuration(length)
		if err != nil {
			t.Fatal(err)
		}
		lost := map[string]power.Span{
			"start":  power.NewSpan(m.Core.Start.Time, m.Core.Start.Add(gone)),
			"end":    power.NewSpan(m.Core.End.Add(-gone), m.Core.End.Time),
			"before": power.NewSpan(m.Core.Start.Add(-gone), m.Core.Start.Add(-1)),
			"after":  power.NewSpan(m.Core.End.Add(1), m.Core.End.Add(gone)),
		}[where]
		rewrite(m, func(_ int, r power.Reading, _ *int64) bool { return r.At.Before(lost.Start.Time) || r.At.After(lost.End.Time) })
	case "fall":
		half := m.Core.Start.Add(m.Core.Duration() / 2)
		rewrite(m, func(_ int, r power.Reading, v *int64) bool {
			if r.At.After(half) {
				*v -= int64(atoi(t, value)) * 1000
			}
			return true
		})
	case "stated":
		m.CoreProven = m.CoreProven && value != "core"
		if value == "rmax" {
			m.RmaxProven, m.OutputRmax = false, 0
		}
	default:
		t.Fatalf("a case knows no %q", key)
	}
}

// rewrite puts every reading through keep, which may change its value.
func rewrite(m *power.Measurement, keep func(i int, r power.Reading, value *int64) bool) {
	for p := range m.Parts {
		for j, trace := range m.Parts[p].Traces {
			var at, values []int64
			for i := range trace.Len() {
				r := trace.Reading(i)
				if keep(i, r, &r.Value) {
					at, values = append(at, r.At.UnixNano()), append(values, r.Value)
				}
			}
			m.Parts[p].Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, at, values)
		}
	}
}
