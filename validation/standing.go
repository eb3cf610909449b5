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

// The standings, in the order they are read. Above is what only a level above the claimed one requires and this submission
// does not show: no error of the submission, but what keeps it from a higher level. Below is what only lower levels require.
const (
	Failed      Standing = "failed"
	Unproven    Standing = "unknown"
	Warned      Standing = "warnings" // of a requirement that does not affect the level
	Passed      Standing = "passed"
	Above       Standing = "requirements of higher levels not met"
	Below       Standing = "requirements of lower levels not met"
	NotRequired Standing = "not required"
)

// StandingOf sorts a finding by its outcome, its severity and whether the claimed level requires it. Level 0 claims
// nothing: every requirement counts.
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
