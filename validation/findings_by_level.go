package validation

import (
	"slices"
	"strconv"
	"strings"

	"green500/validation/power"
	"green500/validation/rules"
)

// Standing is what a finding means for the claimed level. Pages and commands count findings by it, and by nothing else.
type Standing string

// The standings, in the order they are read. Above is what only a level above the claimed one requires and this
// submission does not show: no error of the submission, but what keeps it from a higher level. Below is what only lower
// levels require.
const (
	Failed      Standing = "failed"
	Unproven    Standing = "unknown"
	Warned      Standing = "warnings" // of a requirement that does not affect the level
	Passed      Standing = "passed"
	Above       Standing = "requirements of higher levels not met"
	Below       Standing = "requirements of lower levels not met"
	NotRequired Standing = "not required"
)

// StandingOf sorts a finding by what the claimed level asks. Level 0 claims nothing: every requirement counts.
func StandingOf(f rules.Finding, claimed power.Level) Standing {
	switch {
	case f.Outcome == rules.Pass:
		return Passed
	case f.Outcome == rules.NotApplicable:
		return NotRequired
	case claimed != 0 && len(f.Levels) > 0 && !f.Asks(claimed):
		if slices.Max(f.Levels) < claimed {
			return Below
		}
		return Above
	case f.Severity != rules.Must:
		return Warned
	case f.Outcome == rules.Unknown:
		return Unproven
	}
	return Failed
}

// CountStandings counts findings by what they mean for the claimed level.
func CountStandings(findings []rules.Finding, claimed power.Level) map[Standing]int {
	count := map[Standing]int{}
	for _, f := range findings {
		count[StandingOf(f, claimed)]++
	}
	return count
}

// Counted is a number of findings of the standing in words.
func (s Standing) Counted(n int) string {
	words := string(s)
	if n == 1 {
		words = strings.Replace(strings.Replace(words, "requirements", "requirement", 1), "warnings", "warning", 1)
	}
	return strconv.Itoa(n) + " " + words
}

// Tally counts findings in words, the worst first: "0 failed, 2 warnings, 31 passed".
func Tally(findings []rules.Finding, claimed power.Level) string {
	count := CountStandings(findings, claimed)
	var parts []string
	for _, s := range []Standing{Failed, Unproven, Warned, Passed, Above, Below} {
		if count[s] > 0 || s == Failed {
			parts = append(parts, s.Counted(count[s]))
		}
	}
	return strings.Join(parts, ", ")
}

// MarginBins is how many bins a margin is counted in, each a tenth of the limit wide: under zero, from 0 to under 10%,
// and so on, and a last one from 100% on.
const MarginBins = 12

// Margins is how entries do by one rule at the level they claim.
type Margins struct {
	Entries int // that were graded; those that are in no other count are not asked
	Passed  int
	Failed  int
	Unknown int
	Passing [MarginBins]int // of the passed, those with a margin, by bin
	Failing [MarginBins]int // of the failed, those with a margin, by bin
}

// NotAsked is how many entries the rule asks nothing of: their level or their edition does not ask it, or it does not
// bear on them.
func (m Margins) NotAsked() int { return m.Entries - m.Passed - m.Failed - m.Unknown }

// Add counts findings with an outcome, whose margins are in a bin; nil if they have none.
func (m *Margins) Add(outcome rules.Outcome, bin *int, count int) {
	var bins *[MarginBins]int
	switch outcome {
	case rules.Pass:
		m.Passed, bins = m.Passed+count, &m.Passing
	case rules.Fail:
		m.Failed, bins = m.Failed+count, &m.Failing
	case rules.Unknown:
		m.Unknown += count
	}
	if bins != nil && bin != nil {
		bins[*bin] += count
	}
}
