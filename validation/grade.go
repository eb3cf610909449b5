package validation

import (
	"fmt"
	"reflect"
	"slices"

	"green500/validation/forensics"
	"green500/validation/forensics/logwarnings"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Grade holds a measurement to an edition of the methodology. Every rule of the edition leaves at
// least one finding; none stops another. It fails if stored readings cannot be read.
func Grade(in Input) (*Report, error) {
	m := heldTo(in.Measurement, in.Edition)
	m = withEntry(m, *Judged(m.Entry))
	in.Measurement = m
	m.PrepareWindows(spansAsked(m))
	report := &Report{
		Methodology:  string(in.Edition),
		ClaimedLevel: m.Entry.ClaimedLevel,
		Numbers:      numbers(m),
		Breakdown:    breakdown(m),
		Spans:        spans(m),
	}
	facts := forensics.Of(m)
	report.Forensics = forensicsOf(facts)
	report.Forensics.LeftOut = append(leftOut(m), logwarnings.Notes(m)...)
	asked := rules.For(in.Edition)
	for _, rule := range asked {
		report.Findings = append(report.Findings, findings(rule, m, facts, in.Edition)...)
	}
	for i, f := range report.Findings {
		at := slices.IndexFunc(m.Entry.Explained, func(e power.Explanation) bool { return e.Rule == f.Rule })
		if at >= 0 && f.Outcome.Open() {
			report.Findings[i].Explained = m.Entry.Explained[at].Reason
		}
	}
	report.Checklist = checked(m.Entry, in.Edition, report.Findings)
	report.Aspects = aspects(report.Findings, report.ClaimedLevel)
	report.GrantedLevel = granted(report.Aspects)
	report.state(in, facts)
	report.WayUp = wayUp(report)
	if err := m.Err(); err != nil {
		return nil, fmt.Errorf("read the readings: %w", err)
	}
	return report, seal(report, asked, in)
}

// heldTo is a measurement as an edition sees it: one that leaves no window to choose averages the
// whole core phase, whatever the document of an older one chose.
func heldTo(m *power.Measurement, edition methodology.Edition) *power.Measurement {
	if m.Entry.Run.AveragingWindow.IsZero() || edition.HasWindow() {
		return m
	}
	entry := *m.Entry
	entry.Run.AveragingWindow = power.Span{}
	return withEntry(m, entry)
}

func withEntry(m *power.Measurement, entry power.Entry) *power.Measurement {
	other := *m
	other.Entry = &entry
	return &other
}

// findings runs a rule for every level that asks it; levels with the same result share a finding. What is open for one
// level is open for those above that ask the same rule: they look at the same evidence.
func findings(rule rules.Rule, m *power.Measurement, facts *forensics.Facts,
	edition methodology.Edition) []rules.Finding {
	var found []rules.Finding
	var last rules.Result
	for _, level := range rule.Levels {
		result := rule.Check(rules.Case{Measurement: m, Level: level, Limits: edition.Limits(level), Facts: facts})
		if last.Outcome.Open() && !result.Outcome.Open() {
			result = last
		}
		if len(found) > 0 && reflect.DeepEqual(result, last) {
			found[len(found)-1].Levels = append(found[len(found)-1].Levels, level)
			continue
		}
		last = result
		found = append(found, Finding(rule, edition, level, result))
	}
	return found
}

// Finding is the result of a rule for a level of an edition as a report has it.
func Finding(rule rules.Rule, edition methodology.Edition, level power.Level, result rules.Result) rules.Finding {
	section, _ := edition.Section(rule.Section)
	if result.Margin != nil {
		// Fused multiplication on some processors would show in the last digits of the report.
		result.Margin = new(round(*result.Margin))
	}
	f := rules.Finding{
		Rule: rule.ID, Title: rule.Title, Aspect: rule.Aspect, Section: section.String(), Levels: []power.Level{level},
		Severity: rule.Severity, Outcome: result.Outcome, Observed: result.Observed, Limit: result.Limit,
		Margin: result.Margin, Message: result.Message, Spans: spansOr(result.Spans),
	}
	if f.Outcome.Open() {
		f.TimesPower = round(result.TimesPower)
		f.Remedy, f.Needs, f.Need = rule.Remedy, result.Needs, inOne(result.Needs)
	}
	return f
}

// aspects grants each aspect the highest level whose demands are all met. A demand that cannot be
// judged for want of evidence counts as not met: leaving evidence out never helps. What a higher level
// excuses, a lower one may ask: no aspect reaches more than the claimed level while it does not meet
// that, and none more than the lowest aspect does while it does not meet the level of that one.
func aspects(all []rules.Finding, claimed power.Level) []AspectResult {
	var results []AspectResult
	for _, aspect := range methodology.Aspects() {
		results = append(results,
			AspectResult{ID: string(aspect), Title: aspect.Title(), Level: power.Level(len(power.Levels()))})
	}
	settle(all, results, power.Level(len(power.Levels())))
	settle(all, results, claimed)
	for lowest := power.Level(-1); granted(results) != lowest; {
		lowest = granted(results)
		settle(all, results, lowest)
	}
	for i := range results {
		if next := results[i].Level + 1; int(next) <= len(power.Levels()) {
			results[i].FirstFailingRule = failing(all, methodology.Aspect(results[i].ID), next)
		}
	}
	return results
}

func settle(all []rules.Finding, results []AspectResult, at power.Level) {
	for i := range results {
		for level := at; results[i].Level >= level && level > 0 &&
			failing(all, methodology.Aspect(results[i].ID), level) != ""; level-- {
			results[i].Level = level - 1
		}
	}
}

func failing(all []rules.Finding, aspect methodology.Aspect, level power.Level) string {
	for _, f := range all {
		if f.Aspect == aspect && f.Severity == rules.Must && f.Asks(level) && f.Outcome.Open() {
			return f.Rule
		}
	}
	return ""
}

func granted(aspects []AspectResult) power.Level {
	level := power.Level(len(power.Levels()))
	for _, aspect := range aspects {
		level = min(level, aspect.Level)
	}
	return level
}

// levelOf is the level that Grade grants, found without findings: by as few checks as decide it, those
// that look at the document before those that look at the readings.
func levelOf(m *power.Measurement, asked []rules.Rule, edition methodology.Edition) power.Level {
	levels, claimed := power.Levels(), m.Entry.ClaimedLevel
	if slices.Contains(levels, claimed) && !meets(m, asked, edition, claimed) {
		levels = levels[:claimed-1]
	}
	for _, level := range slices.Backward(levels) {
		if level == claimed || meets(m, asked, edition, level) {
			return level
		}
	}
	return 0
}

func meets(m *power.Measurement, asked []rules.Rule, edition methodology.Edition, level power.Level) bool {
	for _, aspect := range slices.Backward(methodology.Aspects()) {
		if slices.ContainsFunc(asked,
			func(rule rules.Rule) bool { return asksOf(rule, aspect, level) && open(m, rule, edition, level) }) {
			return false
		}
	}
	return true
}

// open reports whether a rule is open for a level, as findings has it.
func open(m *power.Measurement, rule rules.Rule, edition methodology.Edition, level power.Level) bool {
	return slices.ContainsFunc(rule.Levels, func(at power.Level) bool {
		c := rules.Case{Measurement: m, Level: at, Limits: edition.Limits(at), Quick: true}
		return at <= level && rule.Check(c).Outcome.Open()
	})
}

func spans(m *power.Measurement) Spans {
	s := Spans{Core: m.Core, CoreProven: m.CoreProven, FullRun: m.Entry.Run.FullRun, Averaged: m.AveragingSpan()}
	for _, idle := range m.Entry.Idle {
		if !idle.Span().IsZero() {
			s.Idle = append(s.Idle, idle.Span())
		}
	}
	return s
}
